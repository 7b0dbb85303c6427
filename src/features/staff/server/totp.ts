import { eq } from 'drizzle-orm'
import { type ErrorCode, Refusal } from '#api/errors.ts'
import { endOtherSessionsOfManager } from '#features/identity/server/end-sessions.ts'
import type { Proof } from '#features/identity/session-rules.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import {
  dropRecoveryCodes,
  newRecoveryCodes,
  newTotpSecret,
  spendRecoveryCode,
  totpStepOf,
  totpUri,
} from '#platform/second-factor.ts'
import type { staff } from '../contract.ts'
import {
  changeManager,
  type ManagerRow,
  profileOf,
  sealTotpSecret,
  signedInManager,
  totpSecretOf,
} from './managers.ts'
import { managers } from './tables.ts'

/** Whether the manager of an email address, by its index, never signs in by password alone. */
export type IsAppDue = (emailIndex: Buffer) => boolean

/** What is still missing beside the right password. */
type Missing = Extract<ErrorCode, 'totp_required' | 'totp_enrollment_required' | 'wrong_code'>
type Proven = { proof: Proof } | { missing: Missing }

/**
 * What a manager's right password and the code beside it prove; uses the code up. `due` says that nobody signs in by
 * password alone.
 */
export const proofOf = async (
  tx: Database,
  vault: Vault,
  manager: ManagerRow,
  { code, due, now }: { code: string | undefined; due: boolean; now: Date },
): Promise<Proven> => {
  const secret = manager.totpEnabledAt === null ? null : totpSecretOf(vault, manager)
  if (manager.totpEnabledAt !== null && secret === null)
    throw new Error('an authenticator app without its secret')
  if (secret === null) return due ? { missing: 'totp_enrollment_required' } : { proof: 'password' }
  if (code === undefined) return { missing: 'totp_required' }
  if (!/^\d{6}$/.test(code)) {
    const used = await spendRecoveryCode(tx, vault, manager.id, code, now)
    return used ? { proof: 'password+recovery' } : { missing: 'wrong_code' }
  }
  const step = totpStepOf(secret, code, manager.totpStep, now)
  if (step === null) return { missing: 'wrong_code' }
  await tx.update(managers).set({ totpStep: step }).where(eq(managers.id, manager.id))
  return { proof: 'password+totp' }
}

type Totp = Pick<typeof staff, 'startTotp' | 'enableTotp' | 'disableTotp'>

/** A manager's authenticator app; switching it on or off ends every other session of theirs. */
export const totpRoutes = (deps: { db: Database; vault: Vault; isAppDue: IsAppDue }): Answers<Totp> => {
  const { db, vault, isAppDue } = deps
  return {
    startTotp: ({ caller }) =>
      db.transaction(async tx => {
        const manager = await signedInManager(tx, caller.managerId)
        if (manager.totpEnabledAt !== null) throw new Refusal('conflict')
        const secret = newTotpSecret()
        await tx
          .update(managers)
          .set({ totpSecret: sealTotpSecret(vault, manager.id, secret), totpStep: null })
          .where(eq(managers.id, manager.id))
        return { uri: totpUri(secret, profileOf(vault, manager).email) }
      }),

    enableTotp: ({ caller, body, note, now }) =>
      db.transaction(async tx => {
        const manager = await signedInManager(tx, caller.managerId)
        const secret = totpSecretOf(vault, manager)
        if (secret === null || manager.totpEnabledAt !== null) throw new Refusal('conflict')
        const step = totpStepOf(secret, body.code, manager.totpStep, now)
        if (step === null) throw new Refusal('wrong_code')
        await changeManager(tx, vault, manager, { totpStep: step, totpEnabledAt: now })
        await endOtherSessionsOfManager(tx, manager.id, caller.sessionId, 'totp_changed', now)
        await note(tx)
        return { recoveryCodes: await newRecoveryCodes(tx, vault, manager.id) }
      }),

    disableTotp: async ({ caller, note, now }) => {
      await db.transaction(async tx => {
        const manager = await signedInManager(tx, caller.managerId)
        if (isAppDue(manager.emailIndex))
          throw new Refusal('totp_enrollment_required', {
            message:
              'Managers sign in with an authenticator app. To change it, ask an admin for a new invitation.',
          })
        if (manager.totpEnabledAt === null) throw new Refusal('conflict')
        await changeManager(tx, vault, manager, { totpSecret: null, totpStep: null, totpEnabledAt: null })
        await dropRecoveryCodes(tx, manager.id)
        await endOtherSessionsOfManager(tx, manager.id, caller.sessionId, 'totp_changed', now)
        await note(tx)
      })
      return { success: true }
    },
  }
}
