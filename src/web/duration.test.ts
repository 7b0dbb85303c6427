import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [62, '1:02'],
  [3_600, '60:00'],
])('%d seconds are %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown)
})
