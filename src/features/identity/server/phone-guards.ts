import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#server/database.ts'
import { freshGuard, type Guard } from '../codes.ts'
import { phoneGuards } from './tables.ts'

/**
 * One request at a time per phone, so that counts hold whatever arrives at once; released with the transaction. Who needs
 * a phone and a person's row takes the phone first, as signing in does: else two requests could wait for each other.
 */
export const lockPhone = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${phoneIndex.readBigInt64BE(0)}::bigint)`)
}

/** Locks several phones, in the same order whoever asks. */
export const lockPhones = async (tx: Database, phoneIndexes: readonly Buffer[]): Promise<void> => {
  for (const phoneIndex of phoneIndexes.toSorted((one, other) => one.compare(other)))
    await lockPhone(tx, phoneIndex)
}

/** What is remembered of wrong codes for a phone. */
export const guardOf = async (tx: Database, phoneIndex: Buffer): Promise<Guard> => {
  const [row] = await tx.select().from(phoneGuards).where(eq(phoneGuards.phoneIndex, phoneIndex))
  return row ? { ...row, lockedUntil: row.lockedUntil?.getTime() ?? null } : freshGuard
}

export const keepGuard = async (tx: Database, phoneIndex: Buffer, guard: Guard): Promise<void> => {
  const values = {
    recentFails: [...guard.recentFails],
    consecutiveFails: guard.consecutiveFails,
    locks: guard.locks,
    lockedUntil: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
  }
  await tx
    .insert(phoneGuards)
    .values({ phoneIndex, ...values })
    .onConflictDoUpdate({ target: phoneGuards.phoneIndex, set: values })
}

/** Forgets what was tried with a phone that is nobody's any more. */
export const dropGuard = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  await tx.delete(phoneGuards).where(eq(phoneGuards.phoneIndex, phoneIndex))
}

/** Refuses while a phone is locked for some seconds; Infinity = until support binds it anew. */
export const refuseLocked = (seconds: number): void => {
  if (seconds === 0) return
  throw Number.isFinite(seconds)
    ? new Refusal('too_many_tries', { retryAfterSeconds: seconds })
    : new Refusal('too_many_tries', {
        message: 'Codes are switched off for this phone number. Contact support.',
      })
}
