import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '#features/identity/plan.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { factorIn, factorsIn, isNearest } from '#test/support/reports/factor-in.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import type { Basis, Factor } from './contract.ts'

const anyPlan = fc.constantFrom<Plan>('free', 'max')

const centsIn = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** The factor's value worked out again from nothing but the rows that it names. */
const addedUp = (id: Factor['id'], basis: readonly Basis[]): number => {
  const parts = (pattern: RegExp) => basis.map(({ value }) => pattern.exec(value) ?? [])
  if (id === 'payment_history') {
    const counts = parts(/^(\d+) of (\d+) months? on time/)
    const on = total(counts.map(([, one]) => Number(one)))
    return (100 * on) / total(counts.map(([, , of]) => Number(of)))
  }
  if (id === 'credit_utilization') {
    const amounts = parts(/^(\$[\d,.]+) of (\$[\d,.]+) \(/)
    const used = total(amounts.map(([, balance]) => centsIn(balance ?? '')))
    const limits = total(amounts.map(([, , limit]) => centsIn(limit ?? '')))
    return (used * 100) / limits
  }
  return basis.length
}

describe('the rows behind a number', () => {
  test('add up to it', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        for (const { id, value, basis } of factorsIn(report, plan)) {
          if (id === 'credit_age') continue
          const sum = addedUp(id, basis)
          expect(value === String(sum) || isNearest(value, sum), `${id} ${value} ${sum}`).toBe(true)
        }
      }),
    )
  })

  test('are the ages whose mean is the age of credit, to a tenth of a year', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const factor = factorIn('credit_age', report, plan)
        if (factor === undefined) return
        const ages = factor.basis.map(({ value }) => Number(/, ([\d.]+) years$/.exec(value)?.[1]))
        expect(
          Math.abs(total(ages) / ages.length - Number(/[\d.]+/.exec(factor.value)?.[0])),
        ).toBeLessThanOrEqual(0.101)
      }),
    )
  })

  test('lead to a row that the report has, at a bureau that the plan shows', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        for (const row of factorsIn(report, plan).flatMap(factor => factor.basis)) {
          const there = [
            ...report.accounts.filter(({ id }) => id === row.accountId),
            ...report.inquiries.filter(({ id }) => id === row.inquiryId),
            ...report.publicRecords.filter(({ id }) => id === row.recordId),
          ]
          expect(there.map(each => each.bureau)).toContain(row.bureau)
          if (plan === 'free') expect(row.bureau).toBe('TransUnion')
        }
      }),
    )
  })

  test('say which months, cards, marks and inquiries they are', () => {
    const report = reportOf({
      accounts: [
        accountOf({
          currentBalance: '4612.00',
          creditLimit: '5000.00',
          paymentHistory: monthsOf('2026-11', 'OK U 30 60'),
        }),
        collectionOf({ id: 'c' }),
      ],
      inquiries: [inquiryOf()],
      publicRecords: [recordOf()],
    })
    const rowsOf = (id: Factor['id']) =>
      factorIn(id, report)?.basis.map(({ label, value }) => `${label}: ${value}`)
    expect(rowsOf('payment_history')).toEqual([
      'Lakeshore Card Services: 1 of 3 months on time; late or worse: 10/2026 (30 days late), 11/2026 (60 days late)',
    ])
    expect(rowsOf('credit_utilization')).toEqual(['Lakeshore Card Services: $4,612.00 of $5,000.00 (92 %)'])
    expect(rowsOf('derogatory_marks')).toEqual([
      'Meridian Collections: Collection account, $1,284.00',
      'Chapter 7 bankruptcy filed 03/02/2019: Discharged',
    ])
    expect(rowsOf('credit_age')).toEqual(['Lakeshore Card Services: Opened 08/14/2021, 5.3 years'])
    expect(rowsOf('total_accounts')).toEqual([
      'Lakeshore Card Services: Open, listed by TransUnion',
      'Meridian Collections: Not open, listed by TransUnion',
    ])
    expect(rowsOf('hard_inquiries')).toEqual(['Cedar Auto Finance: 08/22/2026'])
  })
})
