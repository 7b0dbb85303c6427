import { AppError } from '#api/errors.ts'
import { endManagerSessions } from '#features/identity/server/end-sessions.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes, totpUri, verifyTotpCode } from '#platform/totp.ts'
import type { staff } from '../contract.ts'
import { passwordProblem } from '../password-rules.ts'
import { unlockEmail } from './guards.ts'
import { consumeInvitation, findInvitation } from './invitations.ts'
import { forgetTrustedDevices } from './known-devices.ts'
import { findManagerByEmail, lockRoster, requireOtherAdmin, saveManager } from './managers.ts'
import type { Passwords } from './password-hash.ts'
import type { IsTotpRequired } from './totp.ts'

type Joining = Pick<typeof staff, 'readInvitation' | 'acceptInvitation'>

type Deps = { db: Database; vault: Keyring; passwords: Passwords; isAppDue: IsTotpRequired }

/** What the link of an invitation opens. */
export const joiningRoutes = ({ db, vault, passwords, isAppDue }: Deps): Handlers<Joining> => ({
  readInvitation: async ({ body, now }) => {
    const { email, firstName, lastName, role, totpSecret } = await findInvitation(db, vault, body.token, now)
    return {
      email,
      firstName,
      lastName,
      role,
      totpUri: totpUri(totpSecret, email),
      totpRequired: isAppDue(vault.emailIndex(email)),
    }
  },

  acceptInvitation: async ({ body, audit, now }) => {
    const invitation = await findInvitation(db, vault, body.token, now)
    const { managerId, email, firstName, lastName, role, totpSecret } = invitation
    const objection = passwordProblem(body.password, { email, firstName, lastName })
    if (objection !== null) throw new AppError('weak_password', { fields: { password: objection } })
    if (body.totp === undefined && isAppDue(vault.emailIndex(email))) throw new AppError('totp_required')
    const step = body.totp === undefined ? null : verifyTotpCode(totpSecret, body.totp, null, now)
    if (body.totp !== undefined && step === null) throw new AppError('wrong_code')
    const passwordHash = await passwords.hash(body.password)

    return db.transaction(async tx => {
      await lockRoster(tx)
      await consumeInvitation(tx, invitation, now)
      const emailIndex = vault.emailIndex(email)
      const known = await findManagerByEmail(tx, emailIndex)
      if (known?.role === 'admin' && role !== 'admin') await requireOtherAdmin(tx, known.id)
      const totp = step === null ? null : { secret: totpSecret, step }
      await saveManager(tx, vault, {
        id: managerId,
        email,
        firstName,
        lastName,
        role,
        passwordHash,
        totp,
        now,
      })
      // Whoever had the old password or app is out, and so are the wrong tries.
      await endManagerSessions(tx, managerId, 'replaced', now)
      await unlockEmail(tx, emailIndex)
      await forgetTrustedDevices(tx, managerId)
      await deleteRecoveryCodes(tx, managerId)
      await audit(tx, { managerId })
      return { recoveryCodes: totp === null ? [] : await replaceRecoveryCodes(tx, vault, managerId) }
    })
  },
})
