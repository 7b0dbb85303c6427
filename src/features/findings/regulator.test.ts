import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { chargedOff, ofOneReport, ofTwoReports } from '#testing/reports/fixtures/regulator-rows.ts'
import { accountOf, reportOf } from '#testing/reports/report-of.ts'
import { rowVerdict } from '#testing/reports/verdict-of.ts'
import { everythingFound } from './find.ts'

/** The regulator's evaluator; docs/finder.md has the whole list. */

test.each(ofOneReport)('%s: %s is %s', (_, rule, verdict, row) => {
  expect(rowVerdict(rule, row)).toBe(verdict)
})

test('Status-DOFD-1 and Bankruptcy-DOFD-1: C-15 asks where the bureau dates another account of the kind', () => {
  const dated = (given: Partial<Account>) => ({
    accounts: [accountOf({ id: 'dated', dateFirstDelinquency: '2025-02-01', ...given })],
  })
  expect(rowVerdict('C-15', { ...chargedOff, dateFirstDelinquency: null }, dated(chargedOff))).toBe('ask')
  expect(rowVerdict('C-15', { payStatus: '30' }, dated({ payStatus: '60' }))).toBe('ask')
  expect(rowVerdict('C-15', { payStatus: '30' }, dated(chargedOff))).toBe('nothing')
  expect(rowVerdict('C-15', { payStatus: 'BK' }, dated({ payStatus: 'BK' }))).toBe('ask')
})

describe('between two reports', () => {
  const after = (rule: string, was: Partial<Account>, is: Partial<Account>): string => {
    const october = { lastReported: '2026-10-01', ...was }
    const before = reportOf({ reportDate: '2026-10-14', accounts: [accountOf(october)] })
    return (
      everythingFound(reportOf({ accounts: [accountOf(is)] }), { before: [before], own: null }).find(
        finding => finding.rule === rule,
      )?.verdict ?? 'nothing'
    )
  }
  test.each(ofTwoReports)('%s: %s is %s', (_, rule, verdict, was, is) => {
    expect(after(rule, was, is)).toBe(verdict)
  })
})
