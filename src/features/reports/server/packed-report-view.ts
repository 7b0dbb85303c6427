import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Report, ReportPart } from '../canonical.ts'
import { listParts, selectContinued, selectParts } from '../parts.ts'
import { type RedactedReport, redactForPlan } from '../redact-for-plan.ts'
import { buildReportView, type ReportMeta, type ReportView } from '../report-view.ts'
import { unpackReport } from './packed-report.ts'

/** A user's current report and the earlier ones of its history, packed, as `loadReportView` reads them. */
export type PackedReportView = {
  meta: ReportMeta
  content: Uint8Array
  earlier: readonly Uint8Array[]
  person: { profile: Profile; plan: Plan }
}

/** Unpacks and redacts a report and its predecessors. For worker threads. */
export const openReportView = ({
  content,
  earlier,
  person: { plan },
}: PackedReportView): { view: ReportView; earlierReports: RedactedReport[] } => {
  const report = unpackReport(content)
  return {
    view: buildReportView(report, plan),
    earlierReports: listEarlierParts(report, earlier.map(unpackReport)).map(one => redactForPlan(one, plan)),
  }
}

/**
 * The parts with which a report's parts are compared: earlier parts of the same source, each once although several
 * consecutive reports may share it.
 */
const listEarlierParts = (report: Report, earlier: readonly Report[]): Report[] => {
  const keyOf = ({ bureau, arrival }: ReportPart) =>
    arrival === null ? null : `${bureau} ${arrival.reportId}`
  const seen = new Set(listParts(report).map(keyOf))
  return earlier.flatMap(one => {
    const continued = selectContinued(report, one)
    if (continued === null) return []
    const fresh = listParts(continued).filter(part => keyOf(part) === null || !seen.has(keyOf(part)))
    for (const part of fresh) seen.add(keyOf(part))
    const bureaus = fresh.map(({ bureau }) => bureau)
    return selectParts(continued, bureaus) ?? []
  })
}
