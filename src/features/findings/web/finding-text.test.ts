import { expect, test } from 'vitest'
import { describeFoundItems } from './finding-text.ts'

const items = (recommended: number, others: number, handled: number) => [
  ...Array.from({ length: recommended }, () => ({ recommended: true, handled: false })),
  ...Array.from({ length: others }, () => ({ recommended: false, handled: false })),
  ...Array.from({ length: handled }, () => ({ recommended: false, handled: true })),
]

test.each([
  [1, 0, 0, 'We found 1 item to review.'],
  [0, 2, 0, 'We found 2 items to review.'],
  [2, 0, 0, 'We found 2 items to review.'],
  [1, 1, 0, 'We found 2 items to review. Start with the one that matters most.'],
  [5, 8, 0, 'We found 13 items to review. Start with the 5 that matter most.'],
  [5, 7, 1, 'We found 12 items to review. Start with the 5 that matter most. You have disputed 1 more.'],
  [1, 0, 2, 'We found 1 item to review. You have disputed 2 more.'],
  [0, 0, 1, 'You have disputed the item we found.'],
  [0, 0, 3, 'You have disputed all 3 items we found.'],
])('%i recommended, %i other and %i disputed findings: %s', (recommended, others, handled, words) => {
  expect(describeFoundItems(items(recommended, others, handled))).toBe(words)
})
