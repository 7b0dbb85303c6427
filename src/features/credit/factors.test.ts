import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account } from '#features/reports/canonical.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { factorIn, factorsIn, isNearest } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import type { Factor } from './contract.ts'

/** The row that speaks for an account, found the slow way. */
const speaks = (rows: Account[]): Account | undefined => {
  let best: Account | undefined
  for (const bureau of bureaus) {
    for (const row of rows.filter(each => each.bureau === bureau)) {
      const [year = 0, month = 1, day = 1] = (row.lastReported ?? '0001').split('-').map(Number)
      const [bestYear = 0, bestMonth = 1, bestDay = 1] = (best?.lastReported ?? '0001').split('-').map(Number)
      const newer = year * 400 + month * 32 + day > bestYear * 400 + bestMonth * 32 + bestDay
      if (best === undefined || newer) best = row
    }
  }
  return best
}

const openCards = (rows: Account[]): boolean => {
  const latest = speaks(rows)
  return (
    latest !== undefined &&
    !latest.isCollection &&
    latest.accountType === 'Revolving' &&
    (latest.openClosed === 'Open' || (latest.openClosed === null && latest.accountStatus === 'Open'))
  )
}

describe('the numbers of any report, worked out a second time', () => {
  test('are those of the factors', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const rows = report.accounts.filter(account => bureausInPlan(plan).includes(account.bureau))
        const groups = [...new Set(rows.map(row => row.id))].map(id => rows.filter(row => row.id === id))
        const found = factorsIn(report, plan)
        const valueOf = (id: Factor['id']) => found.find(each => each.id === id)?.value

        expect(valueOf('total_accounts')).toBe(groups.length === 0 ? undefined : String(groups.length))

        let [on, late] = [0, 0]
        for (const group of groups) {
          const told = group.filter(row => row.paymentHistory.some(({ status }) => status !== 'U'))
          const adverse = told.filter(row =>
            row.paymentHistory.some(({ status }) => !/^(OK|U)$/.test(status)),
          )
          for (const { status } of speaks(adverse.length > 0 ? adverse : told)?.paymentHistory ?? []) {
            if (status === 'OK') on += 1
            else if (status !== 'U') late += 1
          }
        }
        const history = valueOf('payment_history')
        if (on + late === 0) expect(history).toBeUndefined()
        else expect(isNearest(history ?? '', (100 * on) / (on + late)), history).toBe(true)

        let [used, limits] = [0, 0]
        for (const group of groups.filter(openCards)) {
          const row = speaks(
            group.filter(each => each.currentBalance !== null && Number(each.creditLimit) > 0),
          )
          used += Math.round(Number(row?.currentBalance ?? 0) * 100)
          limits += Math.round(Number(row?.creditLimit ?? 0) * 100)
        }
        const use = valueOf('credit_utilization')
        if (limits === 0) expect(use).toBeUndefined()
        else expect(isNearest(use ?? '', (used * 100) / limits), use).toBe(true)

        const marked = groups.filter(group => group.some(row => row.isDerogatory)).length
        const records = report.publicRecords.some(record => bureausInPlan(plan).includes(record.bureau))
          ? 1
          : 0
        const marks = valueOf('derogatory_marks')
        if (marks !== undefined) expect(marks).toBe(String(marked + records))
        else expect(marked + records).toBe(0)
      }),
    )
  })

  test('come in order of impact, then the worst rating first', () => {
    fc.assert(
      fc.property(anyReport, report => {
        const weights = factorsIn(report).map(
          ({ impactLevel, rating }) =>
            ['high', 'medium', 'low'].indexOf(impactLevel) * 10 +
            ['poor', 'fair', 'good', 'excellent'].indexOf(rating),
        )
        expect(weights).toEqual(weights.toSorted((one, other) => one - other))
      }),
    )
  })

  test('promise nothing and blame nobody', () => {
    fc.assert(
      fc.property(anyReport, report => {
        expect(JSON.stringify(factorsIn(report))).not.toMatch(
          /guarantee|remove|boost|pre-approved|erase|you missed|null|undefined|NaN/i,
        )
      }),
    )
  })
})

test('total accounts counts open and closed accounts once', () => {
  const report = reportOf({
    accounts: [accountOf(), accountOf({ bureau: 'Equifax' }), accountOf({ id: 'b', openClosed: 'Closed' })],
  })
  expect(factorIn('total_accounts', report)).toMatchObject({
    value: '2',
    rating: 'poor',
    description: '2 accounts on your report, 1 of them open.',
  })
})
