import { and, eq, inArray, sum } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { holdLock } from '#platform/db/locks.ts'
import { afterUse, freshGuard, type Guard } from '../codes.ts'
import type { Lane } from './known-browsers.ts'
import { codeChallenges, knownBrowsers, phoneGuards, users } from './tables.ts'

/**
 * One request at a time per phone, so that counts hold whatever arrives at once; released with the transaction. Who needs
 * a phone and a person's row takes the phone first, as signing in does: else two requests could wait for each other.
 */
export const lockPhone = (tx: Database, phoneIndex: Buffer): Promise<void> =>
  holdLock(tx, phoneIndex.readBigInt64BE(0))

/** Locks several phones, in the same order whoever asks. */
export const lockPhones = async (tx: Database, phoneIndexes: readonly Buffer[]): Promise<void> => {
  for (const phoneIndex of phoneIndexes.toSorted((one, other) => one.compare(other)))
    await lockPhone(tx, phoneIndex)
}

const isOf = ({ userId, browser }: NonNullable<Lane['known']>) =>
  and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.browser, browser))

/** What is remembered of wrong codes for a phone, or of those given on one known browser. */
export const guardOf = async (tx: Database, { phoneIndex, known }: Lane): Promise<Guard> => {
  if (known !== null) {
    const [row] = await tx.select().from(knownBrowsers).where(isOf(known))
    return { ...freshGuard, consecutiveFails: row?.wrongCodes ?? 0 }
  }
  const [row] = await tx.select().from(phoneGuards).where(eq(phoneGuards.phoneIndex, phoneIndex))
  return row ? { ...row, lockedUntil: row.lockedUntil?.getTime() ?? null } : freshGuard
}

/** Keeps it. A known browser has no locks: after too many wrong codes in a row it is known no more. */
export const keepGuard = async (tx: Database, { phoneIndex, known }: Lane, guard: Guard): Promise<void> => {
  if (known !== null) {
    await tx.update(knownBrowsers).set({ wrongCodes: guard.consecutiveFails }).where(isOf(known))
    return
  }
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

/** Of the person whose phone it is. */
const browsersOf = (tx: Database, phoneIndex: Buffer) =>
  inArray(
    knownBrowsers.userId,
    tx.select({ id: users.id }).from(users).where(eq(users.phoneIndex, phoneIndex)),
  )

/** Wrong codes in a row for a phone, on whichever browser. */
export const wrongInARow = async (tx: Database, phoneIndex: Buffer): Promise<number> => {
  const [known] = await tx
    .select({ wrong: sum(knownBrowsers.wrongCodes).mapWith(Number) })
    .from(knownBrowsers)
    .where(browsersOf(tx, phoneIndex))
  return (await guardOf(tx, { phoneIndex, known: null })).consecutiveFails + (known?.wrong ?? 0)
}

/** Ends the wrong codes in a row, on whichever browser: the person was here. */
export const endRow = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  const everybody = { phoneIndex, known: null }
  await keepGuard(tx, everybody, afterUse(await guardOf(tx, everybody)))
  await tx.update(knownBrowsers).set({ wrongCodes: 0 }).where(browsersOf(tx, phoneIndex))
}

/**
 * Support lets a phone in again: wrong codes are forgotten, also those of its known browsers, and so are the codes that
 * were sent, which ends every wait. Gives whose phone it is, or null.
 */
export const unlockPhone = async (tx: Database, phoneIndex: Buffer): Promise<string | null> => {
  await lockPhone(tx, phoneIndex)
  await endRow(tx, phoneIndex)
  await dropGuard(tx, phoneIndex)
  await tx.delete(codeChallenges).where(eq(codeChallenges.phoneIndex, phoneIndex))
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.phoneIndex, phoneIndex))
  return person?.id ?? null
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
