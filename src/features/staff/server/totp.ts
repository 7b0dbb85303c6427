import { AppError, type ErrorCode } from '#api/errors.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { type TotpAccount, totpRoutes, verifySecondFactor } from '#features/identity/server/totp.ts'
import type { SignInProof } from '#features/identity/session-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { staff } from '../contract.ts'
import {
  encryptTotpSecret,
  type ManagerRow,
  readManagerProfile,
  readTotpSecret,
  requireManager,
  updateManager,
} from './managers.ts'

/** Whether the manager of an email address, by its index, must never sign in by password alone. */
export type IsTotpRequired = (emailIndex: Buffer) => boolean

const toTotpAccount = (tx: Database, keyring: Keyring, manager: ManagerRow): TotpAccount => ({
  ownerId: manager.id,
  secret: readTotpSecret(keyring, manager),
  lastStep: manager.totpStep,
  isEnabled: manager.totpEnabledAt !== null,
  save: ({ secret, step, enabledAt }) =>
    updateManager(tx, keyring, manager, {
      totpStep: step,
      ...(secret === undefined
        ? {}
        : { totpSecret: secret && encryptTotpSecret(keyring, manager.id, secret) }),
      ...(enabledAt === undefined ? {} : { totpEnabledAt: enabledAt }),
    }),
})

/** What is still missing in addition to the right password. */
type Missing = Extract<ErrorCode, 'totp_required' | 'totp_enrollment_required' | 'wrong_code'>

/** What a manager's right password and code prove; the code is consumed. */
export const verifyManagerTotp = async (
  tx: Database,
  keyring: Keyring,
  manager: ManagerRow,
  { code, isRequired, now }: { code: string | undefined; isRequired: boolean; now: Date },
): Promise<{ proof: SignInProof } | { missing: Missing }> => {
  if (manager.totpEnabledAt === null)
    return isRequired ? { missing: 'totp_enrollment_required' } : { proof: 'password' }
  if (code === undefined) return { missing: 'totp_required' }
  const factor = await verifySecondFactor(tx, keyring, toTotpAccount(tx, keyring, manager), code, now)
  return factor === null ? { missing: 'wrong_code' } : { proof: `password+${factor}` }
}

type Deps = { db: Database; keyring: Keyring; isTotpRequired: IsTotpRequired; support: { name: string } }

/** A manager's authenticator app. */
export const managerTotpRoutes = ({
  db,
  keyring,
  isTotpRequired,
  support,
}: Deps): Handlers<Pick<typeof staff, 'startTotp' | 'enableTotp' | 'disableTotp'>> =>
  totpRoutes<{ managerId: string; sessionId: string }>({
    db,
    keyring,
    issuer: support.name,
    load: async (tx, { managerId }) => toTotpAccount(tx, keyring, await requireManager(tx, managerId)),
    label: async (tx, { managerId }) =>
      readManagerProfile(keyring, await requireManager(tx, managerId)).email,
    requireMayDisable: async (tx, { managerId }) => {
      if (isTotpRequired((await requireManager(tx, managerId)).emailIndex))
        throw new AppError('totp_enrollment_required', {
          message:
            'Managers sign in with an authenticator app. To change it, ask an admin for a new invitation.',
        })
    },
    onChange: async (tx, { managerId, sessionId }, _change, now) => {
      await endSessions(tx, { managerId, kind: 'manager', except: sessionId }, 'totp_changed', now)
    },
  })
