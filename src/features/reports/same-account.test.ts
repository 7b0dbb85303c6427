import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyReport } from '#test/support/reports/any-report.ts'
import { accountOf } from '#test/support/reports/report-of.ts'
import type { Account } from './canonical.ts'
import { isSameOpening } from './evidence.ts'
import { compareRows } from './same-account.ts'

const card: Partial<Account> = {
  creditorNameReported: 'MAPLE BANK',
  accountNumber: '41116255****',
  dateOpened: '2019-04-12',
  creditLimit: '5000.00',
  highBalance: '2100.00',
  responsibility: 'Individual',
}
const compared = (given: Partial<Account>, also: Partial<Account> = {}) =>
  compareRows(accountOf({ ...card, ...also }), accountOf({ ...card, ...also, bureau: 'Experian', ...given }))
const loan: Partial<Account> = {
  accountType: 'Installment',
  accountTypeDetail: 'Auto loan',
  accountNumber: '90012345****',
  creditLimit: null,
  highBalance: null,
  originalAmount: '23417.00',
}
const studentLoan: Partial<Account> = {
  ...loan,
  accountTypeDetail: 'Student loan',
  originalAmount: '3500.00',
}

describe('two rows of different bureaus are', () => {
  test.each<[string, string, Partial<Account>, Partial<Account>?]>([
    ['same', 'alike in everything', {}],
    [
      'same',
      'spelled and dated in another way',
      { creditorNameReported: 'MAPLE BK', dateOpened: '2019-04-01' },
    ],
    [
      'same',
      'alike in the last four digits',
      { accountNumber: '****4417' },
      { accountNumber: 'XXXXXXXX4417' },
    ],
    [
      'same',
      'without a common digit, but opened that day with a telling amount',
      { accountNumber: '****4417' },
      { highBalance: '2347.00' },
    ],
    [
      'same',
      'called a charge card and revolving, with one number',
      { accountNumber: 'XXXX4417', accountType: 'Open' },
      { accountNumber: '****4417' },
    ],
    ['same', 'one loan, though the front digits are common to loans', {}, loan],
    [
      'same',
      'one whole number, opened months apart and of another type',
      { accountNumber: '0090012345678', dateOpened: '2019-07-01', accountType: 'Line of credit' },
      { accountNumber: '90012345678' },
    ],
    [
      'same',
      'one collection by its whole number and its amount',
      { dateOpened: '2020-01-15' },
      { accountNumber: '4471-2290-118', accountType: 'Collection', currentBalance: '500.00' },
    ],
    [
      'different',
      'of one whole number at two creditors',
      { creditorNameReported: 'ROWAN LENDING' },
      { accountNumber: '90012345678' },
    ],
    [
      'same',
      'one debt to the cent and the last digits, whose original creditor is named by its bank and its store',
      { originalCreditor: 'WALMART' },
      {
        accountNumber: '****4417',
        accountType: 'Collection',
        currentBalance: '523.11',
        highBalance: '523.11',
        creditLimit: null,
        originalCreditor: 'SYNCHRONY BANK',
      },
    ],
    [
      'same',
      'one debt whose original creditor is unknown to one bureau',
      { originalCreditor: 'UNKNOWN' },
      {
        accountNumber: '4471-2290-118',
        accountType: 'Collection',
        currentBalance: '500.00',
        originalCreditor: 'CITY HOSPITAL',
      },
    ],
    [
      'unsure',
      'debts of one collector with one number, amount and day, but of different original creditors',
      { originalCreditor: 'RIVERA DENTAL' },
      {
        accountNumber: '4471-2290-118',
        accountType: 'Collection',
        currentBalance: '500.00',
        originalCreditor: 'CITY HOSPITAL',
      },
    ],
    [
      'different',
      'bills of one patient number',
      { dateOpened: '2020-01-15', highBalance: '80.00', currentBalance: '80.00', creditLimit: null },
      { accountNumber: '90012345678', accountType: 'Collection', accountTypeDetail: 'Medical debt' },
    ],
    [
      'different',
      'of one masked number, opened months apart',
      { dateOpened: '2019-07-01' },
      { accountNumber: '411162554****' },
    ],
    [
      'different',
      'cards of one number that lacks its last digits, opened months apart',
      { dateOpened: '2019-07-01' },
      { accountNumber: '600888322006' },
    ],
    [
      'different',
      'of a filler in place of a number, opened months apart',
      { dateOpened: '2019-07-01' },
      { accountNumber: '000000000000' },
    ],
    ['unsure', 'with too few digits in common', { accountNumber: '411*****' }],
    ['unsure', 'without a number', { accountNumber: null }],
    [
      'unsure',
      'alike in everything, but the card was lost at one bureau',
      { remarks: [{ code: null, text: 'CREDIT CARD LOST OR STOLEN' }] },
    ],
    [
      'unsure',
      'open cards without a common digit, one of them last reported a year ago',
      { accountNumber: '*4417', lastReported: '2025-08-26' },
      { lastReported: '2026-11-26', highBalance: '1780.00' },
    ],
    [
      'unsure',
      'loans with different payments and terms',
      { monthlyPayment: '512.00', termLength: 72 },
      { ...loan, accountNumber: null, monthlyPayment: '437.00', termLength: 60 },
    ],
    ['unsure', 'without an opening date', { dateOpened: null }],
    [
      'unsure',
      'opened days apart, with the digits that all cards of the bank share',
      { accountNumber: '411162******', dateOpened: '2019-04-20', highBalance: null },
    ],
    ['unsure', 'disbursements of a day, alike in the front digits and the amount', {}, studentLoan],
    ['unsure', 'an owner and an authorized user with round amounts', { responsibility: 'Authorized user' }],
    ['unsure', 'of a type that nobody names', {}, { accountType: 'Unknown' }],
    ['different', 'of another creditor', { creditorNameReported: 'ROWAN LENDING' }],
    ['different', 'with another number', { accountNumber: '41116256****' }],
    ['different', 'opened in another quarter', { dateOpened: '2019-07-01' }],
    ['different', 'of another type', { accountType: 'Installment' }],
    [
      'different',
      'loans of different amounts',
      { originalAmount: '18000.00', dateOpened: '2019-04-20' },
      loan,
    ],
  ])('%s: %s', (verdict, _, given, also) => {
    expect(compared(given, also).verdict).toBe(verdict)
  })

  test('compared with reasons and a confidence derived from them', () => {
    const same = compared({})
    expect(same.confidence).toBeGreaterThan(0.999)
    expect(same.reasons.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['creditor', 'type', 'opened', 'number', 'amount', 'responsibility']),
    )
    const different = compared({ accountNumber: '41116256****' })
    expect(different.confidence).toBe(0)
    expect(different.reasons.filter(({ isFatal }) => isFatal).map(({ text }) => text)).toEqual([
      'the visible digits differ',
    ])
  })
})

test('compared independently of their order', () => {
  fc.assert(
    fc.property(anyReport, ({ accounts: [a, b] }) => {
      fc.pre(a !== undefined && b !== undefined)
      expect(compareRows(a, b)).toEqual(compareRows(b, a))
    }),
  )
})

describe('opening dates', () => {
  test.each([
    ['2019-04-12', '2019-04-01', true],
    ['2019-04-12', '2019-05-13', true],
    ['2019-04-12', '2019-05-14', false],
    ['2019-04', '2019-04-30', true],
    ['2019', '2019-04-30', false],
    [null, null, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isSameOpening(a, b)).toBe(expected)
  })
})
