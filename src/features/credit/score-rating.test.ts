import { expect, test } from 'vitest'
import { findScoreBand, scoreBands } from './score-rating.ts'

test.each([
  [299, undefined],
  [300, 'Poor'],
  [579, 'Poor'],
  [580, 'Fair'],
  [669, 'Fair'],
  [670, 'Good'],
  [739, 'Good'],
  [740, 'Very good'],
  [799, 'Very good'],
  [800, 'Exceptional'],
  [850, 'Exceptional'],
  [851, undefined],
])('a score of %i is %s', (score, word) => {
  expect(findScoreBand(score)?.word).toBe(word)
})

test('the bands follow one another without a gap', () => {
  for (const [index, band] of scoreBands.entries()) {
    expect(scoreBands[index + 1]?.from ?? 851).toBe(band.to + 1)
  }
})
