import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressPolicy,
  countAttempt,
  emailPolicy,
  emptyFailureCounter,
  type FailureCounter,
  forgetExpired,
  phonePolicy,
  resetConsecutiveFailures,
  secondsLocked,
  uncountAttempt,
} from './lock-out.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const noon = Date.UTC(2026, 10, 20, 12)

describe('wrong codes for a phone', () => {
  const fail = (counter: FailureCounter, times: number, at: number) =>
    Array.from({ length: times }).reduce<FailureCounter>(
      given => countAttempt(given, phonePolicy, at).counter,
      counter,
    )
  const locked = (counter: FailureCounter, at: number) => secondsLocked(counter, phonePolicy, at)

  it('lock it for an hour at the tenth in a day, then twice as long', () => {
    const nine = fail(emptyFailureCounter, 9, noon)
    expect(locked(nine, noon)).toBe(0)
    const ten = fail(nine, 1, noon)
    expect(locked(ten, noon)).toBe(3_600)
    expect(locked(ten, noon + HOUR)).toBe(0)
    expect(locked(fail(ten, 1, noon + HOUR), noon + HOUR)).toBe(7_200)
  })

  it('are forgotten after a day, except those in a row', () => {
    const old = fail(emptyFailureCounter, 9, noon - 25 * HOUR)
    expect(locked(fail(old, 1, noon), noon)).toBe(0)
    expect(fail(old, 1, noon).consecutiveFailures).toBe(10)
  })

  it('in a row end with a right one, which is not counted itself', () => {
    const nine = fail(emptyFailureCounter, 9, noon)
    const { counter, attempt } = countAttempt(nine, phonePolicy, noon + MINUTE)
    expect(locked(counter, noon + MINUTE)).toBe(3_600)
    expect(resetConsecutiveFailures(uncountAttempt(counter, attempt))).toMatchObject({
      recentFailures: nine.recentFailures,
      consecutiveFailures: 0,
      locks: 0,
      lockedUntil: null,
    })
  })

  it('are not counted if they could not be checked, in any order', () => {
    const first = countAttempt(emptyFailureCounter, phonePolicy, noon)
    const second = countAttempt(first.counter, phonePolicy, noon + 1)
    expect(uncountAttempt(second.counter, first.attempt)).toEqual(fail(emptyFailureCounter, 1, noon + 1))
  })

  it('switch codes off at seventy-five in a row, however slowly they are entered', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 48 * HOUR }), { minLength: 75, maxLength: 90 })
    fc.assert(
      fc.property(gaps, waits => {
        let [counter, at] = [emptyFailureCounter, noon]
        for (const wait of waits) {
          at += wait
          counter = countAttempt(counter, phonePolicy, at).counter
        }
        expect(locked(counter, at + 1_000 * HOUR)).toBe(Number.POSITIVE_INFINITY)
      }),
    )
  })
})

/** The counter after failures, each made as soon as an attempt is allowed. */
const afterFailures = (failures: number): { counter: FailureCounter; now: number } => {
  let [counter, now] = [emptyFailureCounter, noon]
  for (let n = 0; n < failures; n += 1) {
    now += secondsLocked(counter, emailPolicy, now) * SECOND
    counter = countAttempt(counter, emailPolicy, now).counter
  }
  return { counter, now }
}

describe('wrong passwords for an email address', () => {
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
  ])('%i in a row lock it for %i seconds', (failures, seconds) => {
    const { counter, now } = afterFailures(failures)
    expect(secondsLocked(counter, emailPolicy, now)).toBe(seconds)
  })

  it('never lock it permanently, and take at least four weeks to reach a hundred', () => {
    const { counter, now } = afterFailures(100)
    expect(secondsLocked(counter, emailPolicy, now + 24 * HOUR)).toBe(0)
    expect(now - noon).toBeGreaterThan(27 * 24 * HOUR)
  })

  it('are forgotten for a caller after a day without attempts, for an email address never', () => {
    const { counter, now } = afterFailures(6)
    const remembered = (policy: typeof emailPolicy, at: number) =>
      forgetExpired(counter, policy, at).consecutiveFailures
    expect(remembered(addressPolicy, now + 24 * HOUR - 1)).toBe(6)
    expect(remembered(addressPolicy, now + 24 * HOUR)).toBe(0)
    expect(remembered(emailPolicy, now + 24 * HOUR)).toBe(6)
  })
})

describe('a lock', () => {
  it('ends to the millisecond, and is reported in whole seconds rounded up', () => {
    const { counter, now } = afterFailures(5)
    expect(secondsLocked(counter, emailPolicy, now + MINUTE - 1)).toBe(1)
    expect(secondsLocked(counter, emailPolicy, now + MINUTE)).toBe(0)
  })

  it('made by an attempt is removed when the attempt is uncounted', () => {
    const { counter, now } = afterFailures(4)
    const counted = countAttempt(counter, emailPolicy, now)
    expect(secondsLocked(counted.counter, emailPolicy, now)).toBe(60)
    expect(uncountAttempt(counted.counter, counted.attempt)).toMatchObject({
      consecutiveFailures: 4,
      lockedUntil: null,
    })
  })
})

/** Possible steps: time passes, an attempt begins, or a pending attempt turns out wrong or is uncounted. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * HOUR }) }),
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({ kind: fc.constantFrom('wrong' as const, 'back' as const), which: fc.nat({ max: 9 }) }),
)

describe.each([
  ['a phone', phonePolicy],
  ['an email address', emailPolicy],
])('in any order of attempts for %s', (_name, policy) => {
  it('none is checked while locked, and every pending one is counted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), steps => {
        let [counter, now, wrong] = [emptyFailureCounter, noon, 0]
        const underWay: { at: number; lock: number | null }[] = []
        for (const each of steps) {
          if (each.kind === 'pass') now += each.ms
          else if (each.kind === 'begin') {
            if (secondsLocked(counter, policy, now) > 0) continue
            const counted = countAttempt(counter, policy, now)
            counter = counted.counter
            underWay.push(counted.attempt)
          } else {
            const [attempt] = underWay.splice(each.which, 1)
            if (!attempt) continue
            if (each.kind === 'wrong') wrong += 1
            else counter = uncountAttempt(counter, attempt)
          }
          // Every wrong attempt was counted, and a pending one counts as wrong until it is decided.
          expect(counter.consecutiveFailures).toBe(wrong + underWay.length)
        }
      }),
    )
  })
})

describe('an attacker', () => {
  const lookedAt = (policy: typeof emailPolicy, waits: readonly number[]) => {
    let [counter, now] = [emptyFailureCounter, noon]
    const looked: number[] = []
    for (const wait of waits) {
      now += wait
      if (secondsLocked(counter, policy, now) > 0) continue
      looked.push(now)
      counter = countAttempt(counter, policy, now).counter
    }
    return { looked, hours: (now - noon) / HOUR }
  }

  it('guessing codes gets ten in any day, and one more after each lock that ended within it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * HOUR }), { maxLength: 150 }), waits => {
        const { looked } = lookedAt(phonePolicy, waits)
        for (const start of looked) {
          const inOneDay = looked.filter(one => one >= start && one < start + 24 * HOUR)
          // 1 + 2 + 4 + 8 hours of locks fit in a day.
          expect(inOneDay.length).toBeLessThanOrEqual(14)
        }
      }),
    )
  })

  it('guessing passwords gets ten while the locks double, and then one an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 120 }), waits => {
        const { looked, hours } = lookedAt(emailPolicy, waits)
        expect(looked.length).toBeLessThanOrEqual(11 + hours)
      }),
    )
  })
})
