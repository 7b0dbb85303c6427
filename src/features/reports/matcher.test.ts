import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from './canonical.ts'
import { assignLastingIds } from './matcher.ts'
import { readReport } from './readers/detect.ts'

const read = (): Report => {
  const text = readFileSync(new URL('fixtures/three-bureaus.truelink.json', import.meta.url), 'utf8')
  return requireReport(readReport(text, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }))
}

const counter = (prefix: string) => {
  let next = 0
  return () => `${prefix}${next++}`
}
const first = assignLastingIds(read(), null, counter('first-'))
const next = (change: (report: Report) => Report) => assignLastingIds(change(read()), first, counter('new-'))
const idsOf = (report: Report) => report.accounts.map(row => row.id)
const withAccounts = (change: (row: Account) => Account) => (report: Report) => ({
  ...report,
  accounts: report.accounts.map(change),
})

test('every document-local id is replaced, and rows of one account share the new one', () => {
  expect(idsOf(first)).toEqual(['first-0', 'first-0', 'first-0', 'first-1', 'first-2'])
  expect(first.inquiries.map(one => one.id)).toEqual(['first-3', 'first-4'])
  expect(first.publicRecords.map(one => one.id)).toEqual(['first-5'])
})

test('rows of one account get one display name and keep their reported spelling', () => {
  const card = first.accounts.filter(row => row.id === 'first-0')
  expect(new Set(card.map(row => row.creditorName))).toEqual(new Set(['MAPLE BANK CARD SERVICES']))
  expect(card.map(row => row.creditorNameReported)).toEqual([
    'MAPLE BK',
    'MAPLE BANK CARD',
    'MAPLE BANK CARD SERVICES',
  ])
})

describe('twin loans with equal number, date and creditor', () => {
  const loan = read().accounts.at(-1)
  const twins = (...amounts: readonly string[]): Report => ({
    ...read(),
    accounts: amounts.flatMap((highBalance, index) =>
      loan ? [{ ...loan, id: `row-${index}`, sourceRowId: `L${index}`, highBalance }] : [],
    ),
  })

  test('are distinguished by their amounts in any order', () => {
    const before = assignLastingIds(twins('3500.00', '5500.00'), null, counter('old-'))
    const again = assignLastingIds(twins('5500.00', '3500.00'), before, counter('new-'))
    expect(idsOf(again)).toEqual(idsOf(before).toReversed())
  })

  test('and equal amounts keep their ids by their position in the document', () => {
    const before = assignLastingIds(twins('3500.00', '3500.00'), null, counter('old-'))
    expect(idsOf(assignLastingIds(twins('3500.00', '3500.00'), before, counter('new-')))).toEqual(
      idsOf(before),
    )
  })
})

describe('in the next report of the same person', () => {
  test('items that are still listed keep their id in any order', () => {
    const again = next(report => ({ ...report, accounts: report.accounts.toReversed() }))
    expect(idsOf(again)).toEqual(idsOf(first).toReversed())
    expect(again.inquiries.map(one => one.id)).toEqual(['first-3', 'first-4'])
    expect(again.publicRecords.map(one => one.id)).toEqual(['first-5'])
  })

  test('new balances, statuses and months do not change ids', () => {
    const again = next(
      withAccounts(row => ({ ...row, currentBalance: '1.00', accountStatus: 'Closed', paymentHistory: [] })),
    )
    expect(idsOf(again)).toEqual(idsOf(first))
  })

  test('an account that one bureau dropped keeps its id through the others', () => {
    const again = next(report => ({ ...report, accounts: report.accounts.slice(1) }))
    expect(idsOf(again)).toEqual(idsOf(first).slice(1))
  })

  test('a new account, inquiry and record get new ids', () => {
    const again = next(report => ({
      ...withAccounts(row =>
        row.id.endsWith('2') ? { ...row, accountNumber: '99998888', dateOpened: '2026-01-01' } : row,
      )(report),
      inquiries: report.inquiries.map(one => ({ ...one, date: '2026-09-09' })),
      publicRecords: report.publicRecords.map(one => ({ ...one, caseNumber: '1' })),
    }))
    expect(idsOf(again)).toEqual(['first-0', 'first-0', 'first-0', 'first-1', 'new-0'])
    expect(again.inquiries.map(one => one.id)).toEqual(['new-1', 'new-2'])
    expect(again.publicRecords.map(one => one.id)).toEqual(['new-3'])
  })

  test('an account without a number keeps its id by creditor, opening and type', () => {
    const bare = withAccounts(row => ({ ...row, accountNumber: null }))
    const before = assignLastingIds(bare(read()), null, counter('first-'))
    expect(idsOf(assignLastingIds(bare(read()), before, counter('new-')))).toEqual(idsOf(before))
  })

  test('two inquiries of one company on one day keep one id each', () => {
    const twice = (report: Report): Report => ({
      ...report,
      inquiries: [...report.inquiries, ...report.inquiries],
    })
    const before = assignLastingIds(twice(read()), null, counter('first-'))
    const again = assignLastingIds(twice(read()), before, counter('new-'))
    expect(again.inquiries.map(one => one.id)).toEqual(before.inquiries.map(one => one.id))
    expect(new Set(again.inquiries.map(one => one.id)).size).toBe(4)
  })
})

test('nothing is shared with the report of another person', () => {
  const other = next(report => ({ ...report, subject: { name: 'ANN GAGE', ssnLastFour: '0003' } }))
  expect([...idsOf(other), ...other.inquiries.map(one => one.id)].every(id => id.startsWith('new-'))).toBe(
    true,
  )
})

test('each of a thousand accounts keeps its id in any order', () => {
  const many: Report = {
    ...read(),
    accounts: Array.from({ length: 1000 }, (_, index) =>
      accountOf({ id: `row-${index}`, accountNumber: `5178${String(index * 7919).padStart(8, '0')}****` }),
    ),
  }
  const before = assignLastingIds(many, null, counter('old-'))
  const again = assignLastingIds({ ...many, accounts: many.accounts.toReversed() }, before, counter('new-'))
  expect(idsOf(again)).toEqual(idsOf(before).toReversed())
})
