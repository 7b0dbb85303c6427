import { describe, expect, it } from 'vitest'
import {
  codeMessage,
  isChallengeOpen,
  isPhoneStillProven,
  productionSendRates,
  sandboxSendRates,
  secondsUntilNextCode,
} from './codes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
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
