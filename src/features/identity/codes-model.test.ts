import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ask,
  codeRules,
  codeSchedules,
  end,
  give,
  newCodeRun,
  runCodes,
} from '#test/support/identity/codes-model.ts'
import {
  MAX_CONSECUTIVE_FAILURES,
  phonePolicy,
  secondsLocked,
  TRUSTED_DEVICE_LIMIT,
  TRUSTED_DEVICE_MAX_FAILURES,
} from './lock-out.ts'

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

/** `npm run lab -- fuzz-codes` runs more of them. */
describe('for any schedule', () => {
  it.each(Object.entries(codeRules))('%s', (_rule, holds) => {
    const anySchedule = fc.property(codeSchedules, schedule => holds(runCodes(schedule)))
    expect(() => fc.assert(anySchedule, { numRuns: 1_000 })).not.toThrow()
  })
})

it('seventy-five wrong codes in a row switch codes off, however slowly they are entered', () => {
  const patience = fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 40, maxLength: 60 })
  fc.assert(
    fc.property(patience, waits => {
      const { story, phone } = newCodeRun()
      for (
        let turn = 0;
        secondsLocked(phone.counter, phonePolicy, story.now) !== Number.POSITIVE_INFINITY;
        turn += 1
      ) {
        expect(turn).toBeLessThan(1_000)
        const locked = secondsLocked(phone.counter, phonePolicy, story.now) * SECOND
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

it('including those on trusted browsers, an account allows at most a hundred wrong codes in a row', () => {
  expect(MAX_CONSECUTIVE_FAILURES + TRUSTED_DEVICE_LIMIT * TRUSTED_DEVICE_MAX_FAILURES).toBeLessThanOrEqual(
    100,
  )
})
