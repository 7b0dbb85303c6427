/**
 * Wrong tries to sign in as a manager, as decisions of what was loaded and of `now` (NIST SP 800-63B-4 section 3.2.2:
 * at most 100 in a row). They are counted for the email address, whether a manager has it or not, and for the address
 * the caller comes from. Instants are milliseconds since 1970.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const FAILS_BEFORE_LOCK = 5
const FAILS_IN_A_ROW = 100
const FIRST_LOCK = MINUTE
const LONGEST_LOCK = HOUR
/** People come and go behind a caller's address: what was tried from it is forgotten after a quiet day. */
const ADDRESS_MEMORY = DAY

/** What tries are counted for. */
export const guardKinds = ['email', 'address'] as const
export type GuardKind = (typeof guardKinds)[number]

/** Wrong tries in a row, and until when no other is looked at. */
export type Guard = { fails: number; lockedUntil: number | null; triedAt: number }

/** A guard that has seen nothing. */
export const freshGuard = (now: number): Guard => ({ fails: 0, lockedUntil: null, triedAt: now })

/** What is still remembered of a guard. */
export const remembered = (kind: GuardKind, guard: Guard, now: number): Guard =>
  kind === 'address' && now - guard.triedAt >= ADDRESS_MEMORY ? freshGuard(now) : guard

/** Whole seconds for which no try is looked at; 0 = look. */
export const secondsLocked = ({ lockedUntil }: Guard, now: number): number =>
  lockedUntil === null ? 0 : Math.max(0, Math.ceil((lockedUntil - now) / SECOND))

/** Whether an email address had so many wrong tries in a row that only a new invitation opens it again. */
export const isShut = ({ fails }: Guard): boolean => fails >= FAILS_IN_A_ROW

/** A try that was counted, and whether it was the one that locked. */
export type Try = { locked: boolean }

/**
 * Counts a try as a wrong one, before it is looked at: however many are looked at in the same moment, none is beyond
 * the count. From the fifth on each locks, for a minute at first and twice as long each time, up to an hour.
 */
export const countTry = (guard: Guard, now: number): { guard: Guard; tried: Try } => {
  const fails = Math.min(guard.fails + 1, FAILS_IN_A_ROW)
  const locked = fails >= FAILS_BEFORE_LOCK
  const lock = Math.min(FIRST_LOCK * 2 ** (fails - FAILS_BEFORE_LOCK), LONGEST_LOCK)
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
export const takeBack = (guard: Guard, { locked }: Try): Guard => ({
  ...guard,
  fails: Math.max(0, guard.fails - 1),
  lockedUntil: locked ? null : guard.lockedUntil,
})
