import { expect, test } from 'vitest'
import { nextPollDelay } from './poll-delay.ts'

test.each([
  [0, 5_000],
  [59_999, 5_000],
  [60_000, 20_000],
  [599_999, 20_000],
  [600_000, 60_000],
])('after waiting %i ms the page polls again in %i ms', (waited, next) => {
  expect(nextPollDelay(waited)).toBe(next)
})
