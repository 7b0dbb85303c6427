import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payTokens } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { accountOf, monthsOf, reportOf } from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import { buildPaymentGrid, lastGridMonth } from './payment-grid.ts'

const accountsOf = (...accounts: Parameters<typeof accountOf>[0][]) =>
  buildReportView(reportOf({ accounts: accounts.map(accountOf) }), 'max').fullReport.accountInformation

const gridOf = (...accounts: Parameters<typeof accountOf>[0][]) =>
  buildPaymentGrid(accountsOf(...accounts), bureaus, '2026-11')

describe('the two-year payment grid', () => {
  test('of any report has 24 months, oldest to newest, in every row', () => {
    fc.assert(
      fc.property(anyReport, report => {
        const { accountInformation } = buildReportView(report, 'max').fullReport
        const last = lastGridMonth(report.reportDate, accountInformation)
        const grid = buildPaymentGrid(accountInformation, bureaus, last)
        if (grid === null) {
          expect(last === null || report.accounts.every(account => account.paymentHistory.length === 0)).toBe(
            true,
          )
          return
        }
        expect(grid.months.map(month => month.month)).toEqual(
          Array.from({ length: 24 }, (_, index) => addMonths(last ?? '', index - 23)),
        )
        expect(grid.rows.map(row => row.cells.length)).toEqual([24, 24, 24])
        expect(grid.halves.flatMap(half => half.months)).toEqual(grid.months)
        expect(grid.years.reduce((sum, year) => sum + year.months, 0)).toBe(24)
        const legend = new Set(grid.legend.map(cell => cell.text))
        expect(grid.rows.flatMap(row => row.cells).every(cell => legend.has(cell.text))).toBe(true)
      }),
    )
  })

  test.each([
    ['OK', 'OK', 'ok'],
    ['30', '30', 'd30'],
    ['60', '60', 'd60'],
    ['90', '90', 'd90'],
    ['120', '120+', 'd90'],
    ['150', '120+', 'd90'],
    ['180', '120+', 'd90'],
    ['CO', 'CO', 'd90'],
    ['COL', 'COL', 'd90'],
    ['REPO', 'REPO', 'd90'],
    ['FC', 'FC', 'd90'],
    ['VS', 'VS', 'd90'],
    ['BK', 'BK', 'd90'],
    ['U', 'U', 'u'],
  ])('a month of %s shows %s in tone %s', (status, text, tone) => {
    const grid = gridOf({ paymentHistory: monthsOf('2026-11', status) })
    expect(payTokens).toContain(status)
    expect(grid?.rows[0]?.cells.at(-1)).toMatchObject({ text, tone })
    expect(grid?.rows[0]?.cells[0]).toMatchObject({ text: '-', tone: 'no' })
  })

  test('has its years and months as headings', () => {
    const grid = gridOf({ paymentHistory: monthsOf('2026-11', 'OK') })
    expect(grid?.years).toEqual([
      { text: "'24", months: 1 },
      { text: '2025', months: 12 },
      { text: '2026', months: 11 },
    ])
    expect(grid?.months[0]).toEqual({ month: '2024-12', name: 'Dec' })
    expect(grid?.caption).toBe('Dec 2024 to Nov 2026')
    expect(grid?.halves.map(half => half.caption)).toEqual(['Dec 2024 to Nov 2025', 'Dec 2025 to Nov 2026'])
  })

  test('puts each month where it belongs and leaves months without data empty', () => {
    const grid = gridOf({ paymentHistory: monthsOf('2026-10', 'OK 30 - 60') })
    expect(grid?.rows[0]?.cells.slice(-5).map(cell => cell.text)).toEqual(['OK', '30', '-', '60', '-'])
  })

  test('ends at the month of the report, otherwise at the latest month in an account', () => {
    const accounts = accountsOf(
      { paymentHistory: monthsOf('2025-03', 'OK') },
      { paymentHistory: monthsOf('2025-06', 'OK') },
    )
    expect(lastGridMonth('2026-11-14', accounts)).toBe('2026-11')
    expect(lastGridMonth('2026', accounts)).toBe('2025-06')
    expect(lastGridMonth(null, accounts)).toBe('2025-06')
    expect(lastGridMonth(null, accountsOf({}))).toBe(null)
  })

  test('is no grid when no bureau reports a month', () => {
    expect(gridOf({}, { bureau: 'Equifax' })).toBe(null)
  })

  test('explains unusual cells only if they appear', () => {
    const legendOf = (statuses: string) =>
      gridOf({ paymentHistory: monthsOf('2026-11', statuses) })?.legend.map(cell => cell.text)
    expect(legendOf('OK 30')).toEqual(['OK', '30', '60', '90', 'U', '-'])
    expect(legendOf('120 180 CO CO')).toEqual(['OK', '30', '60', '90', 'U', '-', '120+', 'CO'])
  })

  test.each([
    ['the same months', 'OK 30', 'OK 30', false, false],
    ['another rating of a month', 'OK 30', 'OK OK', false, true],
    ['unknown and a rating', 'OK 30', 'OK U', false, false],
    ['no data and a rating', 'OK 30', '- 30', false, false],
    ['deep lateness told apart only by a reader', '120', '180', false, false],
    ['another rating in shared values', 'OK 30', 'OK OK', true, false],
  ])('with %s shows whether bureaus differ', (_, one, other, valuesShared, differs) => {
    const grid = gridOf(
      { paymentHistory: monthsOf('2026-11', one) },
      { bureau: 'Equifax', paymentHistory: monthsOf('2026-11', other), valuesShared },
    )
    expect(grid?.differs).toBe(differs)
  })
})
