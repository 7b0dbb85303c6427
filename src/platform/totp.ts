import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, type SQLWrapper } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Keyring } from './crypto/encryption.ts'
import type { Database } from './db/database.ts'
import { recoveryCodes } from './db/tables.ts'

/**
 * Authenticator apps (RFC 6238: SHA-1, 6 digits, steps of 30 seconds) and the recovery codes that stand in for a lost
 * one. A code works once: of the steps that are accepted, the present one and the one before, only those after the
 * last step used (security-reliability D4).
 */

const STEP_SECONDS = 30
const RECOVERY_CODES = 10

const createTotp = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Fairfile',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** A new secret: 160 random bits. */
export const generateTotpSecret = (): Buffer => randomBytes(20)

/** What an authenticator app is shown, as an `otpauth://` address. */
export const totpUri = (secret: Uint8Array, label: string): string => createTotp(secret, label).toString()

/** The code of a secret at an instant. */
export const generateTotpCode = (secret: Uint8Array, now: Date): string =>
  createTotp(secret).generate({ timestamp: now.getTime() })

/** The step that a code proves, to be kept as used; null when it is wrong, too old, or was used before. */
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

/** Small letters and digits that cannot be taken for each other. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newRecoveryCode = () => {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)] ?? '')
  return [0, 4, 8, 12].map(at => letters.slice(at, at + 4).join('')).join('-')
}

const macOf = (keyring: Keyring, ownerId: string, code: string) =>
  keyring.mac('recovery code', `${ownerId}|${code.toLowerCase().replaceAll('-', '')}`)

/** Gives an owner ten new recovery codes; older ones end. They are shown once and kept as keyed MACs. */
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

/** Uses a recovery code up; false when there is no such code or it was used before. */
export const consumeRecoveryCode = async (
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

/** Has no recovery code of some owners work any more. */
export const invalidateRecoveryCodes = async (tx: Database, owners: SQLWrapper, now: Date): Promise<void> => {
  await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(inArray(recoveryCodes.ownerId, owners), isNull(recoveryCodes.usedAt)))
}

/** Forgets an owner's recovery codes. */
export const deleteRecoveryCodes = async (tx: Database, ownerId: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.ownerId, ownerId))
}
