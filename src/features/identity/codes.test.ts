import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CodeChallenge,
  type CodePolicy,
  codeMessage,
  emailCodeMessage,
  emailCodePolicy,
  isChallengeOpen,
  isPhoneStillProven,
  sandboxSmsCodePolicy,
  secondsUntilNextCode,
  smsCodePolicy,
} from './codes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 1_440 * MINUTE
const noon = Date.UTC(2026, 10, 20, 12)

const sent = (secondsAgo: number, used = false) => ({ sentAt: noon - secondsAgo * SECOND, used })
const used = (secondsAgo: number) => sent(secondsAgo, true)

describe('the wait for another code', () => {
  it.each([
    ['is none for the first texted code', sandboxSmsCodePolicy, [], 0],
    ['is 30 seconds for the second', sandboxSmsCodePolicy, [sent(10)], 20],
    ['is 60 seconds for the third', sandboxSmsCodePolicy, [sent(10), sent(50)], 50],
    ['is two minutes for the fourth', sandboxSmsCodePolicy, [sent(0), sent(70), sent(140)], 120],
    ['is five minutes for later ones', sandboxSmsCodePolicy, [0, 130, 260, 400].map(ago => sent(ago)), 300],
    ['is none after a used code', sandboxSmsCodePolicy, [used(5)], 0],
    ['is none after an expired code', sandboxSmsCodePolicy, [sent(400)], 0],
    ['is 10 minutes after three in a quarter of an hour', smsCodePolicy, [100, 200, 300].map(used), 600],
    ['is none for the first mailed code', emailCodePolicy, [], 0],
    ['is 30 seconds for the second mailed code', emailCodePolicy, [sent(0)], 30],
    ['counts down', emailCodePolicy, [sent(29)], 1],
    ['ends', emailCodePolicy, [sent(30)], 0],
    ['is 60 seconds for the third mailed code', emailCodePolicy, [sent(0), sent(40)], 60],
    ['is two minutes for later mailed codes', emailCodePolicy, [0, 130, 260, 390].map(ago => sent(ago)), 120],
    ['starts over once a code was used', emailCodePolicy, [sent(0), used(5), sent(70)], 30],
  ])('%s', (_name, policy, codes, seconds) => {
    expect(secondsUntilNextCode(policy, codes, noon)).toBe(seconds)
  })

  it('lasts until the day is over after ten mailed codes, used or not', () => {
    const ten = Array.from({ length: 10 }, (_, index) => sent(600 * (index + 1), index % 2 === 0))
    expect(secondsUntilNextCode(emailCodePolicy, ten, noon)).toBe(86_400 - 6_000)
    expect(secondsUntilNextCode(emailCodePolicy, ten.slice(1), noon)).toBe(0)
  })

  it('never allows more than ten mailed codes in a day', () => {
    const requests = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 7_200 }), used: fc.boolean() }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(requests, all => {
        const codes: { sentAt: number; used: boolean }[] = []
        let now = noon
        const lastDay = () => codes.filter(code => now - code.sentAt < DAY)
        for (const request of all) {
          now += request.wait * SECOND
          if (secondsUntilNextCode(emailCodePolicy, lastDay(), now) > 0) continue
          codes.unshift({ sentAt: now, used: request.used })
          expect(lastDay().length).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

describe('a code', () => {
  const young = { sentAt: noon, tries: 0, provenAt: null, consumed: false }

  it.each<[string, CodePolicy, Partial<CodeChallenge>, number, boolean]>([
    ['is open for five minutes', smsCodePolicy, {}, 300 * SECOND, true],
    ['expires a second later', smsCodePolicy, {}, 301 * SECOND, false],
    ['is open for its fifth try', smsCodePolicy, { tries: 4 }, 0, true],
    ['is closed after five tries', smsCodePolicy, { tries: 5 }, 0, false],
    ['is closed once used', smsCodePolicy, { consumed: true }, 0, false],
    ['does not sign in twice after it proved a phone', smsCodePolicy, { provenAt: noon }, 0, false],
    ['is open for fifteen minutes if mailed', emailCodePolicy, {}, 15 * MINUTE, true],
    ['expires after fifteen minutes if mailed', emailCodePolicy, {}, 15 * MINUTE + 1, false],
  ])('%s', (_name, policy, own, after, open) => {
    expect(isChallengeOpen(policy, { ...young, ...own }, noon + after)).toBe(open)
  })

  it('proves its phone for ten minutes after it was accepted', () => {
    const proven = { ...young, provenAt: noon }
    expect(isPhoneStillProven(proven, noon + 10 * MINUTE)).toBe(true)
    expect(isPhoneStillProven(proven, noon + 10 * MINUTE + 1)).toBe(false)
    expect(isPhoneStillProven(young, noon)).toBe(false)
  })

  it('is texted without credit words, in one message that phones can fill in', () => {
    const message = codeMessage('012345', 'app.fairfile.test', 'Fairfile')
    expect(message).toMatch(/\n@app\.fairfile\.test #012345$/)
    expect(message.length).toBeLessThanOrEqual(160)
    expect(message).not.toMatch(/credit|report|dispute/i)
  })

  it('is in the text of its email, not in the subject', () => {
    const { subject, text } = emailCodeMessage('verify', '012345', 'Fairfile')
    expect(text).toContain('Fairfile code: 012345\n')
    expect(subject).not.toMatch(/\d/)
  })
})
