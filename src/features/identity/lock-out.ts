import { retention } from '#api/retention.ts'

/**
 * Wrong attempts to sign in, as decisions of what was loaded and of `now` (NIST SP 800-63B-4 section 3.2.2). Phones, email
 * addresses and callers' addresses are counted by the same rules with different limits. Instants are milliseconds.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * An account may see at most a hundred wrong attempts in a row (NIST SP 800-63B-4 section 3.2.2). Twenty-five of them belong
 * to trusted devices, five to each: a stranger cannot use those up, and so cannot lock the owner out of them.
 */
export const MAX_CONSECUTIVE_FAILURES = 75
export const TRUSTED_DEVICE_LIMIT = 5
export const TRUSTED_DEVICE_MAX_FAILURES = 5
/** How long after the last sign-in on it a device stays trusted. */
export const TRUSTED_DEVICE_LIFE_MS = retention.trustedBrowsers.usual * DAY

export type LockPolicy = {
  /** So many failures lock, and each one after them: of the last day, or in a row. */
  failures: number
  counted: 'in a day' | 'in a row'
  /** Locks double from the first to the longest. */
  firstLock: number
  longestLock: number
  /** The lock of each failure from `MAX_CONSECUTIVE_FAILURES` on; Infinity until support unlocks. */
  lockAtMax: number
  /** A counter without an attempt for this long starts over. */
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

/** Never locks for good: a stranger who knows an email address could do that to anyone. */
export const emailPolicy: LockPolicy = {
  failures: 5,
  counted: 'in a row',
  firstLock: MINUTE,
  longestLock: HOUR,
  lockAtMax: DAY,
  forgetAfter: FOREVER,
}

/** People come and go behind an address. */
export const addressPolicy: LockPolicy = { ...emailPolicy, forgetAfter: DAY }

/** On a trusted device nothing locks: after too many failures it is trusted no more. */
export const trustedDevicePolicy: LockPolicy = { ...emailPolicy, failures: FOREVER }

export type FailureCounter = {
  /** When the failures of the last day were, where the policy counts those. */
  recentFailures: readonly number[]
  consecutiveFailures: number
  /** How many failures have locked. */
  locks: number
  lockedUntil: number | null
  /** The last attempt, where that is stored. */
  attemptedAt: number | null
}

export const emptyFailureCounter: FailureCounter = {
  recentFailures: [],
  consecutiveFailures: 0,
  locks: 0,
  lockedUntil: null,
  attemptedAt: null,
}

/** What a policy still remembers of a counter. */
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

/** An attempt that was counted: when, and until when it locked if it did. */
export type CountedAttempt = { at: number; lock: number | null }

/**
 * Counts an attempt as wrong before it is checked, so that concurrent attempts are all counted.
 */
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
 * The counter without an attempt that was right, could not be checked, or lacked only a second factor, and without the
 * lock that it caused. Earlier failures stay: a known password must not buy endless attempts at the second factor.
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
 * The counter once a code was used up: failures in a row end, those of the last day still count. A right code alone ends
 * nothing: where a second proof is due, anyone with the phone could otherwise try that one without end.
 */
export const resetConsecutiveFailures = (counter: FailureCounter): FailureCounter => ({
  ...counter,
  consecutiveFailures: 0,
})
