import { expect, test } from 'vitest'
import { moreWords } from './finding-words.ts'

const items = (recommended: number, others: number) => [
  ...Array.from({ length: recommended }, () => ({ recommended: true })),
  ...Array.from({ length: others }, () => ({ recommended: false })),
]

test.each([
  [1, 0, 'It is the only thing that we found.'],
  [0, 1, 'It is the only thing that we found.'],
  [0, 2, '1 more thing was found.'],
  [1, 4, '4 more things were found.'],
  [2, 0, '1 more item is worth checking now.'],
  [5, 0, '4 more items are worth checking now.'],
  [5, 9, '4 more items are worth checking now. 14 were found in all.'],
])('%i recommended and %i other findings: %s', (recommended, others, words) => {
  expect(moreWords(items(recommended, others))).toBe(words)
})
