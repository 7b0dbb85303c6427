import { expect, test } from 'vitest'
import { describeOtherFindings } from './found-words.ts'

const items = (worth: number, small: number) => [
  ...Array.from({ length: worth }, () => ({ recommended: true })),
  ...Array.from({ length: small }, () => ({ recommended: false })),
]

test.each([
  [0, 1, 'Our checks also found a small thing to look at.'],
  [0, 3, 'Our checks also found 3 small things to look at.'],
  [1, 4, 'Our checks also found an item worth checking.'],
  [5, 4, 'Our checks also found 5 items worth checking.'],
])('of %i worth a dispute and %i others it says so', (worth, small, words) => {
  expect(describeOtherFindings(items(worth, small))).toBe(words)
})
