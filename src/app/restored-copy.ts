import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { scheduleErasure } from '#features/identity/server/account-deletion.ts'
import { invalidateAfterRestore } from '#features/identity/server/cleanup.ts'
import { revokeAllKeys } from '#features/integrations/server/keys.ts'
import { initializeMailSwitch } from '#features/mailing/server/mail-switch.ts'
import { expireClientInvitations } from '#features/staff/server/client-invitations.ts'
import { expireInvitations } from '#features/staff/server/invitations.ts'
import { managerDevices } from '#features/staff/server/lock-out.ts'
import { invalidateStaffRecoveryCodes } from '#features/staff/server/managers.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { CheckpointFile } from '#platform/audit/checkpoint.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { ErasureFile } from '#platform/erasures.ts'
import type { Log } from '#platform/telemetry/log.ts'

type Deps = {
  db: Database
  keyring: Keyring
  clock: Clock
  log: Log
  checkpoint: CheckpointFile
  erasureFile: ErasureFile
}

/**
 * Checks whether the database is a restored copy and makes it safe. What ended or was used after the copy was made is
 * valid in it again, so everyone is signed out, codes and invitations expire, and API keys are revoked. Users keep their
 * recovery codes, which require a texted code as well; without them they would be locked out. Users erased since then are
 * scheduled for erasure again.
 */
export const createRestoreHandler =
  ({ db, keyring, clock, log, checkpoint, erasureFile }: Deps) =>
  async (wasRestored: boolean): Promise<void> => {
    const now = clock()
    let erasedAgain = 0
    const also = async (tx: Database) => {
      await invalidateAfterRestore(tx, now)
      await expireInvitations(tx, now)
      await expireClientInvitations(tx, now)
      await revokeAllKeys(tx, now)
      await invalidateStaffRecoveryCodes(tx, now)
      await managerDevices.forgetAll(tx)
      const erased = (erasureFile.read() ?? []).map(({ userId }) => userId)
      erasedAgain = await scheduleErasure(tx, erased, now)
      await recordSystemAudit(tx, keyring, 'data_restored', {}, now)
    }
    const { restored } = await initializeMailSwitch(db, now, { wasRestored, also })
    if (!restored) return
    log.warn('the data are a restored copy: everybody is signed out and mailing is on hold')
    if (erasedAgain > 0)
      log.warn('users who were erased since the copy was made are erased again', {
        code: String(erasedAgain),
      })
    // The copy may end before the stored checkpoint, so its hash chain is verified from the beginning.
    const known = checkpoint.read()
    if (known === null) return
    checkpoint.write({ ...known, head: null })
    log.warn('the audit log is verified from its beginning, since the data are a restored copy', {
      code: known.head ?? 'no head',
    })
  }

/**
 * Handles a restore before the server starts. A restored dump is recognized automatically; for a copied folder or a disk
 * snapshot the operator creates an empty file `restored` in the data folder. The file is removed once the restore was
 * handled.
 */
export const handleRestore = async (
  dataDir: string,
  handler: (wasRestored: boolean) => Promise<unknown>,
): Promise<void> => {
  const mark = join(dataDir, 'restored')
  const wasRestored = existsSync(mark)
  await handler(wasRestored)
  if (wasRestored) rmSync(mark, { force: true })
}
