import { expect, test } from 'vitest'
import { describeMoreFindings, describeOtherFindings } from './finding-text.ts'

const items = (recommended: number, others: number) => [
  ...Array.from({ length: recommended }, () => ({ recommended: true })),
  ...Array.from({ length: others }, () => ({ recommended: false })),
]

test.each([
  [1, 0, 'This is the only item we found.'],
  [0, 1, 'This is the only item we found.'],
  [0, 2, 'We also found 1 more item.'],
  [1, 4, 'We also found 4 more items.'],
  [2, 0, '1 more item is worth checking now.'],
  [5, 0, '4 more items are worth checking now.'],
  [5, 9, '4 more items are worth checking now. We found 14 in all.'],
])('%i recommended and %i other findings: %s', (recommended, others, words) => {
  expect(describeMoreFindings(items(recommended, others))).toBe(words)
})

test.each([
  [0, 1, 'Our checks also found a minor item to review.'],
  [0, 3, 'Our checks also found 3 minor items to review.'],
  [1, 4, 'Our checks also found an item worth checking.'],
  [5, 4, 'Our checks also found 5 items worth checking.'],
])('of %i worth a dispute and %i others it says so', (worth, small, words) => {
  expect(describeOtherFindings(items(worth, small))).toBe(words)
})
