import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { accountOf, inquiryOf, monthsOf, reportOf } from '#test/support/reports/report-of.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import { selectRecentMonths } from '../payment-grid.ts'
import {
  countAccounts,
  describeIncomplete,
  emptyFilter,
  filterAccounts,
  filterInquiries,
  filterOptions,
  formatAddress,
  sortInquiries,
} from './lists.ts'
import { findBasisLocation } from './tabs.ts'

const accountsOf = (...given: readonly Partial<Account>[]) =>
  buildReportView(reportOf({ accounts: given.map(accountOf) }), 'max').fullReport.accountInformation

describe('searching for an account', () => {
  const accounts = accountsOf(
    { id: 'a', creditorName: 'Café Crédit' },
    {
      id: 'b',
      creditorName: 'Cedar Auto Finance',
      accountType: 'Installment',
      accountTypeDetail: 'Auto loan',
    },
    { id: 'c', bureau: 'Equifax' },
    { id: 'd', creditorName: 'Meridian', accountStatus: 'Derogatory', originalCreditor: 'Harbor Hospital' },
  )
  test.each([
    ['everything of the bureau', {}, ['a', 'b', 'd']],
    ['a word without its accent', { words: 'cafe' }, ['a']],
    ['two words in any order', { words: 'finance  CEDAR' }, ['b']],
    ['the type in words', { words: 'auto loan' }, ['b']],
    ['the original creditor', { words: 'hospital' }, ['d']],
    ['the number', { words: '51784402' }, ['a', 'b', 'd']],
    ['a status', { status: 'Derogatory' }, ['d']],
    ['a type', { type: 'Installment' }, ['b']],
    ['nothing', { words: 'zebra' }, []],
  ])('finds %s', (_, filter, ids) => {
    expect(filterAccounts(accounts, 'TransUnion', { ...emptyFilter, ...filter }).map(({ id }) => id)).toEqual(
      ids,
    )
  })

  test('offers the existing values', () => {
    expect(filterOptions(accounts)).toEqual({
      statuses: ['Derogatory', 'Open'],
      types: ['Installment', 'Revolving'],
    })
  })

  test.each([
    [4, 4, '4 accounts'],
    [1, 1, '1 account'],
    [3, 24, '3 of 24 accounts'],
  ])('counts %i of %i', (fitting, all, count) => {
    const rows = accountsOf(...Array.from({ length: all }, (_, nth) => ({ id: String(nth) })))
    expect(countAccounts(rows.slice(0, fitting), rows)).toEqual({ count, repeated: '' })
  })
})

test('an account that a bureau lists twice counts once, and the list says so', () => {
  const listed = { highBalance: '900.00', currentBalance: '500.00' }
  const rows = accountsOf(
    { id: 'a', ...listed },
    { id: 'b', ...listed },
    { id: 'c', creditorName: 'Oak Bank' },
  )
  expect(countAccounts(rows, rows)).toEqual({
    count: '2 accounts',
    repeated:
      ' Lakeshore Card Services is listed twice with the same opening date and amounts, and counted once.',
  })
})

test('a list that the report may not show whole says so, also if it shows some', () => {
  const parts = [
    { bureau: 'TransUnion' as const, lacks: ['inquiries' as const] },
    { bureau: 'Equifax' as const, lacks: [] },
  ]
  expect(describeIncomplete(parts, 'inquiries', 2)).toBe(
    'Your report may not show every inquiry at TransUnion, so there may be more.',
  )
  expect(describeIncomplete(parts, 'inquiries', 0)).toContain('there may be some.')
  expect(describeIncomplete(parts, 'accounts', 2)).toBeNull()
})

test('an empty search matches everything', () => {
  expect(matchesAllWords([null], '  ')).toBe(true)
})

describe('the strip of months', () => {
  const stripOf = (statuses: string) =>
    selectRecentMonths({ paymentHistory: monthsOf('2026-11', statuses) }, '2026-11', 6)?.map(
      ({ cell }) => cell.text,
    )

  test.each([
    ['OK OK OK OK OK OK OK 30', ['OK', 'OK', 'OK', 'OK', 'OK', '30']],
    ['OK U 60', ['-', '-', '-', 'OK', '-', '60']],
    ['CO', ['-', '-', '-', '-', '-', 'CO']],
  ])("of %s shows 'Unknown' and months without data as '-'", (statuses, cells) => {
    expect(stripOf(statuses)).toEqual(cells)
  })

  test('is "no history" if no month is reported', () => {
    expect(selectRecentMonths({ paymentHistory: [] }, '2026-11', 6)).toBeNull()
  })
})

describe('addresses', () => {
  const whole = { street: '18 Market Plaza', city: 'Tulsa', state: 'OK', postal: '74103' }
  test.each([
    [whole, '18 Market Plaza, Tulsa, OK 74103'],
    [{ ...whole, street: null, postal: ' ' }, 'Tulsa, OK'],
    [{ street: null, city: null, state: null, postal: null }, 'No address'],
    [null, 'No address'],
  ])('%j is shown as %s', (address, text) => {
    expect(formatAddress(address)).toBe(text)
  })
})

test('inquiries are listed newest first, those without a date last, and are found by company and bureau', () => {
  const inquiries = sortInquiries(
    buildReportView(
      reportOf({
        inquiries: [
          inquiryOf({ id: 'none', date: null }),
          inquiryOf({ id: 'old', date: '2025-01-30', bureau: 'Equifax' }),
          inquiryOf({ id: 'new', date: '2026-08-22', company: 'Northgate Bank' }),
        ],
      }),
      'max',
    ).fullReport.creditInquiries,
  )
  expect(inquiries.map(({ id }) => id)).toEqual(['new', 'old', 'none'])
  expect(filterInquiries(inquiries, { words: 'cedar', bureau: '' })).toHaveLength(2)
  expect(filterInquiries(inquiries, { words: '', bureau: 'Equifax' }).map(({ id }) => id)).toEqual(['old'])
})

test.each([
  [
    { label: 'a', value: 'b', accountId: 'x', bureau: 'Equifax' },
    { tab: 'report', id: 'account-x-Equifax' },
  ],
  [
    { label: 'a', value: 'b', inquiryId: 'x', bureau: 'Equifax' },
    { tab: 'inquiries', id: 'inquiry-x-Equifax' },
  ],
  [
    { label: 'a', value: 'b', recordId: 'x', bureau: 'Equifax' },
    { tab: 'report', id: 'record-x-Equifax' },
  ],
  [{ label: 'a', value: 'b' }, null],
] as const)('%j leads to %j', (basis, place) => {
  expect(findBasisLocation(basis)).toEqual(place)
})
