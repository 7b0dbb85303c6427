import { describe, expect, it, test } from 'vitest'
import { describeFindingDispute, describeMoreFindings, describeOtherFindings } from './finding-text.ts'

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
  expect(describeMoreFindings(items(recommended, others))).toBe(words)
})

describe('a finding in dispute says', () => {
  it.each([
    [
      { status: 'SENT', sentOn: '2026-11-03', bureaus: ['TransUnion', 'Equifax'] },
      'In dispute. Your letter was mailed on Nov 3, 2026; note the answer of TransUnion and Equifax when it comes.',
    ],
    [
      { status: 'NEW', sentOn: null, bureaus: ['Equifax'] },
      'In dispute at Equifax. The letter was not mailed by us.',
    ],
  ] as const)('%j', (dispute, words) => {
    expect(describeFindingDispute({ id: 'd1', ...dispute, bureaus: [...dispute.bureaus] })).toBe(words)
  })
})

test.each([
  [0, 1, 'Our checks also found a small thing to look at.'],
  [0, 3, 'Our checks also found 3 small things to look at.'],
  [1, 4, 'Our checks also found an item worth checking.'],
  [5, 4, 'Our checks also found 5 items worth checking.'],
])('of %i worth a dispute and %i others it says so', (worth, small, words) => {
  expect(describeOtherFindings(items(worth, small))).toBe(words)
})
