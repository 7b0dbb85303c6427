import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runFinder } from '#features/findings/find.ts'
import { selectLeadFinding } from '#features/findings/most-urgent.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/within-plan.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { accountOf, inquiryOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { buildAnalytics } from '../analytics.ts'

const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'sandbox' } as const
const alertOf = (report: Report, plan: Plan = 'max') => buildAnalytics({ report, meta, plan }).mainAlert

const quiet = Array.from({ length: 6 }, (_, index) =>
  accountOf({
    id: `quiet-${index}`,
    creditorName: `Quiet Bank ${index}`,
    currentBalance: '10.00',
    creditLimit: '1000.00',
  }),
)

describe('the main alert and the finder', () => {
  test('lead with one and the same finding, and all is good only when none is worth a dispute', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const alert = alertOf(report, plan)
        const lead = selectLeadFinding(runFinder(redactForPlan(report, plan)))
        expect([undefined, lead?.id]).toContain(alert.findingId)
        if (alert.kind === 'all_good') expect(lead?.recommended ?? false).toBe(false)
        if (alert.kind === 'impossible_item') expect(lead?.verdict).toBe('impossible')
      }),
      { numRuns: 200 },
    )
  })

  const limits = [
    ...quiet,
    accountOf({ id: 'l', creditLimit: '3000.00' }),
    accountOf({ id: 'l', bureau: 'Equifax', creditLimit: '5000.00' }),
  ]
  const card = accountOf({
    id: 'h',
    creditorName: 'Harborview Card',
    currentBalance: '40000.00',
    creditLimit: '50000.00',
  })

  test.each<[string, Report, string, RegExp]>([
    [
      'two bureaus that contradict each other, before high card use',
      reportOf({ accounts: [...limits, card] }),
      'to_check',
      /^Check Lakeshore Card Services at TransUnion\. If it is wrong, start an account dispute\.$/,
    ],
    [
      'an inquiry that cannot be',
      reportOf({ accounts: quiet, inquiries: [inquiryOf({ date: '2027-01-10' })] }),
      'impossible_item',
      /^Check it at TransUnion\. If it is wrong, start an inquiry dispute\.$/,
    ],
    [
      'two dates of birth',
      reportOf({
        accounts: quiet,
        personal: [personOf(), personOf({ bureau: 'Equifax', dob: '1991-04-27' })],
      }),
      'to_check',
      /^Check it at TransUnion and Equifax\. If it is wrong, start a personal info dispute\.$/,
    ],
  ])('%s', (_, report, kind, recommendation) => {
    const alert = alertOf(report)
    expect(alert.kind).toBe(kind)
    expect(alert.recommendation).toMatch(recommendation)
    expect(alert.findingId).toBeDefined()
  })

  test('of what may be true it says nothing is wrong', () => {
    const { title, recommendation, explanation } = alertOf(reportOf({ accounts: limits }))
    expect(`${title} ${recommendation} ${explanation}`).not.toMatch(/error|cannot be right|mistake/i)
  })
})
