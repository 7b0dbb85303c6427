import { eq } from 'drizzle-orm'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { endOtherManagerSessions } from '#features/identity/server/session-store.ts'
import type { SignInProof } from '#features/identity/session-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import {
  consumeRecoveryCode,
  deleteRecoveryCodes,
  generateTotpSecret,
  replaceRecoveryCodes,
  totpUri,
  verifyTotpCode,
} from '#platform/totp.ts'
import type { staff } from '../contract.ts'
import {
  encryptTotpSecret,
  type ManagerRow,
  readManagerProfile,
  readTotpSecret,
  requireManager,
  updateManager,
} from './managers.ts'
import { managers } from './tables.ts'

/** Whether the manager of an email address, by its index, never signs in by password alone. */
export type IsTotpRequired = (emailIndex: Buffer) => boolean

/** What is still missing beside the right password. */
type Missing = Extract<ErrorCode, 'totp_required' | 'totp_enrollment_required' | 'wrong_code'>
type Proven = { proof: SignInProof } | { missing: Missing }

/**
 * What a manager's right password and the code beside it prove; uses the code up. `due` says that nobody signs in by
 * password alone.
 */
export const verifyManagerTotp = async (
  tx: Database,
  keyring: Keyring,
  manager: ManagerRow,
  { code, due, now }: { code: string | undefined; due: boolean; now: Date },
): Promise<Proven> => {
  const secret = manager.totpEnabledAt === null ? null : readTotpSecret(keyring, manager)
  if (manager.totpEnabledAt !== null && secret === null)
    throw new Error('an authenticator app without its secret')
  if (secret === null) return due ? { missing: 'totp_enrollment_required' } : { proof: 'password' }
  if (code === undefined) return { missing: 'totp_required' }
  if (!/^\d{6}$/.test(code)) {
    const used = await consumeRecoveryCode(tx, keyring, manager.id, code, now)
    return used ? { proof: 'password+recovery' } : { missing: 'wrong_code' }
  }
  const step = verifyTotpCode(secret, code, manager.totpStep, now)
  if (step === null) return { missing: 'wrong_code' }
  await tx.update(managers).set({ totpStep: step }).where(eq(managers.id, manager.id))
  return { proof: 'password+totp' }
}

type Totp = Pick<typeof staff, 'startTotp' | 'enableTotp' | 'disableTotp'>

/** A manager's authenticator app; switching it on or off ends every other session of theirs. */
export const totpRoutes = (deps: {
  db: Database
  keyring: Keyring
  isAppDue: IsTotpRequired
}): Handlers<Totp> => {
  const { db, keyring, isAppDue } = deps
  return {
    startTotp: ({ principal }) =>
      db.transaction(async tx => {
        const manager = await requireManager(tx, principal.managerId)
        if (manager.totpEnabledAt !== null) throw new AppError('conflict')
        const secret = generateTotpSecret()
        await tx
          .update(managers)
          .set({ totpSecret: encryptTotpSecret(keyring, manager.id, secret), totpStep: null })
          .where(eq(managers.id, manager.id))
        return { uri: totpUri(secret, readManagerProfile(keyring, manager).email) }
      }),

    enableTotp: ({ principal, body, audit, now }) =>
      db.transaction(async tx => {
        const manager = await requireManager(tx, principal.managerId)
        const secret = readTotpSecret(keyring, manager)
        if (secret === null || manager.totpEnabledAt !== null) throw new AppError('conflict')
        const step = verifyTotpCode(secret, body.code, manager.totpStep, now)
        if (step === null) throw new AppError('wrong_code')
        await updateManager(tx, keyring, manager, { totpStep: step, totpEnabledAt: now })
        await endOtherManagerSessions(tx, manager.id, principal.sessionId, 'totp_changed', now)
        await audit(tx)
        return { recoveryCodes: await replaceRecoveryCodes(tx, keyring, manager.id) }
      }),

    disableTotp: async ({ principal, audit, now }) => {
      await db.transaction(async tx => {
        const manager = await requireManager(tx, principal.managerId)
        if (isAppDue(manager.emailIndex))
          throw new AppError('totp_enrollment_required', {
            message:
              'Managers sign in with an authenticator app. To change it, ask an admin for a new invitation.',
          })
        if (manager.totpEnabledAt === null) throw new AppError('conflict')
        await updateManager(tx, keyring, manager, { totpSecret: null, totpStep: null, totpEnabledAt: null })
        await deleteRecoveryCodes(tx, manager.id)
        await endOtherManagerSessions(tx, manager.id, principal.sessionId, 'totp_changed', now)
        await audit(tx)
      })
      return { success: true }
    },
  }
}
