import { describe, expect, test } from 'vitest'
import {
  isNothingPrinted,
  parsePrintedDate,
  readConditionWords,
  readDisputed,
  readGridMark,
  readResponsibilityWords,
  readStatusWords,
  readTypeWords,
} from './printed-words.ts'

describe('status words', () => {
  test.each([
    ['Open/Never late.', 'OK', null],
    ['Paid, Closed/Never late.', 'OK', 'Closed'],
    ['Paid, Closed.', null, 'Closed'],
    ['Current; Paid or Paying as Agreed', 'OK', null],
    ['Pays As Agreed', 'OK', null],
    ['>Charge Off<', 'CO', null],
    ['>Charge-off<', 'CO', null],
    ['Account charged off. $39 written off. $39 past due as of Aug 2026.', 'CO', null],
    ['>Collection Account<', 'COL', null],
    ['>Collection<', 'COL', null],
    ['Placed for collection', 'COL', null],
    ['Assigned to attorney or internal collection', 'COL', null],
    ['Bad debt & placed for collection & skip', 'COL', null],
    ['Voluntary surrender', 'VS', null],
    ['Repossession', 'REPO', null],
    ['Foreclosure process started', 'FC', null],
    ['Included in Chapter 13', 'BK', null],
    ['Chapter 7 bankruptcy dismissed', 'U', null],
    ['>Account 30 Days Late<', '30', null],
    ['Over 120 Days Past Due', '120', null],
    ['120+ days late', '120', null],
    ['120+', '120', null],
    ['$60 past due', 'U', null],
    ['Current, was past due 30 days', 'OK', null],
    ['Paid in settlement', 'U', 'Paid'],
    ['Charge-off, settled for less than full balance', 'CO', null],
    ['Transferred/Sold', null, 'Transferred'],
    ['Closed', null, 'Closed'],
    ['Too new to rate', 'U', null],
    ['', null, null],
    ['Zzyzx', 'U', null],
  ])('%s', (words, payStatus, condition) => {
    expect(readStatusWords(words)).toMatchObject({ payStatus, condition })
  })

  test('words about the past define the worst status, not the current one', () => {
    expect(readStatusWords('Current, was past due 60 days')).toMatchObject({ payStatus: 'OK', worst: '60' })
  })

  test('are read from a sentence with amounts', () => {
    expect(
      readStatusWords('Account charged off. $1,239 written off. $39 past due as of Aug 2026.'),
    ).toMatchObject({ chargeOffAmount: '1239.00', amountPastDue: '39.00', isCollection: false })
  })

  test('are unknown only if no word matches', () => {
    const known = (words: string) => readStatusWords(words).isKnown
    expect(['', 'Paid, Closed.', 'Settled', 'Unrated', '90 days', 'Terms met'].every(known)).toBe(true)
    expect(['Zzyzx', '$60 past due', 'Account 12'].some(known)).toBe(false)
  })

  test('the final state', () => {
    expect(
      ['Paid and Closed', 'Paid', 'Paid as agreed', 'Refinanced', 'Account sold', null].map(
        readConditionWords,
      ),
    ).toEqual(['Closed', 'Paid', null, 'Refinanced', 'Transferred', null])
  })
})

test('grid marks are a token, no month, or unknown', () => {
  expect(['OK', '✓', '>30<', '120+', 'C/O', 'co', 'TNT', 'RPO'].map(readGridMark)).toEqual([
    'OK',
    'OK',
    '30',
    '120',
    'CO',
    'CO',
    'U',
    'REPO',
  ])
  expect(['ND', 'CLS', '---', '—', 'X', ''].map(readGridMark)).toEqual([null, null, null, null, null, null])
  expect(['Q', '35', 'MAY'].map(readGridMark)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['Credit Card', 'Revolving'],
  ['Secured Credit Card', 'Revolving'],
  ['Flexible Spending Credit Card', 'Revolving'],
  ['Charge Account', 'Revolving'],
  ['Home Equity Line of Credit', 'Line of credit'],
  ['Secured Line of Credit', 'Line of credit'],
  ['Conventional Real Estate Mortgage', 'Mortgage'],
  ['FHA Real Estate Mortgage', 'Mortgage'],
  ['Auto Loan', 'Installment'],
  ['Education Loan', 'Installment'],
  ['Unsecured', 'Installment'],
  ['Installment Account', 'Installment'],
  ['Open Account', 'Open'],
  ['Telecommunications', 'Open'],
  ['Medical debt', 'Open'],
  ['Debt Buyer Account', 'Collection'],
  ['Factoring Company Account', 'Collection'],
  ['Zzyzx', 'Unknown'],
])('the type %s is %s', (words, type) => {
  expect(readTypeWords(words)).toBe(type)
})

test('known responsibilities use our words, others keep their own', () => {
  expect(
    ['Individual Account', 'Authorized User', 'Joint Contractual Liability', 'Trustee', '-', null].map(
      readResponsibilityWords,
    ),
  ).toEqual(['Individual', 'Authorized user', 'Joint', 'Trustee', null, null])
})

test('only a current dispute counts', () => {
  const disputes = [
    'Account information disputed by consumer, meets FCRA requirements',
    'Consumer Disputes After Resolution',
    'Dispute resolved; consumer disagrees',
    'ACCOUNT IN DISPUTE',
  ]
  const others = ['Dispute resolved', 'Account previously in dispute, now resolved', 'Paid', '']
  expect(disputes.map(readDisputed)).toEqual(disputes.map(() => true))
  expect(others.map(readDisputed)).toEqual(others.map(() => null))
})

test('dates in words are read, and words for nothing are null', () => {
  expect(
    ['Sep 1, 2026', 'September 01, 2026', 'May 2026', '10/2023', '08/31/2026', 'Foo 2026', '-', null].map(
      parsePrintedDate,
    ),
  ).toEqual(['2026-09-01', '2026-09-01', '2026-05', '2023-10', '2026-08-31', null, null, null])
  expect(['-', '--', '—', 'N/A', 'NA', 'Not reported', 'None'].every(isNothingPrinted)).toBe(true)
  expect(['0', '$0', '', 'A'].some(isNothingPrinted)).toBe(false)
})
