import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countAttempt,
  emptyFailureCounter,
  type FailureCounter,
  forgetExpired,
  secondsLocked,
  uncountAttempt,
} from './lock-out.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const noon = Date.UTC(2026, 10, 20, 12)

/** The guard after wrong tries, each as soon as it is looked at. */
const afterWrong = (tries: number): { guard: FailureCounter; now: number } => {
  let [guard, now] = [emptyFailureCounter(noon), noon]
  for (let n = 0; n < tries; n += 1) {
    now += secondsLocked(guard, now) * 1_000
    guard = countAttempt(guard, now).guard
  }
  return { guard, now }
}

describe('wrong tries in a row', () => {
  it.each([
    [1, 0],
    [4, 0],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 960],
    [10, 1_920],
    [11, 3_600],
    [12, 3_600],
    [74, 3_600],
    [75, 86_400],
    [1_000, 86_400],
  ])('%i of them lock for %i seconds', (tries, seconds) => {
    const { guard, now } = afterWrong(tries)
    expect(secondsLocked(guard, now)).toBe(seconds)
  })

  it('never shut an email address for good, and are a hundred after four weeks at the earliest', () => {
    const { guard, now } = afterWrong(100)
    expect(secondsLocked(guard, now + 24 * HOUR)).toBe(0)
    expect(now - noon).toBeGreaterThan(27 * 24 * HOUR)
  })

  it('are forgotten of a caller after a quiet day, of an email address never', () => {
    const { guard, now } = afterWrong(6)
    expect(forgetExpired('address', guard, now + 24 * HOUR - 1).fails).toBe(6)
    expect(forgetExpired('address', guard, now + 24 * HOUR).fails).toBe(0)
    expect(forgetExpired('email', guard, now + 24 * HOUR).fails).toBe(6)
  })
})

describe('a lock', () => {
  it('ends to the millisecond, and is told in whole seconds rounded up', () => {
    const { guard, now } = afterWrong(5)
    expect(secondsLocked(guard, now + MINUTE - 1)).toBe(1)
    expect(secondsLocked(guard, now + MINUTE)).toBe(0)
  })

  it('set by a try that is taken back goes with it', () => {
    const { guard, now } = afterWrong(4)
    const counted = countAttempt(guard, now)
    expect(secondsLocked(counted.guard, now)).toBe(60)
    expect(uncountAttempt(counted.guard, counted.tried)).toMatchObject({ fails: 4, lockedUntil: null })
  })
})

/** What may happen: time passes, a try begins, one under way turns out wrong, or as one to be taken back, or right. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * HOUR }) }),
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({ kind: fc.constantFrom('wrong' as const, 'back' as const), which: fc.nat({ max: 9 }) }),
)

describe('however tries begin and end', () => {
  it('none is looked at while locked, and no more are in flight than are counted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), steps => {
        let [guard, now, wrong] = [emptyFailureCounter(noon), noon, 0]
        const underWay: { locked: boolean }[] = []
        for (const each of steps) {
          if (each.kind === 'pass') now += each.ms
          else if (each.kind === 'begin') {
            if (secondsLocked(guard, now) > 0) continue
            const counted = countAttempt(guard, now)
            guard = counted.guard
            underWay.push(counted.tried)
          } else {
            const [tried] = underWay.splice(each.which, 1)
            if (!tried) continue
            if (each.kind === 'wrong') wrong += 1
            else guard = uncountAttempt(guard, tried)
          }
          // Every wrong answer was counted, and what is still open counts as wrong until it is known.
          expect(guard.fails).toBe(Math.min(100, wrong + underWay.length))
        }
      }),
    )
  })

  it('a guesser gets ten tries while the locks double, and then one an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 120 }), waits => {
        let [guard, now, looked] = [emptyFailureCounter(noon), noon, 0]
        for (const wait of waits) {
          now += wait
          if (secondsLocked(guard, now) > 0) continue
          guard = countAttempt(guard, now).guard
          looked += 1
        }
        const hours = (now - noon) / HOUR
        expect(looked).toBeLessThanOrEqual(11 + hours)
      }),
    )
  })
})
