import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, type SQLWrapper } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Endpoint } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { columnAssociatedData, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { recoveryCodes } from '#platform/db/tables.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import { showPhone } from '#values/phone.ts'
import type { identity } from '../contract.ts'
import { type SecurityNoticeDeps, sendSecurityNotice } from './security-notices.ts'
import { endSessions } from './session-store.ts'
import { requireUser } from './store.ts'
import { users } from './tables.ts'

/**
 * Authenticator apps (RFC 6238: SHA-1, 6 digits, steps of 30 seconds) and the recovery codes that replace a lost one. The
 * current step and the previous one are accepted, but only after the last step used, so a code works once.
 */

const STEP_SECONDS = 30
const RECOVERY_CODES = 10

const createTotp = (secret: Uint8Array, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** A new secret: 160 random bits. */
export const generateTotpSecret = (): Buffer => randomBytes(20)

/** The `otpauth://` address for an authenticator app. */
export const totpUri = (secret: Uint8Array, issuer: string, label: string): string =>
  createTotp(secret, issuer, label).toString()

/** The code of a secret at an instant. */
export const generateTotpCode = (secret: Uint8Array, now: Date): string =>
  createTotp(secret).generate({ timestamp: now.getTime() })

/** The step that a code proves, to be stored as used; null if it is wrong, too old, or was used before. */
export const verifyTotpCode = (
  secret: Uint8Array,
  code: string,
  lastStep: number | null,
  now: Date,
): number | null => {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null || delta > 0) return null
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta
  return lastStep !== null && step <= lastStep ? null : step
}

/** Lowercase letters and digits that are not mistaken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newRecoveryCode = () => {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)] ?? '')
  return [0, 4, 8, 12].map(at => letters.slice(at, at + 4).join('')).join('-')
}

const macOf = (keyring: Keyring, ownerId: string, code: string) =>
  keyring.mac('recovery code', `${ownerId}|${code.toLowerCase().replaceAll('-', '')}`)

/** Creates ten new recovery codes and invalidates older ones. They are shown once and stored as keyed MACs. */
export const replaceRecoveryCodes = async (
  tx: Database,
  keyring: Keyring,
  ownerId: string,
): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await deleteRecoveryCodes(tx, ownerId)
  await tx.insert(recoveryCodes).values(codes.map(code => ({ ownerId, mac: macOf(keyring, ownerId, code) })))
  return codes
}

/** Uses up a recovery code; false if there is none or it was used before. */
const consumeRecoveryCode = async (
  tx: Database,
  keyring: Keyring,
  ownerId: string,
  code: string,
  now: Date,
): Promise<boolean> => {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.ownerId, ownerId),
        eq(recoveryCodes.mac, macOf(keyring, ownerId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ ownerId: recoveryCodes.ownerId })
  return used.length > 0
}

/** Invalidates the recovery codes of some owners. */
export const invalidateRecoveryCodes = async (tx: Database, owners: SQLWrapper, now: Date): Promise<void> => {
  await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(inArray(recoveryCodes.ownerId, owners), isNull(recoveryCodes.usedAt)))
}

export const deleteRecoveryCodes = async (tx: Database, ownerId: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.ownerId, ownerId))
}

/** An owner's authenticator app as stored; the row is locked. */
export type TotpAccount = {
  ownerId: string
  /** Null if none was set up. */
  secret: Buffer | null
  /** The last step that was used. */
  lastStep: number | null
  isEnabled: boolean
  save: (change: { secret?: Buffer | null; step: number | null; enabledAt?: Date | null }) => Promise<void>
}

/** Verifies and uses up a code of the app, or a recovery code. Null if it is wrong. */
export const verifySecondFactor = async (
  tx: Database,
  keyring: Keyring,
  { ownerId, secret, lastStep, isEnabled, save }: TotpAccount,
  code: string,
  now: Date,
): Promise<'totp' | 'recovery' | null> => {
  if (!isEnabled) return null
  if (secret === null) throw new Error('an authenticator app without its secret')
  if (!/^\d{6}$/.test(code))
    return (await consumeRecoveryCode(tx, keyring, ownerId, code, now)) ? 'recovery' : null
  const step = verifyTotpCode(secret, code, lastStep, now)
  if (step === null) return null
  await save({ step })
  return 'totp'
}

type TotpOwner<Principal> = {
  db: Database
  keyring: Keyring
  load: (tx: Database, principal: Principal) => Promise<TotpAccount>
  /** The service name that the app shows. */
  issuer: string
  /** The account name that the app shows. */
  label: (tx: Database, principal: Principal) => Promise<string>
  /** Throws if the app may not be switched off. */
  requireMayDisable?: (tx: Database, principal: Principal) => Promise<void>
  /** Ends the other sessions, since the change affects who can sign in. */
  onChange: (tx: Database, principal: Principal, change: 'totp-on' | 'totp-off', now: Date) => Promise<void>
}

type Call<Principal> = Pick<RequestContext<Endpoint>, 'audit' | 'now'> & { principal: Principal }

/** Setting up an authenticator app and switching it off, the same for users and managers. */
export const totpRoutes = <Principal>(owner: TotpOwner<Principal>) => {
  const { db, keyring, load, issuer, label, requireMayDisable, onChange } = owner
  return {
    startTotp: ({ principal }: Pick<Call<Principal>, 'principal'>) =>
      db.transaction(async tx => {
        const { isEnabled, save } = await load(tx, principal)
        if (isEnabled) throw new AppError('conflict')
        const secret = generateTotpSecret()
        await save({ secret, step: null })
        return { uri: totpUri(secret, issuer, await label(tx, principal)) }
      }),

    enableTotp: ({ principal, body, audit, now }: Call<Principal> & { body: { code: string } }) =>
      db.transaction(async tx => {
        const { ownerId, secret, lastStep, isEnabled, save } = await load(tx, principal)
        if (secret === null || isEnabled) throw new AppError('conflict')
        const step = verifyTotpCode(secret, body.code, lastStep, now)
        if (step === null) throw new AppError('wrong_code')
        await save({ step, enabledAt: now })
        const codes = await replaceRecoveryCodes(tx, keyring, ownerId)
        await onChange(tx, principal, 'totp-on', now)
        await audit(tx)
        return { recoveryCodes: codes }
      }),

    disableTotp: async ({ principal, audit, now }: Call<Principal>) => {
      await db.transaction(async tx => {
        await requireMayDisable?.(tx, principal)
        const { ownerId, isEnabled, save } = await load(tx, principal)
        if (!isEnabled) throw new AppError('conflict')
        await save({ secret: null, step: null, enabledAt: null })
        await deleteRecoveryCodes(tx, ownerId)
        await onChange(tx, principal, 'totp-off', now)
        await audit(tx)
      })
      return { success: true as const }
    },
  }
}

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
