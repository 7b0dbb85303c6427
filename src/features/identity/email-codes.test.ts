import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailCodeMessage, isEmailCodeOpen, secondsUntilNextEmailCode } from './email-codes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const now = Date.UTC(2026, 10, 21, 12)
const sent = (secondsAgo: number, used = false) => ({ sentAt: now - secondsAgo * SECOND, used })

describe('the wait for another code', () => {
  it.each([
    ['is none at first', [], 0],
    ['is 30 seconds after the first', [sent(0)], 30],
    ['counts down', [sent(29)], 1],
    ['ends', [sent(30)], 0],
    ['is 60 seconds after the second', [sent(0), sent(40)], 60],
    ['is 120 seconds after the third', [sent(0), sent(70), sent(110)], 120],
    ['stays at 120 seconds', [sent(0), sent(130), sent(260), sent(390)], 120],
    ['starts over once a code was used', [sent(0), sent(5, true), sent(70)], 30],
    ['is none after a code was used', [sent(1, true)], 0],
  ])('%s', (_, codes, seconds) => {
    expect(secondsUntilNextEmailCode(codes, now)).toBe(seconds)
  })

  it('lasts until the day is over after ten codes, used or not', () => {
    const ten = Array.from({ length: 10 }, (_, index) => sent(600 * (index + 1), index % 2 === 0))
    expect(secondsUntilNextEmailCode(ten, now)).toBe(86_400 - 6_000)
    expect(secondsUntilNextEmailCode(ten.slice(1), now)).toBe(0)
  })

  it('never lets more than ten codes go in a day, however they are asked for', () => {
    const asks = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 7_200 }), used: fc.boolean() }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(asks, asked => {
        const codes: { sentAt: number; used: boolean }[] = []
        let at = now
        for (const { wait, used } of asked) {
          at += wait * SECOND
          const lastDay = codes.filter(code => at - code.sentAt < 1_440 * MINUTE)
          if (secondsUntilNextEmailCode(lastDay, at) > 0) continue
          codes.unshift({ sentAt: at, used })
          const day = codes.filter(code => at - code.sentAt < 1_440 * MINUTE)
          expect(day.length).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

describe('a code', () => {
  const fresh = { sentAt: now, tries: 0, consumed: false }
  it.each([
    ['is open when it was just sent', fresh, true],
    ['is open for its fifth try', { ...fresh, tries: 4 }, true],
    ['is closed after five tries', { ...fresh, tries: 5 }, false],
    ['is closed once it was used', { ...fresh, consumed: true }, false],
    ['is open at fifteen minutes', { ...fresh, sentAt: now - 15 * MINUTE }, true],
    ['is closed after fifteen minutes', { ...fresh, sentAt: now - 15 * MINUTE - 1 }, false],
  ])('%s', (_, code, open) => {
    expect(isEmailCodeOpen(code, now)).toBe(open)
  })

  it('is in the text of its email, not in the subject', () => {
    const { subject, text } = emailCodeMessage('verify', '012345')
    expect(text).toContain('Fairfile code: 012345\n')
    expect(subject).not.toMatch(/\d/)
  })
})
