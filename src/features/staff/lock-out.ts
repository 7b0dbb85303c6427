/**
 * Wrong tries to sign in as a manager, as decisions of what was loaded and of `now` (NIST SP 800-63B-4 section 3.2.2). They
 * are counted for the email address, whether a manager has it or not, and for the address the caller comes from; those on a
 * device that the manager is known on for that device alone. Instants are milliseconds since 1970.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const FAILS_BEFORE_LOCK = 5
/** From so many in a row on a try a day is looked at, on devices that the manager is not known on. */
const FAILS_IN_A_ROW = 75
const FIRST_LOCK = MINUTE
const LONGEST_LOCK = HOUR
const LOCK_OF_A_DAY = DAY
/** Known devices of a manager, wrong tries in a row on one before it counts as a stranger's, and how long it is known. */
export const TRUSTED_DEVICE_LIMIT = 5
export const TRUSTED_DEVICE_MAX_FAILURES = 5
export const TRUSTED_DEVICE_LIFE_MS = 90 * DAY
/** People come and go behind a caller's address: what was tried from it is forgotten after a quiet day. */
const ADDRESS_MEMORY = DAY

/** What tries are counted for. */
export const counterKinds = ['email', 'address'] as const
export type CounterKind = (typeof counterKinds)[number]

/** Wrong tries in a row, and until when no other is looked at. */
export type FailureCounter = { fails: number; lockedUntil: number | null; triedAt: number }

/** A guard that has seen nothing. */
export const emptyFailureCounter = (now: number): FailureCounter => ({
  fails: 0,
  lockedUntil: null,
  triedAt: now,
})

/** What is still remembered of a guard. */
export const forgetExpired = (kind: CounterKind, guard: FailureCounter, now: number): FailureCounter =>
  kind === 'address' && now - guard.triedAt >= ADDRESS_MEMORY ? emptyFailureCounter(now) : guard

/** Whole seconds for which no try is looked at; 0 = look. */
export const secondsLocked = ({ lockedUntil }: FailureCounter, now: number): number =>
  lockedUntil === null ? 0 : Math.max(0, Math.ceil((lockedUntil - now) / SECOND))

/** A try that was counted, and whether it was the one that locked. */
export type CountedAttempt = { locked: boolean }

/**
 * Counts a try as a wrong one, before it is looked at: however many are looked at in the same moment, none is beyond
 * the count. From the fifth on each locks, for a minute at first and twice as long each time, up to an hour; from the 75th on
 * for a day. It never locks for good: a stranger who knows an email address could have that done to anybody.
 */
export const countAttempt = (
  guard: FailureCounter,
  now: number,
): { guard: FailureCounter; tried: CountedAttempt } => {
  const fails = guard.fails + 1
  const locked = fails >= FAILS_BEFORE_LOCK
  const growing = Math.min(FIRST_LOCK * 2 ** (fails - FAILS_BEFORE_LOCK), LONGEST_LOCK)
  const lock = fails >= FAILS_IN_A_ROW ? LOCK_OF_A_DAY : growing
  return {
    guard: { fails, lockedUntil: locked ? now + lock : guard.lockedUntil, triedAt: now },
    tried: { locked },
  }
}

/**
 * The guard without a try that was not wrong but signed nobody in either: nobody could look at it, or the password was
 * right and the code of the app was not given yet. Earlier wrong tries stand: else a known password would buy endless
 * tries of the code.
 */
export const uncountAttempt = (guard: FailureCounter, { locked }: CountedAttempt): FailureCounter => ({
  ...guard,
  fails: Math.max(0, guard.fails - 1),
  lockedUntil: locked ? null : guard.lockedUntil,
})
