import { retention } from '#api/retention.ts'

/**
 * Wrong sign-in attempts: pure decisions from loaded data and `now` (NIST SP 800-63B-4 section 3.2.2). Phones, email
 * addresses and callers' IP addresses are counted by the same rules with different limits. Instants are milliseconds.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * An account allows at most a hundred wrong attempts in a row (NIST SP 800-63B-4 section 3.2.2). Twenty-five of them are
 * reserved for trusted devices, five each: a stranger cannot use those up, and so cannot lock the owner out of them.
 */
export const MAX_CONSECUTIVE_FAILURES = 75
export const TRUSTED_DEVICE_LIMIT = 5
export const TRUSTED_DEVICE_MAX_FAILURES = 5
/** How long after the last sign-in on it a device stays trusted. */
export const TRUSTED_DEVICE_LIFE_MS = retention.trustedBrowsers.usual * DAY

export type LockPolicy = {
  /** The number of failures that locks, in the last day or in a row; each further one locks too. */
  failures: number
  counted: 'in a day' | 'in a row'
  /** Locks double from the first to the longest. */
  firstLock: number
  longestLock: number
  /** The lock after each failure from `MAX_CONSECUTIVE_FAILURES` on; Infinity until support unlocks. */
  lockAtMax: number
  /** A counter without an attempt for this long is reset. */
  forgetAfter: number
}

const FOREVER = Number.POSITIVE_INFINITY

export const phonePolicy: LockPolicy = {
  failures: 10,
  counted: 'in a day',
  firstLock: HOUR,
  longestLock: DAY,
  lockAtMax: FOREVER,
  forgetAfter: FOREVER,
}

/** Never locks permanently: anyone who knows an email address could do that to its owner. */
export const emailPolicy: LockPolicy = {
  failures: 5,
  counted: 'in a row',
  firstLock: MINUTE,
  longestLock: HOUR,
  lockAtMax: DAY,
  forgetAfter: FOREVER,
}

/** Different people use the same IP address over time. */
export const addressPolicy: LockPolicy = { ...emailPolicy, forgetAfter: DAY }

/** Nothing locks on a trusted device: after too many failures it is no longer trusted. */
export const trustedDevicePolicy: LockPolicy = { ...emailPolicy, failures: FOREVER }

export type FailureCounter = {
  /** Times of the failures of the last day, if the policy counts those. */
  recentFailures: readonly number[]
  consecutiveFailures: number
  /** How many failures caused a lock. */
  locks: number
  lockedUntil: number | null
  /** The last attempt, if that is stored. */
  attemptedAt: number | null
}

export const emptyFailureCounter: FailureCounter = {
  recentFailures: [],
  consecutiveFailures: 0,
  locks: 0,
  lockedUntil: null,
  attemptedAt: null,
}

/** The counter without what the policy no longer counts. */
export const forgetExpired = (counter: FailureCounter, policy: LockPolicy, now: number): FailureCounter =>
  counter.attemptedAt !== null && now - counter.attemptedAt >= policy.forgetAfter
    ? emptyFailureCounter
    : counter

/** Whole seconds until an attempt is allowed; 0 = now, Infinity = until support unlocks. */
export const secondsLocked = (
  { consecutiveFailures, lockedUntil }: FailureCounter,
  { lockAtMax }: LockPolicy,
  now: number,
): number => {
  if (lockAtMax === FOREVER && consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) return FOREVER
  return lockedUntil === null ? 0 : Math.max(0, Math.ceil((lockedUntil - now) / SECOND))
}

/** A counted attempt: when, and until when it locked, if it did. */
export type CountedAttempt = { at: number; lock: number | null }

/** Counts an attempt as wrong before it is checked, so that concurrent attempts are all counted. */
export const countAttempt = (
  counter: FailureCounter,
  policy: LockPolicy,
  now: number,
): { counter: FailureCounter; attempt: CountedAttempt } => {
  const isDaily = policy.counted === 'in a day'
  const recentFailures = isDaily ? [...counter.recentFailures.filter(at => now - at < DAY), now] : []
  const consecutiveFailures = counter.consecutiveFailures + 1
  const isLocking = (isDaily ? recentFailures.length : consecutiveFailures) >= policy.failures
  const locks = counter.locks + (isLocking ? 1 : 0)
  const growing = Math.min(policy.firstLock * 2 ** (locks - 1), policy.longestLock)
  const isAtMax = consecutiveFailures >= MAX_CONSECUTIVE_FAILURES && policy.lockAtMax !== FOREVER
  const lock = isLocking ? now + (isAtMax ? policy.lockAtMax : growing) : null
  return {
    counter: {
      recentFailures,
      consecutiveFailures,
      locks,
      lockedUntil: lock ?? counter.lockedUntil,
      attemptedAt: now,
    },
    attempt: { at: now, lock },
  }
}

/**
 * Uncounts an attempt that was right, could not be checked, or lacked only a second factor, and removes the lock it
 * caused. Earlier failures stay: a known password must not allow unlimited attempts at the second factor.
 */
export const uncountAttempt = (counter: FailureCounter, { at, lock }: CountedAttempt): FailureCounter => {
  const index = counter.recentFailures.indexOf(at)
  return {
    ...counter,
    recentFailures: index === -1 ? counter.recentFailures : counter.recentFailures.toSpliced(index, 1),
    consecutiveFailures: Math.max(0, counter.consecutiveFailures - 1),
    locks: lock === null ? counter.locks : counter.locks - 1,
    lockedUntil: counter.lockedUntil === lock ? null : counter.lockedUntil,
  }
}

/**
 * Resets the failures in a row once a code is used up; those of the last day still count. A right code alone resets
 * nothing: if a second proof is required, anyone with the phone could otherwise guess it without limit.
 */
export const resetConsecutiveFailures = (counter: FailureCounter): FailureCounter => ({
  ...counter,
  consecutiveFailures: 0,
})
