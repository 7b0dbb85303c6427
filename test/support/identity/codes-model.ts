import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  type CodeChallenge,
  isChallengeOpen,
  secondsUntilNextCode,
  smsCodePolicy,
} from '#features/identity/codes.ts'
import {
  type CountedAttempt,
  countAttempt,
  emptyFailureCounter,
  type FailureCounter,
  phonePolicy,
  resetConsecutiveFailures,
  secondsLocked,
  uncountAttempt,
} from '#features/identity/lock-out.ts'

/**
 * Any schedule of code requests, right and wrong codes, checks without a result, and waits, with a simulated clock. The
 * rules are compared with a plain list of everything that happened.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A phone's stored state: challenges newest first, and the failure counter. */
type Phone = {
  challenges: (CodeChallenge & { id: number })[]
  counter: FailureCounter
  looking: { id: number; tried: CountedAttempt }[]
}

/** What happened, independent of the rules. */
export type CodeStory = {
  now: number
  /** With the times of earlier requests that were unused by then. */
  asks: { id: number; at: number; unused: readonly number[] }[]
  looks: { id: number; at: number; ended: 'wrong' | 'right' | 'not looked at' | null }[]
}

type Step = fc.Command<CodeStory, Phone>

const step = (name: string, run: (story: CodeStory, phone: Phone) => void): Step => ({
  check: () => true,
  run,
  toString: () => name,
})

const sentOf = ({ sentAt, consumed }: CodeChallenge) => ({ sentAt, used: consumed })

const within = (times: readonly number[], now: number, length: number) =>
  times.filter(at => at <= now && now - at < length)

/** A code is requested, and sent if the rules allow it. */
export const ask = step('ask', (story, phone) => {
  const { now, asks, looks } = story
  const lastDay = phone.challenges.filter(({ sentAt }) => now - sentAt < DAY).map(sentOf)
  const refused =
    secondsLocked(phone.counter, phonePolicy, now) > 0 ||
    secondsUntilNextCode(smsCodePolicy, lastDay, now) > 0
  if (refused) return
  const id = asks.length
  const used = ({ id: asked }: { id: number }) =>
    looks.some(look => look.id === asked && look.ended === 'right')
  const unused = asks.slice(asks.findLastIndex(used) + 1).map(({ at }) => at)
  phone.challenges = [{ id, sentAt: now, tries: 0, provenAt: null, consumed: false }, ...phone.challenges]
  asks.push({ id, at: now, unused })
})

/** A code is entered and counted; whether it is right is checked later. */
export const give = step('give', (story, phone) => {
  const { now, looks } = story
  const [newest] = phone.challenges
  if (
    secondsLocked(phone.counter, phonePolicy, now) > 0 ||
    !newest ||
    !isChallengeOpen(smsCodePolicy, newest, now)
  )
    return
  const { counter, attempt: tried } = countAttempt(phone.counter, phonePolicy, now)
  phone.counter = counter
  newest.tries += 1
  phone.looking.push({ id: newest.id, tried })
  looks.push({ id: newest.id, at: now, ended: null })
})

/** The end of a check of a code; `which` of those in progress. */
export const end = (ended: 'wrong' | 'right' | 'not looked at', which: number) =>
  step(`end ${ended}`, (story, phone) => {
    const [looking] = phone.looking.splice(which % Math.max(1, phone.looking.length), 1)
    if (!looking) return
    const { id, tried } = looking
    const begun = story.looks.find(look => look.id === id && look.at === tried.at && look.ended === null)
    const challenge = phone.challenges.find(one => one.id === id)
    if (!begun || !challenge) throw new Error('a look at nothing ended')
    begun.ended = ended
    if (ended === 'wrong') return
    const back = uncountAttempt(phone.counter, tried)
    phone.counter = ended === 'right' ? resetConsecutiveFailures(back) : back
    challenge.tries -= 1
    if (ended === 'right') challenge.consumed = true
  })

const wait = (milliseconds: number) =>
  step(`wait ${milliseconds}`, story => {
    story.now += milliseconds
  })

/** Any schedule of up to 250 steps. */
export const codeSchedules: fc.Arbitrary<Iterable<Step>> = fc.commands(
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

export type CodeRun = { story: CodeStory; phone: Phone }

/** The initial state. */
export const newCodeRun = (): CodeRun => ({
  story: { now: Date.UTC(2026, 10, 20), asks: [], looks: [] },
  phone: { challenges: [], counter: emptyFailureCounter, looking: [] },
})

/** Runs a schedule. */
export const runCodes = (schedule: Iterable<Step>): CodeRun => {
  const { story, phone } = newCodeRun()
  fc.modelRun(() => ({ model: story, real: phone }), schedule)
  return { story, phone }
}

/** Checks that were wrong or are unfinished: each may have been a guess. */
export const listGuesses = ({ looks }: CodeStory): CodeStory['looks'] =>
  looks.filter(({ ended }) => ended === 'wrong' || ended === null)

/** Invariants after any schedule; each throws if violated. */
export const codeRules: Readonly<Record<string, (run: CodeRun) => void>> = {
  'codes go out three a quarter, five an hour and ten a day at most, and with growing waits': ({ story }) => {
    const times = story.asks.map(({ at }) => at)
    for (const { at, unused } of story.asks) {
      assert(within(times, at, 15 * MINUTE).length <= 3)
      assert(within(times, at, HOUR).length <= 5)
      assert(within(times, at, DAY).length <= 10)
      const today = within(unused, at, DAY)
      const gap = at - (today.at(-1) ?? 0)
      const least = [30, 60, 120, 300][Math.min(today.length, 4) - 1] ?? 0
      assert(gap >= Math.min(5 * MINUTE, least * SECOND))
    }
  },

  'a code is looked at wrongly five times at most, those still under way included': ({ story }) => {
    for (const guesses of Map.groupBy(listGuesses(story), ({ id }) => id).values())
      assert(guesses.length <= 5)
  },

  'a phone takes ten wrong codes in a day, and one more after each lock that it sat out': ({ story }) => {
    const guesses = listGuesses(story)
    for (const { at } of guesses) {
      const day = guesses.filter(guess => guess.at >= at && guess.at < at + DAY)
      const satOut = day.slice(10).map((guess, n) => guess.at - (day[9 + n]?.at ?? 0))
      for (const [n, gap] of satOut.entries()) assert(gap >= 2 ** n * HOUR)
    }
  },

  'fails in a row are exactly those since the last right code, whatever new codes were asked for': ({
    story,
    phone,
  }) => {
    if (story.looks.some(({ ended }) => ended === null)) return
    const wrong = story.looks.filter(({ ended }) => ended === 'wrong').length
    const everRight = story.looks.some(({ ended }) => ended === 'right')
    if (!everRight) assert.equal(phone.counter.consecutiveFailures, wrong)
    assert(phone.counter.consecutiveFailures <= wrong)
  },
}
