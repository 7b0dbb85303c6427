import { expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { atBureaus, verdictOf } from '#test/support/reports/verdict-of.ts'

const loan = { accountType: 'Installment' } as const

test.each<[rule: string, verdict: string, sentence: string, one: Partial<Account>, other: Partial<Account>]>([
  [
    'C-26',
    'contradiction',
    'a card and a loan, reported half a year apart',
    {},
    { accountType: 'Installment', lastReported: '2026-05-01' },
  ],
  [
    'C-26',
    'nothing',
    'terms before and after half a year, in which a loan may be modified',
    { accountType: 'Installment', termLength: 60 },
    { accountType: 'Installment', termLength: 72, lastReported: '2026-05-01' },
  ],
  [
    'C-57',
    'contradiction',
    'owed at one, used at the other',
    { responsibility: 'Individual' },
    { responsibility: 'Authorized user' },
  ],
  ['C-57', 'nothing', 'joint and individual', { responsibility: 'Individual' }, { responsibility: 'Joint' }],
  ['C-57', 'nothing', 'used, and not told', { responsibility: null }, { responsibility: 'Authorized user' }],
  [
    'C-57',
    'nothing',
    'owed half a year ago, and used now',
    { responsibility: 'Individual', lastReported: '2026-05-01' },
    { responsibility: 'Authorized user' },
  ],
  ['C-26', 'contradiction', 'a card and a loan', {}, loan],
  [
    'C-26',
    'contradiction',
    'a loan over 36 and over 60 months',
    { ...loan, termLength: 36 },
    { ...loan, termLength: 60 },
  ],
  ['C-26', 'nothing', 'a card and a line of credit', {}, { accountType: 'Line of credit' }],
  [
    'C-26',
    'nothing',
    'a loan over 360 and over 361 months',
    { ...loan, termLength: 360 },
    { ...loan, termLength: 361 },
  ],
  ['C-26', 'nothing', 'a kind that one does not know', {}, { accountType: 'Unknown' }],
])('%s is %s for %s', (rule, verdict, _, one, other) => {
  expect(verdictOf(rule, atBureaus({ TransUnion: one, Equifax: other }))).toBe(verdict)
})
