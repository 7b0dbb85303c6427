import { describe, expect, it, test } from 'vitest'
import { describeFindingDispute, describeMoreFindings, describeOtherFindings } from './finding-text.ts'

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

describe('a finding in dispute says', () => {
  it.each([
    [
      { status: 'SENT', sentOn: '2026-11-03', bureaus: ['TransUnion', 'Equifax'] },
      'In dispute. Your letter was mailed on Nov 3, 2026. Record the answer of TransUnion and Equifax when it comes.',
    ],
    [
      { status: 'NEW', sentOn: null, bureaus: ['Equifax'] },
      'In dispute at Equifax. We did not mail the letter.',
    ],
  ] as const)('%j', (dispute, words) => {
    expect(describeFindingDispute({ id: 'd1', ...dispute, bureaus: [...dispute.bureaus] })).toBe(words)
  })
})

test.each([
  [0, 1, 'Our checks also found a minor item to review.'],
  [0, 3, 'Our checks also found 3 minor items to review.'],
  [1, 4, 'Our checks also found an item worth checking.'],
  [5, 4, 'Our checks also found 5 items worth checking.'],
])('of %i worth a dispute and %i others it says so', (worth, small, words) => {
  expect(describeOtherFindings(items(worth, small))).toBe(words)
})
