import { and, eq, inArray, sum } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock } from '#platform/db/locks.ts'
import { emptyFailureCounter, type FailureCounter, resetConsecutiveFailures } from '../codes.ts'
import { codeChallenges, phoneFailureCounters, trustedBrowsers, users } from './tables.ts'
import type { CounterScope } from './trusted-devices.ts'

/**
 * One request at a time per phone, so that counts hold whatever arrives at once; released with the transaction. Who needs
 * a phone and a person's row takes the phone first, as signing in does: else two requests could wait for each other.
 */
export const lockPhone = (tx: Database, phoneIndex: Buffer): Promise<void> =>
  acquireTransactionLock(tx, phoneIndex.readBigInt64BE(0))

/** Locks several phones, in the same order whoever asks. */
export const lockPhones = async (tx: Database, phoneIndexes: readonly Buffer[]): Promise<void> => {
  for (const phoneIndex of phoneIndexes.toSorted((one, other) => one.compare(other)))
    await lockPhone(tx, phoneIndex)
}

const isOf = ({ userId, browser }: NonNullable<CounterScope['trustedDevice']>) =>
  and(eq(trustedBrowsers.userId, userId), eq(trustedBrowsers.browser, browser))

/** What is remembered of wrong codes for a phone, or of those given on one known browser. */
export const loadFailureCounter = async (
  tx: Database,
  { phoneIndex, trustedDevice }: CounterScope,
): Promise<FailureCounter> => {
  if (trustedDevice !== null) {
    const [row] = await tx.select().from(trustedBrowsers).where(isOf(trustedDevice))
    return { ...emptyFailureCounter, consecutiveFails: row?.wrongCodes ?? 0 }
  }
  const [row] = await tx
    .select()
    .from(phoneFailureCounters)
    .where(eq(phoneFailureCounters.phoneIndex, phoneIndex))
  return row ? { ...row, lockedUntil: row.lockedUntil?.getTime() ?? null } : emptyFailureCounter
}

/** Keeps it. A known browser has no locks: after too many wrong codes in a row it is known no more. */
export const saveFailureCounter = async (
  tx: Database,
  { phoneIndex, trustedDevice }: CounterScope,
  guard: FailureCounter,
): Promise<void> => {
  if (trustedDevice !== null) {
    await tx.update(trustedBrowsers).set({ wrongCodes: guard.consecutiveFails }).where(isOf(trustedDevice))
    return
  }
  const values = {
    recentFails: [...guard.recentFails],
    consecutiveFails: guard.consecutiveFails,
    locks: guard.locks,
    lockedUntil: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
  }
  await tx
    .insert(phoneFailureCounters)
    .values({ phoneIndex, ...values })
    .onConflictDoUpdate({ target: phoneFailureCounters.phoneIndex, set: values })
}

/** Forgets what was tried with a phone that is nobody's any more. */
export const deleteFailureCounter = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  await tx.delete(phoneFailureCounters).where(eq(phoneFailureCounters.phoneIndex, phoneIndex))
}

/** Of the person whose phone it is. */
const browsersOf = (tx: Database, phoneIndex: Buffer) =>
  inArray(
    trustedBrowsers.userId,
    tx.select({ id: users.id }).from(users).where(eq(users.phoneIndex, phoneIndex)),
  )

/** Wrong codes in a row for a phone, on whichever browser. */
export const countConsecutiveFailures = async (tx: Database, phoneIndex: Buffer): Promise<number> => {
  const [known] = await tx
    .select({ wrong: sum(trustedBrowsers.wrongCodes).mapWith(Number) })
    .from(trustedBrowsers)
    .where(browsersOf(tx, phoneIndex))
  return (
    (await loadFailureCounter(tx, { phoneIndex, trustedDevice: null })).consecutiveFails + (known?.wrong ?? 0)
  )
}

/** Ends the wrong codes in a row, on whichever browser: the person was here. */
export const clearConsecutiveFailures = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  const everybody = { phoneIndex, trustedDevice: null }
  await saveFailureCounter(tx, everybody, resetConsecutiveFailures(await loadFailureCounter(tx, everybody)))
  await tx.update(trustedBrowsers).set({ wrongCodes: 0 }).where(browsersOf(tx, phoneIndex))
}

/**
 * Support lets a phone in again: wrong codes are forgotten, also those of its known browsers, and so are the codes that
 * were sent, which ends every wait. Gives whose phone it is, or null.
 */
export const unlockPhone = async (tx: Database, phoneIndex: Buffer): Promise<string | null> => {
  await lockPhone(tx, phoneIndex)
  await clearConsecutiveFailures(tx, phoneIndex)
  await deleteFailureCounter(tx, phoneIndex)
  await tx.delete(codeChallenges).where(eq(codeChallenges.phoneIndex, phoneIndex))
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.phoneIndex, phoneIndex))
  return person?.id ?? null
}

/** Refuses while a phone is locked for some seconds; Infinity = until support binds it anew. */
export const requireUnlocked = (seconds: number): void => {
  if (seconds === 0) return
  throw Number.isFinite(seconds)
    ? new AppError('too_many_tries', { retryAfterSeconds: seconds })
    : new AppError('too_many_tries', {
        message: 'Codes are switched off for this phone number. Contact support.',
      })
}
