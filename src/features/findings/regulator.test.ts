import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import {
  datedRows,
  nextToDatedRow,
  ofOneReport,
  ofOneReportToo,
  ofTwoReports,
  ofTwoReportsToo,
} from '#test/support/reports/fixtures/regulator-rows.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { rowVerdict } from '#test/support/reports/verdict-of.ts'
import { runAllRules } from './find.ts'

test.each([...ofOneReport, ...ofOneReportToo])('%s: %s is %s', (_, rule, verdict, row) => {
  expect(rowVerdict(rule, row)).toBe(verdict)
})

test.each(nextToDatedRow)('%s: %s is %s next to rows with the date', (_, rule, verdict, row) => {
  expect(rowVerdict(rule, row, { accounts: datedRows })).toBe(verdict)
})

test('C-15 asks only if the bureau dates another account of the kind', () => {
  const chargedOffAlone = { accounts: datedRows.filter(({ id }) => id === 'charged off') }
  expect(rowVerdict('C-15', { payStatus: '30' }, chargedOffAlone)).toBe('nothing')
})

describe('between two reports', () => {
  const after = (rule: string, was: Partial<Account>, is: Partial<Account>): string => {
    const october = { lastReported: '2026-10-01', ...was }
    const before = reportOf({ reportDate: '2026-10-14', accounts: [accountOf(october)] })
    return (
      runAllRules(reportOf({ accounts: [accountOf(is)] }), {
        earlierReports: [before],
        ownDetails: null,
      }).find(finding => finding.rule === rule)?.verdict ?? 'nothing'
    )
  }
  test.each([...ofTwoReports, ...ofTwoReportsToo])('%s: %s is %s', (_, rule, verdict, was, is) => {
    expect(after(rule, was, is)).toBe(verdict)
  })
})

/** Conditions based on data that no consumer report shows. */
const notShown = 15

/** Conditions shown in a report that are not errors, or may not be. */
const notAsked = ['CCC-DateClosed-3', 'Status-Balance-8', 'Status-Balance-13', 'Type-HCOLA-2']

const conditions = 99

test('of its conditions that a report shows, 19 of 20 are found, each tested together with a similar row that is not', () => {
  const cases = [...ofOneReport, ...ofOneReportToo, ...nextToDatedRow, ...ofTwoReports, ...ofTwoReportsToo]
  const byCondition = Map.groupBy(
    cases.filter(([name]) => /^[A-Z]\w*-\w+-\d+$/.test(name)),
    ([name]) => name,
  )
  const lacking = [...byCondition].filter(
    ([, its]) => !its.some(one => one[2] === 'nothing') || its.every(one => one[2] === 'nothing'),
  )
  expect(lacking.map(([name]) => name)).toEqual([])
  expect(byCondition.size + notAsked.length + notShown).toBe(conditions)
  expect(byCondition.size / (conditions - notShown)).toBeGreaterThanOrEqual(0.95)
})
