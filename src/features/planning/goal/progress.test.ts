import { expect, it } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { measureProgress } from './progress.ts'

const viewOf = (reportDate: string | null, currentBalance: string, given: Partial<Report> = {}) =>
  buildReportView(
    reportOf({
      reportDate,
      accounts: [
        accountOf({ currentBalance, creditLimit: '1000.00' }),
        accountOf({ bureau: 'Experian', currentBalance: '0.00', creditLimit: '1000.00' }),
      ],
      ...given,
    }),
    'max',
  ).redacted

const useAt = (reports: Parameters<typeof measureProgress>[0]) =>
  measureProgress(reports).map(({ bureau, points }) => [
    bureau,
    ...points.map(
      ({ on, factors }) => `${on} ${factors.find(({ id }) => id === 'credit_utilization')?.value}`,
    ),
  ])

it('contains each bureau’s figures on the dates of its reports, oldest first', () => {
  expect(useAt([viewOf('2026-11-14', '200.00'), viewOf('2026-08', '800.00')])).toEqual([
    ['TransUnion', '2026-08 80%', '2026-11-14 20%'],
    ['Experian', '2026-08 0%', '2026-11-14 0%'],
    ['Equifax', '2026-08 null', '2026-11-14 null'],
  ])
})

it('leaves out a report without a date and an incomplete file', () => {
  const coverage = [
    coverageOf({ bureau: 'TransUnion', stated: { accounts: 9, inquiries: null, publicRecords: null } }),
  ]
  const reports = [viewOf('2026-11-14', '200.00', { coverage }), viewOf(null, '500.00')]
  expect(useAt(reports).map(([bureau]) => bureau)).toEqual(['Experian', 'Equifax'])
})

it('does not take a missing section of inquiries for none', () => {
  const coverage = [
    coverageOf({ bureau: 'TransUnion', sections: ['personal', 'accounts', 'publicRecords'] }),
    coverageOf({ bureau: 'Experian' }),
  ]
  const [transUnion, experian] = measureProgress([viewOf('2026-11-14', '200.00', { coverage })]).map(
    ({ points: [point] }) => point?.factors.find(({ id }) => id === 'hard_inquiries'),
  )
  expect(transUnion).toMatchObject({ value: null, lacks: 'Not all inquiries are in this file.' })
  expect(experian).toMatchObject({ value: '0', lacks: null })
})
