import { expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { loanOf, remark, trueAndOdd } from '#test/support/reports/fixtures/true-and-odd.ts'
import { reportOf } from '#test/support/reports/report-of.ts'
import { runAllRules } from './find.ts'

const claims = (given: Partial<Report>, before: Account[] = []): string[] =>
  runAllRules(reportOf(given), {
    earlierReports: before.length === 0 ? [] : [reportOf({ reportDate: '2026-10-14', accounts: before })],
    ownDetails: null,
  })
    .filter(({ verdict }) => verdict !== 'ask')
    .map(({ rule, explanation }) => `${rule} ${explanation}`)

test.each(trueAndOdd)('nothing is called wrong in %s', (_, given) => {
  expect(claims(given)).toEqual([])
})

test('nothing is called wrong when a loan comes to a new servicer between two reports', () => {
  const was = loanOf({ dateOpened: '2022-01-10' })
  const is = loanOf({ dateOpened: '2026-09-01', ...remark('Acquired from another lender') })
  expect(claims({ accounts: [is] }, [was])).toEqual([])
})
