import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { bureaus, sortBureaus } from '#values/bureau.ts'
import type { Report, ReportWarning } from './canonical.ts'
import { createMasks } from './masks.ts'

/** What the import answer says of a report that was just read: nothing of a bureau outside the plan. */

/** The reader's warnings, masked; one that speaks of a bureau outside the plan is left out. */
export const redactWarnings = (report: Report, plan: Plan): ReportWarning[] => {
  const visible = bureausInPlan(plan)
  const outside = bureaus.filter(bureau => !visible.includes(bureau))
  const mask = createMasks(report)
  return report.warnings
    .filter(warning => !outside.some(bureau => warning.message.includes(bureau)))
    .map(({ code, message }) => ({ code, message: mask.text(message) }))
}

/** The answer to an import, as a plan may see it. */
export const summarizeImport = (report: Report, plan: Plan) => {
  const visible = bureausInPlan(plan)
  const countOf = (rows: Report['accounts'] | Report['inquiries'] | Report['publicRecords']) =>
    rows.filter(({ bureau }) => visible.includes(bureau)).length
  return {
    format: report.format,
    reportDate: report.reportDate,
    bureaus: sortBureaus(
      report.files
        .filter(({ bureau, status }) => visible.includes(bureau) && (status === 'hit' || status === 'thin'))
        .map(({ bureau }) => bureau),
    ),
    accounts: countOf(report.accounts),
    inquiries: countOf(report.inquiries),
    publicRecords: countOf(report.publicRecords),
    warnings: redactWarnings(report, plan),
  }
}

export type ImportSummary = ReturnType<typeof summarizeImport>
