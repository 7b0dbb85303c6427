import { eq } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { columnAssociatedData } from '#platform/crypto/encrypted-json.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { showPhone } from '#values/phone.ts'
import type { identity } from '../contract.ts'
import { type SecurityNoticeDeps, sendSecurityNotice } from './security-notices.ts'
import { endSessions } from './session-store.ts'
import { requireUser } from './store.ts'
import { users } from './tables.ts'
import { type TotpAccount, totpRoutes } from './totp.ts'

const secretData = columnAssociatedData(users.totpSecret)

/** A user's authenticator app; the user's row is locked. */
export const loadUserTotp = async (tx: Database, keyring: Keyring, userId: string): Promise<TotpAccount> => {
  const isUser = eq(users.id, userId)
  const [row] = await tx.select().from(users).where(isUser).for('update')
  if (!row) throw new AppError('no_session')
  const cipher = await keyring.cipherForUser(tx, userId)
  return {
    ownerId: userId,
    secret: row.totpSecret && cipher.decryptBytes(secretData(userId), row.totpSecret),
    lastStep: row.totpStep,
    isEnabled: row.totpEnabledAt !== null,
    save: async ({ secret, step, enabledAt }) => {
      const totpSecret = secret && cipher.encrypt(secretData(userId), secret)
      await tx.update(users).set({ totpSecret, totpStep: step, totpEnabledAt: enabledAt }).where(isUser)
    },
  }
}

type Deps = SecurityNoticeDeps & { db: Database; keyring: Keyring }

/** A user's authenticator app; every change of it is emailed. */
export const userTotpRoutes = (
  deps: Deps,
): Handlers<Pick<typeof identity, 'startTotp' | 'enableTotp' | 'disableTotp'>> => {
  const { db, keyring } = deps
  return totpRoutes<{ userId: string; sessionId: string }>({
    db,
    keyring,
    issuer: deps.support.name,
    load: (tx, { userId }) => loadUserTotp(tx, keyring, userId),
    label: async (tx, { userId }) => showPhone((await requireUser(tx, keyring, userId)).profile.phoneNumber),
    onChange: async (tx, { userId, sessionId }, kind, now) => {
      await endSessions(tx, { userId, except: sessionId }, 'totp_changed', now)
      await sendSecurityNotice(tx, deps, await requireUser(tx, keyring, userId), { kind }, now)
    },
  })
}
