import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codeMessage,
  countAttempt,
  emptyFailureCounter,
  type FailureCounter,
  isChallengeOpen,
  isPhoneStillProven,
  productionSendRates,
  resetConsecutiveFailures,
  sandboxSendRates,
  secondsLocked,
  secondsUntilNextCode,
  uncountAttempt,
} from './codes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const noon = Date.UTC(2026, 10, 20, 12)

const unused = (...secondsAgo: number[]) =>
  secondsAgo.map(ago => ({ sentAt: noon - ago * SECOND, used: false }))

describe('asking for another code', () => {
  it.each([
    ['the first code goes at once', [], 0],
    ['the second waits 30 seconds', unused(10), 20],
    ['the third waits 60 seconds', unused(10, 50), 50],
    ['the fourth waits two minutes', unused(0, 70, 140), 120],
    ['later ones wait five minutes', unused(0, 130, 260, 400), 300],
    ['a used code leaves no wait', [{ sentAt: noon - 5 * SECOND, used: true }], 0],
    ['an old unused code leaves no wait', unused(400), 0],
  ])('%s', (_name, sent, seconds) => {
    expect(secondsUntilNextCode(sent, sandboxSendRates, noon)).toBe(seconds)
  })

  it('stops at three codes in a quarter of an hour in production', () => {
    const sent = [100, 200, 300].map(ago => ({ sentAt: noon - ago * SECOND, used: true }))
    expect(secondsUntilNextCode(sent, productionSendRates, noon)).toBe(600)
    expect(secondsUntilNextCode(sent, productionSendRates, noon + 600 * SECOND)).toBe(0)
  })
})

describe('a code', () => {
  const young = { sentAt: noon, tries: 0, provenAt: null, consumed: false }

  it.each([
    ['is open for five minutes', young, 300 * SECOND, true],
    ['has expired a second later', young, 301 * SECOND, false],
    ['is dead after five tries', { ...young, tries: 5 }, 0, false],
    ['is dead once used', { ...young, consumed: true }, 0, false],
    ['does not sign in twice after it proved a phone', { ...young, provenAt: noon }, 0, false],
  ])('%s', (_name, challenge, after, open) => {
    expect(isChallengeOpen(challenge, noon + after)).toBe(open)
  })

  it('proves its phone for ten minutes after it was right', () => {
    const proven = { ...young, provenAt: noon }
    expect(isPhoneStillProven(proven, noon + 10 * MINUTE)).toBe(true)
    expect(isPhoneStillProven(proven, noon + 10 * MINUTE + 1)).toBe(false)
    expect(isPhoneStillProven(young, noon)).toBe(false)
  })

  it('is texted without credit words, in one message that phones can fill in', () => {
    const message = codeMessage('012345', 'app.fairfile.test')
    expect(message).toMatch(/\n@app\.fairfile\.test #012345$/)
    expect(message.length).toBeLessThanOrEqual(160)
    expect(message).not.toMatch(/credit|report|dispute/i)
  })
})

describe('wrong codes', () => {
  const wrong = (guard: FailureCounter, times: number, at: number) =>
    Array.from({ length: times }).reduce<FailureCounter>(given => countAttempt(given, at).guard, guard)

  it('lock the phone for an hour at the tenth in a day, then twice as long', () => {
    const nine = wrong(emptyFailureCounter, 9, noon)
    expect(secondsLocked(nine, noon)).toBe(0)
    const ten = wrong(nine, 1, noon)
    expect(secondsLocked(ten, noon)).toBe(3_600)
    expect(secondsLocked(ten, noon + HOUR)).toBe(0)
    expect(secondsLocked(wrong(ten, 1, noon + HOUR), noon + HOUR)).toBe(7_200)
  })

  it('are forgotten after a day, except those in a row', () => {
    const old = wrong(emptyFailureCounter, 9, noon - 25 * HOUR)
    expect(secondsLocked(wrong(old, 1, noon), noon)).toBe(0)
    expect(wrong(old, 1, noon).consecutiveFails).toBe(10)
  })

  it('end in a row at a right one, which itself was never one of them', () => {
    const nine = wrong(emptyFailureCounter, 9, noon)
    const { guard, tried } = countAttempt(nine, noon + MINUTE)
    expect(secondsLocked(guard, noon + MINUTE)).toBe(3_600)
    expect(resetConsecutiveFailures(uncountAttempt(guard, tried))).toEqual({ ...nine, consecutiveFails: 0 })
  })

  it('are not counted when nobody could look at them, in whatever order others end', () => {
    const { guard, tried } = countAttempt(wrong(emptyFailureCounter, 9, noon), noon + MINUTE)
    expect(uncountAttempt(guard, tried)).toEqual(wrong(emptyFailureCounter, 9, noon))
    const [first, second] = [
      countAttempt(emptyFailureCounter, noon),
      countAttempt(countAttempt(emptyFailureCounter, noon).guard, noon + 1),
    ]
    expect(uncountAttempt(second.guard, first.tried)).toEqual(wrong(emptyFailureCounter, 1, noon + 1))
  })

  it('switch codes off at seventy-five in a row, however they are spread', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 48 * HOUR }), { minLength: 75, maxLength: 90 }),
        gaps => {
          let [guard, at] = [emptyFailureCounter, noon]
          for (const gap of gaps) {
            at += gap
            guard = countAttempt(guard, at).guard
          }
          expect(secondsLocked(guard, at + 1_000 * HOUR)).toBe(Number.POSITIVE_INFINITY)
        },
      ),
    )
  })

  it('are never looked at more than ten times in any day, whatever the schedule', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * HOUR }), { maxLength: 150 }), gaps => {
        let [guard, at] = [emptyFailureCounter, noon]
        const looked: number[] = []
        for (const gap of gaps) {
          at += gap
          if (secondsLocked(guard, at) > 0) continue
          looked.push(at)
          guard = countAttempt(guard, at).guard
        }
        for (const start of looked) {
          const inOneDay = looked.filter(one => one >= start && one < start + 24 * HOUR)
          // Ten, and one more try after each lock that ended within the day (1 + 2 + 4 + 8 hours fit in one).
          expect(inOneDay.length).toBeLessThanOrEqual(14)
        }
      }),
    )
  })
})
