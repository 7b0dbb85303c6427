import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { listParts } from '#features/reports/parts.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type CreditFileSummary, summarizeCreditFile } from '../credit-file.ts'

/** Runs in a worker thread, because whole reports are large. */

export const ownFile = ({
  content,
  plan,
  today,
}: {
  content: Uint8Array
  plan: Plan
  today: string
}): CreditFileSummary => {
  const report = unpackReport(content)
  const shown = bureausInPlan(plan)
  const parts = listParts(report).filter(({ bureau }) => shown.includes(bureau))
  const file = summarizeCreditFile(buildReportView(report, plan).fullReport, parts, today)
  // Each row names its creditor; one entry for each name is enough.
  const creditors = new Map(file.creditors.map(one => [`${one.name}\n${one.derogatory}`, one]))
  return { ...file, creditors: [...creditors.values()] }
}
