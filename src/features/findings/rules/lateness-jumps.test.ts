import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { accountOf, monthsOf, reportOf } from '#test/support/reports/report-of.ts'
import { rowVerdict } from '#test/support/reports/verdict-of.ts'
import { runAllRules } from '../find.ts'

describe('C-11: lateness that jumps', () => {
  test.each<[verdict: string, sentence: string, row: Partial<Account>]>([
    ['impossible', 'on time and then 90 days late', { paymentHistory: monthsOf('2026-11', 'OK 90') }],
    ['impossible', '30 and then 120 days late', { paymentHistory: monthsOf('2026-11', 'OK 30 120') }],
    [
      'contradiction',
      'on time and then 60 days late, as a returned payment makes it',
      { paymentHistory: monthsOf('2026-11', 'OK 60') },
    ],
    ['nothing', 'one step a month', { paymentHistory: monthsOf('2026-11', 'OK 30 60 90 120') }],
    ['nothing', 'caught up at once', { paymentHistory: monthsOf('2026-11', '120 OK') }],
    ['nothing', 'a month between that is not reported', { paymentHistory: monthsOf('2026-11', 'OK - 60') }],
    ['nothing', 'a month between that is unknown', { paymentHistory: monthsOf('2026-11', 'OK U 60') }],
    [
      'nothing',
      'a charge-off after good months, which fraud or death can bring',
      { paymentHistory: monthsOf('2026-11', 'OK CO') },
    ],
  ])('%s: %s', (verdict, _, row) => {
    expect(rowVerdict('C-11', row)).toBe(verdict)
  })

  const october = { payStatus: '30', lastReported: '2026-10-10', accountStatus: 'Open' } as const
  const november = { payStatus: '90', lastReported: '2026-11-10', accountStatus: 'Open' } as const
  const found = (was: Partial<Account>, is: Partial<Account>) => {
    const before = [reportOf({ reportDate: '2026-10-14', accounts: [accountOf(was)] })]
    const report = reportOf({ accounts: [accountOf(is)] })
    return runAllRules(report, { earlierReports: before, ownDetails: null }).filter(
      ({ rule }) => rule === 'C-11',
    )
  }

  test.each<[string, Partial<Account>, Partial<Account>, string[]]>([
    ['since the report of the month before', october, november, ['contradiction']],
    ['by one step since then', { ...october, payStatus: '60' }, november, []],
    ['since a report of three months before', { ...october, lastReported: '2026-08-10' }, november, []],
    [
      'within a report and since the one before, told once and as the stricter',
      october,
      { ...november, paymentHistory: monthsOf('2026-06', 'OK 90') },
      ['impossible'],
    ],
  ])('%s', (_, was, is, verdicts) => {
    expect(found(was, is).map(({ verdict }) => verdict)).toEqual(verdicts)
  })
})
