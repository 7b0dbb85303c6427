import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { anyReport, longNumber, markOf, ssn } from '#test/support/reports/any-report.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import { redactForPlan } from './within-plan.ts'

test('whatever the report, nothing of a bureau outside the plan is left, and no number whole', () => {
  fc.assert(
    fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
      const text = JSON.stringify(redactForPlan(report, plan))
      for (const bureau of bureaus.filter(one => !bureausInPlan(plan).includes(one))) {
        expect(text).not.toContain(markOf(bureau))
        expect(text).not.toContain(bureau)
      }
      expect(text).not.toMatch(/666\D{0,2}34\D{0,2}4417/)
      expect(text).not.toContain(ssn.slice(0, 8))
      expect(text).not.toContain(longNumber)
    }),
  )
})

test('what a document says of a row inside itself does not leave', () => {
  const [row] = redactForPlan(
    reportOf({ accounts: [accountOf({ sourceRowId: 'TRADE-1', subscriberCode: '01DTV' })] }),
    'max',
  ).accounts
  expect([row?.sourceRowId, row?.subscriberCode]).toEqual([null, null])
})
