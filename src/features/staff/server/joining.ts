import { Refusal } from '#api/errors.ts'
import { endSessionsOfManager } from '#features/identity/server/end-sessions.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import { dropRecoveryCodes, newRecoveryCodes, totpStepOf, totpUri } from '#platform/second-factor.ts'
import type { staff } from '../contract.ts'
import { objectionTo } from '../password-rules.ts'
import { openGuard } from './guards.ts'
import { invitationOf, spendInvitation } from './invitations.ts'
import { forgetDevices } from './known-devices.ts'
import { holdRoster, managerByEmail, requireOtherAdmin, saveManager } from './managers.ts'
import type { Passwords } from './password-hash.ts'
import type { IsAppDue } from './totp.ts'

type Joining = Pick<typeof staff, 'readInvitation' | 'acceptInvitation'>

type Deps = { db: Database; vault: Vault; passwords: Passwords; isAppDue: IsAppDue }

/** What the link of an invitation opens. */
export const joiningRoutes = ({ db, vault, passwords, isAppDue }: Deps): Answers<Joining> => ({
  readInvitation: async ({ body, now }) => {
    const { email, firstName, lastName, role, totpSecret } = await invitationOf(db, vault, body.token, now)
    return {
      email,
      firstName,
      lastName,
      role,
      totpUri: totpUri(totpSecret, email),
      totpRequired: isAppDue(vault.emailIndex(email)),
    }
  },

  acceptInvitation: async ({ body, note, now }) => {
    const invitation = await invitationOf(db, vault, body.token, now)
    const { managerId, email, firstName, lastName, role, totpSecret } = invitation
    const objection = objectionTo(body.password, { email, firstName, lastName })
    if (objection !== null) throw new Refusal('weak_password', { fields: { password: objection } })
    if (body.totp === undefined && isAppDue(vault.emailIndex(email))) throw new Refusal('totp_required')
    const step = body.totp === undefined ? null : totpStepOf(totpSecret, body.totp, null, now)
    if (body.totp !== undefined && step === null) throw new Refusal('wrong_code')
    const passwordHash = await passwords.hash(body.password)

    return db.transaction(async tx => {
      await holdRoster(tx)
      await spendInvitation(tx, invitation, now)
      const emailIndex = vault.emailIndex(email)
      const known = await managerByEmail(tx, emailIndex)
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
      await endSessionsOfManager(tx, managerId, 'replaced', now)
      await openGuard(tx, emailIndex)
      await forgetDevices(tx, managerId)
      await dropRecoveryCodes(tx, managerId)
      await note(tx, { managerId })
      return { recoveryCodes: totp === null ? [] : await newRecoveryCodes(tx, vault, managerId) }
    })
  },
})
