import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterUse,
  type Challenge,
  countTry,
  FAILS_IN_A_ROW,
  FAILS_OF_KNOWN_BROWSER,
  freshGuard,
  type Guard,
  isOpen,
  KNOWN_BROWSERS,
  productionSendRates,
  secondsLocked,
  secondsUntilSend,
  type Try,
  takeBack,
} from './codes.ts'

/**
 * Any schedule of asks, right and wrong codes, answers that never come and waits, under a clock of its own. What the rules
 * let happen is compared with a plain list of everything that did.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A phone as the server keeps it: challenges newest first, and the guard. */
type Phone = {
  challenges: (Challenge & { id: number })[]
  guard: Guard
  looking: { id: number; tried: Try }[]
}

/** What happened, told without the rules. */
type Story = {
  now: number
  /** With the instants of those before it that were not used by then. */
  asks: { id: number; at: number; unused: readonly number[] }[]
  looks: { id: number; at: number; ended: 'wrong' | 'right' | 'not looked at' | null }[]
}

type Step = fc.Command<Story, Phone>

const step = (name: string, run: (story: Story, phone: Phone) => void): Step => ({
  check: () => true,
  run,
  toString: () => name,
})

const sentOf = ({ sentAt, consumed }: Challenge) => ({ sentAt, used: consumed })

const within = (times: readonly number[], now: number, length: number) =>
  times.filter(at => at <= now && now - at < length)

const ask = step('ask', (story, phone) => {
  const { now, asks, looks } = story
  const lastDay = phone.challenges.filter(({ sentAt }) => now - sentAt < DAY).map(sentOf)
  const refused =
    secondsLocked(phone.guard, now) > 0 || secondsUntilSend(lastDay, productionSendRates, now) > 0
  if (refused) return
  const id = asks.length
  const used = ({ id: asked }: { id: number }) =>
    looks.some(look => look.id === asked && look.ended === 'right')
  const unused = asks.slice(asks.findLastIndex(used) + 1).map(({ at }) => at)
  phone.challenges = [{ id, sentAt: now, tries: 0, provenAt: null, consumed: false }, ...phone.challenges]
  asks.push({ id, at: now, unused })
})

/** A code arrives and is counted; whether it is right is found out later. */
const give = step('give', (story, phone) => {
  const { now, looks } = story
  const [newest] = phone.challenges
  if (secondsLocked(phone.guard, now) > 0 || !newest || !isOpen(newest, now)) return
  const { guard, tried } = countTry(phone.guard, now)
  phone.guard = guard
  newest.tries += 1
  phone.looking.push({ id: newest.id, tried })
  looks.push({ id: newest.id, at: now, ended: null })
})

const end = (ended: 'wrong' | 'right' | 'not looked at', which: number) =>
  step(`end ${ended}`, (story, phone) => {
    const [looking] = phone.looking.splice(which % Math.max(1, phone.looking.length), 1)
    if (!looking) return
    const { id, tried } = looking
    const told = story.looks.find(look => look.id === id && look.at === tried.at && look.ended === null)
    const challenge = phone.challenges.find(one => one.id === id)
    if (!told || !challenge) throw new Error('a look at nothing ended')
    told.ended = ended
    if (ended === 'wrong') return
    const back = takeBack(phone.guard, tried)
    phone.guard = ended === 'right' ? afterUse(back) : back
    challenge.tries -= 1
    if (ended === 'right') challenge.consumed = true
  })

const wait = (milliseconds: number) =>
  step(`wait ${milliseconds}`, story => {
    story.now += milliseconds
  })

const steps = fc.commands(
  [
    fc.constant(ask),
    fc.constant(give),
    fc.constant(give),
    fc
      .tuple(
        fc.constantFrom('wrong' as const, 'wrong' as const, 'right' as const, 'not looked at' as const),
        fc.nat(9),
      )
      .map(([ended, which]) => end(ended, which)),
    fc.oneof(fc.integer({ min: 0, max: 6 * MINUTE }), fc.integer({ min: 0, max: 3 * HOUR })).map(wait),
  ],
  { maxCommands: 250, size: 'max' },
)

const tell = (all: Iterable<Step>): { story: Story; phone: Phone } => {
  const story: Story = { now: Date.UTC(2026, 10, 20), asks: [], looks: [] }
  const phone: Phone = { challenges: [], guard: freshGuard, looking: [] }
  fc.modelRun(() => ({ model: story, real: phone }), all)
  return { story, phone }
}

/** Looks that were wrong, or whose end nobody has told yet: each may have been a guess. */
const guessesIn = ({ looks }: Story) => looks.filter(({ ended }) => ended === 'wrong' || ended === null)

describe('for any schedule', () => {
  it('codes go out three a quarter, five an hour and ten a day at most, and with growing waits', () => {
    fc.assert(
      fc.property(steps, all => {
        const { asks } = tell(all).story
        const times = asks.map(({ at }) => at)
        for (const { at, unused } of asks) {
          expect(within(times, at, 15 * MINUTE).length).toBeLessThanOrEqual(3)
          expect(within(times, at, HOUR).length).toBeLessThanOrEqual(5)
          expect(within(times, at, DAY).length).toBeLessThanOrEqual(10)
          const today = within(unused, at, DAY)
          const gap = at - (today.at(-1) ?? 0)
          const least = [30, 60, 120, 300][Math.min(today.length, 4) - 1] ?? 0
          if (gap < 5 * MINUTE) expect(gap).toBeGreaterThanOrEqual(least * SECOND)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('a code is looked at wrongly five times at most, those still under way included', () => {
    fc.assert(
      fc.property(steps, all => {
        const perCode = Map.groupBy(guessesIn(tell(all).story), ({ id }) => id)
        for (const guesses of perCode.values()) expect(guesses.length).toBeLessThanOrEqual(5)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a phone takes ten wrong codes in a day, and one more after each lock that it sat out', () => {
    fc.assert(
      fc.property(steps, all => {
        const guesses = guessesIn(tell(all).story)
        for (const { at } of guesses) {
          const day = guesses.filter(guess => guess.at >= at && guess.at < at + DAY)
          const satOut = day.slice(10).map((guess, n) => guess.at - (day[9 + n]?.at ?? 0))
          for (const [n, gap] of satOut.entries()) expect(gap).toBeGreaterThanOrEqual(2 ** n * HOUR)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('fails in a row are exactly those since the last right code, whatever new codes were asked for', () => {
    fc.assert(
      fc.property(steps, all => {
        const { story, phone } = tell(all)
        if (story.looks.some(({ ended }) => ended === null)) return
        const wrong = story.looks.filter(({ ended }) => ended === 'wrong').length
        const everRight = story.looks.some(({ ended }) => ended === 'right')
        if (!everRight) expect(phone.guard.consecutiveFails).toBe(wrong)
        expect(phone.guard.consecutiveFails).toBeLessThanOrEqual(wrong)
      }),
      { numRuns: 1_000 },
    )
  })
})

it('seventy-five wrong codes in a row switch codes off, however patiently they are given', () => {
  const patience = fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 40, maxLength: 60 })
  fc.assert(
    fc.property(patience, waits => {
      const story: Story = { now: Date.UTC(2026, 10, 20), asks: [], looks: [] }
      const phone: Phone = { challenges: [], guard: freshGuard, looking: [] }
      for (let turn = 0; secondsLocked(phone.guard, story.now) !== Number.POSITIVE_INFINITY; turn += 1) {
        expect(turn).toBeLessThan(1_000)
        const locked = secondsLocked(phone.guard, story.now) * SECOND
        story.now += locked + (waits[turn % waits.length] ?? 0)
        ask.run(story, phone)
        for (const _try of [1, 2, 3, 4, 5]) {
          give.run(story, phone)
          end('wrong', 0).run(story, phone)
        }
      }
      expect(story.looks.length).toBe(75)
      story.now += 1_000 * DAY
      give.run(story, phone)
      ask.run(story, phone)
      expect(story.looks.length).toBe(75)
    }),
    { numRuns: 50 },
  )
})

it('with those of known browsers, a hundred wrong codes in a row are the most that an account sees', () => {
  expect(FAILS_IN_A_ROW + KNOWN_BROWSERS * FAILS_OF_KNOWN_BROWSER).toBeLessThanOrEqual(100)
})
