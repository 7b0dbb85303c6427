import { invalidateAfterRestore } from '#features/identity/server/cleanup.ts'
import { initializeMailSwitch } from '#features/mailing/server/mail-switch.ts'
import { expireInvitations } from '#features/staff/server/invitations.ts'
import { forgetAllTrustedDevices } from '#features/staff/server/known-devices.ts'
import { invalidateStaffRecoveryCodes } from '#features/staff/server/managers.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { CheckpointFile } from '#platform/audit/checkpoint.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'

type Deps = { db: Database; keyring: Keyring; clock: Clock; log: Log; checkpoint: CheckpointFile }

/**
 * Looks whether the data are a restored copy, as `openGate` knows it. What was ended or used since the copy was made is
 * alive in it again: so everybody is signed out, and no code or invitation that was under way works any more. People's own
 * recovery codes stay, since they would be locked out without; each still needs a texted code beside it.
 */
export const createRestoreHandler =
  ({ db, keyring, clock, log, checkpoint }: Deps) =>
  async (wasRestored: boolean): Promise<void> => {
    const now = clock()
    const also = async (tx: Database) => {
      await invalidateAfterRestore(tx, now)
      await expireInvitations(tx, now)
      await invalidateStaffRecoveryCodes(tx, now)
      await forgetAllTrustedDevices(tx)
      await recordSystemAudit(tx, keyring, 'data_restored', {}, now)
    }
    const { restored } = await initializeMailSwitch(db, now, { wasRestored, also })
    if (!restored) return
    log.warn('the data are a restored copy: everybody is signed out and mailing is on hold')
    // The copy may end before the head that is remembered: what it holds is followed from its beginning.
    const known = checkpoint.read()
    if (known === null) return
    checkpoint.write({ ...known, head: null })
    log.warn('the audit trail is followed from here on, since the data are a restored copy', {
      code: known.head ?? 'no head',
    })
  }
