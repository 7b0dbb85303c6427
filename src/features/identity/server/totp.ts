import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import {
  consumeRecoveryCode,
  deleteRecoveryCodes,
  generateTotpSecret,
  replaceRecoveryCodes,
  totpUri,
  verifyTotpCode,
} from '#platform/totp.ts'
import type { SignInProof } from '../session-rules.ts'
import { users } from './tables.ts'

const placeOf = (row: string) => ({ table: 'users', column: 'totp_secret', row })

const secretOf = async (tx: Database, keyring: Keyring, userId: string) => {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!row?.totpSecret) return null
  const cipher = await keyring.cipherForUser(tx, userId)
  return {
    secret: cipher.decryptBytes(placeOf(userId), row.totpSecret),
    lastStep: row.totpStep,
    enabled: row.totpEnabledAt !== null,
  }
}

/** A new secret for an app, kept but not asked for yet. Refuses `conflict` when one is in use. */
export const startTotp = (db: Database, keyring: Keyring, userId: string, label: string): Promise<string> =>
  db.transaction(async tx => {
    if ((await secretOf(tx, keyring, userId))?.enabled) throw new AppError('conflict')
    const secret = generateTotpSecret()
    const cipher = await keyring.cipherForUser(tx, userId)
    await tx
      .update(users)
      .set({ totpSecret: cipher.encrypt(placeOf(userId), secret), totpStep: null })
      .where(eq(users.id, userId))
    return totpUri(secret, label)
  })

/** Asks for the app from now on, once it has shown a right code; gives the recovery codes. */
export const enableTotp = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  code: string,
  now: Date,
): Promise<string[]> => {
  const kept = await secretOf(tx, keyring, userId)
  if (!kept || kept.enabled) throw new AppError('conflict')
  const step = verifyTotpCode(kept.secret, code, kept.lastStep, now)
  if (step === null) throw new AppError('wrong_code')
  await tx.update(users).set({ totpStep: step, totpEnabledAt: now }).where(eq(users.id, userId))
  return replaceRecoveryCodes(tx, keyring, userId)
}

/** Forgets the app. Refuses `conflict` when there is none. */
export const disableTotp = async (tx: Database, userId: string): Promise<void> => {
  const had = await tx
    .update(users)
    .set({ totpSecret: null, totpStep: null, totpEnabledAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
    .returning({ id: users.id })
  if (had.length === 0) throw new AppError('conflict')
  await deleteRecoveryCodes(tx, userId)
}

/** What a code of the app, or a recovery code, proves beside the SMS code; null when it is not right. */
export const secondFactorOf = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  given: string,
  now: Date,
): Promise<Extract<SignInProof, 'code+totp' | 'code+recovery'> | null> => {
  const kept = await secretOf(tx, keyring, userId)
  if (!kept?.enabled) return null
  if (!/^\d{6}$/.test(given)) {
    return (await consumeRecoveryCode(tx, keyring, userId, given, now)) ? 'code+recovery' : null
  }
  const step = verifyTotpCode(kept.secret, given, kept.lastStep, now)
  if (step === null) return null
  await tx.update(users).set({ totpStep: step }).where(eq(users.id, userId))
  return 'code+totp'
}
