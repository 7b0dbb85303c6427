import { eq, inArray, sum } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock } from '#platform/db/locks.ts'
import {
  type CountedAttempt,
  countAttempt,
  emptyFailureCounter,
  type FailureCounter,
  forgetExpired,
  type LockPolicy,
  phonePolicy,
  resetConsecutiveFailures,
  secondsLocked,
  uncountAttempt,
} from '../lock-out.ts'
import { codeChallenges, phoneFailureCounters, trustedBrowsers, users } from './tables.ts'
import { hashDeviceSecret, type TrustedDevice, userDevices } from './trusted-devices.ts'

/** Where the wrong attempts of one subject are counted. The caller must have the subject's lock. */
export type StoredCounter = {
  policy: LockPolicy
  load: (tx: Database) => Promise<FailureCounter>
  save: (tx: Database, counter: FailureCounter) => Promise<void>
}

const loadCounter = async (tx: Database, { policy, load }: StoredCounter, now: Date) =>
  forgetExpired(await load(tx), policy, now.getTime())

export type CountedAttempts = readonly { counter: StoredCounter; attempt: CountedAttempt }[]

/** Seconds until an attempt is allowed, determined by the counter that is locked longest. */
export const secondsUntilUnlocked = async (
  tx: Database,
  counters: readonly StoredCounter[],
  now: Date,
): Promise<number> => {
  let seconds = 0
  for (const counter of counters) {
    const loaded = await loadCounter(tx, counter, now)
    seconds = Math.max(seconds, secondsLocked(loaded, counter.policy, now.getTime()))
  }
  return seconds
}

/** Counts an attempt as wrong, before it is checked. */
export const countAttempts = async (
  tx: Database,
  counters: readonly StoredCounter[],
  now: Date,
): Promise<CountedAttempts> => {
  const counted: { counter: StoredCounter; attempt: CountedAttempt }[] = []
  for (const counter of counters) {
    const after = countAttempt(await loadCounter(tx, counter, now), counter.policy, now.getTime())
    await counter.save(tx, after.counter)
    counted.push({ counter, attempt: after.attempt })
  }
  return counted
}

export const uncountAttempts = async (tx: Database, counted: CountedAttempts, now: Date): Promise<void> => {
  for (const { counter, attempt } of counted)
    await counter.save(tx, uncountAttempt(await loadCounter(tx, counter, now), attempt))
}

/**
 * Serializes requests for a phone, so that counts are exact under concurrency; released with the transaction. Code that
 * needs a phone and a user's row must lock the phone first, as signing in does, to prevent deadlocks.
 */
export const lockPhone = (tx: Database, phoneIndex: Buffer): Promise<void> =>
  acquireTransactionLock(tx, phoneIndex.readBigInt64BE(0))

/** Locks several phones, always in the same order. */
export const lockPhones = async (tx: Database, phoneIndexes: readonly Buffer[]): Promise<void> => {
  for (const phoneIndex of phoneIndexes.toSorted((one, other) => one.compare(other)))
    await lockPhone(tx, phoneIndex)
}

/** Whose codes and failures are counted together: a phone's, or those of one trusted browser with that phone. */
export type CounterScope = { phoneIndex: Buffer; trustedDevice: TrustedDevice | null }

const ownersOf = (tx: Database, phoneIndex: Buffer) =>
  tx.select({ id: users.id }).from(users).where(eq(users.phoneIndex, phoneIndex))

/** The scope of a request. A caller that counts in it must have the phone's lock. */
export const findCounterScope = async (
  tx: Database,
  phoneIndex: Buffer,
  browser: string | null,
  now: Date,
): Promise<CounterScope> => ({
  phoneIndex,
  trustedDevice: await userDevices.find(tx, ownersOf(tx, phoneIndex), hashDeviceSecret(browser), now),
})

const phoneCounter = (phoneIndex: Buffer): StoredCounter => ({
  policy: phonePolicy,
  load: async tx => {
    const [row] = await tx
      .select()
      .from(phoneFailureCounters)
      .where(eq(phoneFailureCounters.phoneIndex, phoneIndex))
    if (!row) return emptyFailureCounter
    const { recentFailures, consecutiveFailures, locks, lockedUntil } = row
    return {
      ...emptyFailureCounter,
      recentFailures,
      consecutiveFailures,
      locks,
      lockedUntil: lockedUntil?.getTime() ?? null,
    }
  },
  save: async (tx, { recentFailures, consecutiveFailures, locks, lockedUntil }) => {
    const values = {
      recentFailures: [...recentFailures],
      consecutiveFailures,
      locks,
      lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
    }
    await tx
      .insert(phoneFailureCounters)
      .values({ phoneIndex, ...values })
      .onConflictDoUpdate({ target: phoneFailureCounters.phoneIndex, set: values })
  },
})

/** Where the failures of a scope are counted. */
export const scopeCounters = ({ phoneIndex, trustedDevice }: CounterScope): StoredCounter[] => [
  trustedDevice === null ? phoneCounter(phoneIndex) : userDevices.counter(trustedDevice),
]

export const deleteFailureCounter = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  await tx.delete(phoneFailureCounters).where(eq(phoneFailureCounters.phoneIndex, phoneIndex))
}

/** Consecutive wrong codes for a phone, on every browser. */
export const countConsecutiveFailures = async (tx: Database, phoneIndex: Buffer): Promise<number> => {
  const [trusted] = await tx
    .select({ failures: sum(trustedBrowsers.failures).mapWith(Number) })
    .from(trustedBrowsers)
    .where(inArray(trustedBrowsers.ownerId, ownersOf(tx, phoneIndex)))
  return (await phoneCounter(phoneIndex).load(tx)).consecutiveFailures + (trusted?.failures ?? 0)
}

/** Resets the consecutive failures on every browser, because the user signed in. */
export const clearConsecutiveFailures = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  const { load, save } = phoneCounter(phoneIndex)
  await save(tx, resetConsecutiveFailures(await load(tx)))
  await tx
    .update(trustedBrowsers)
    .set({ failures: 0 })
    .where(inArray(trustedBrowsers.ownerId, ownersOf(tx, phoneIndex)))
}

/**
 * Unlocks a phone for support: deletes its failures, also on trusted browsers, and its sent codes, which ends every wait.
 * Returns the phone's user.
 */
export const unlockPhone = async (tx: Database, phoneIndex: Buffer): Promise<string | null> => {
  await lockPhone(tx, phoneIndex)
  await clearConsecutiveFailures(tx, phoneIndex)
  await deleteFailureCounter(tx, phoneIndex)
  await tx.delete(codeChallenges).where(eq(codeChallenges.phoneIndex, phoneIndex))
  const [user] = await ownersOf(tx, phoneIndex)
  return user?.id ?? null
}

/** Throws while a phone is locked; Infinity = until support unlocks it. */
export const requireUnlocked = (seconds: number): void => {
  if (seconds === 0) return
  throw Number.isFinite(seconds)
    ? new AppError('too_many_tries', { retryAfterSeconds: seconds })
    : new AppError('too_many_tries', {
        message: 'Codes are switched off for this phone number. Contact support.',
      })
}
