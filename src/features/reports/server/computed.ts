import { gzipSync } from 'node:zlib'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { newId } from '#platform/ids.ts'
import { encodeJson } from '#platform/personal-data-source.ts'
import { sortBureaus } from '#values/bureau.ts'
import type { Report } from '../canonical.ts'
import { assignLastingIds } from '../matcher.ts'
import { isAtLeastAsNew } from '../parts.ts'
import { redactWarnings } from '../redact-for-plan.ts'
import { buildReportView, type ReportMeta } from '../report-view.ts'
import { type ReportSummary, summarizeReport } from '../summary.ts'
import { packReport, unpackReport } from './packed-report.ts'

/** Computations on whole reports, run in worker threads. */

/** The response to an import, as a plan may see it. */
const summarizeImport = (report: Report, plan: Plan) => {
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

type ImportSummary = ReturnType<typeof summarizeImport>

/** A new report and the newest one of its history, with the history's id; null for the first. */
export type ReceivedReport = {
  id: string
  incoming: Uint8Array
  document: Uint8Array
  earlier: { content: Uint8Array; historyId: string } | null
}

export type PreparedReport = {
  content: Uint8Array
  document: Uint8Array
  summary: ReportSummary
  /** False for the first report of a history and for one older than those stored: neither is a change. */
  followsEarlier: boolean
  importSummaries: { free: ImportSummary; max: ImportSummary }
}

/** Whether it came from a worker thread. */
export const isPreparedReport = (value: unknown): value is PreparedReport =>
  typeof value === 'object' && value !== null && 'content' in value && 'summary' in value

/** Assigns the person's account ids to a report and computes the changes since the previous one. */
export const prepareReport = ({ id, incoming, document, earlier }: ReceivedReport): PreparedReport => {
  const former = earlier === null ? null : unpackReport(earlier.content)
  const report = assignLastingIds(unpackReport(incoming), former, newId)
  const before =
    earlier !== null && former !== null && isAtLeastAsNew(report.reportDate, former.reportDate)
      ? { report: former, historyId: earlier.historyId }
      : null
  return {
    content: packReport(report),
    document: gzipSync(document),
    summary: summarizeReport(id, report, before),
    followsEarlier: before !== null,
    importSummaries: { free: summarizeImport(report, 'free'), max: summarizeImport(report, 'max') },
  }
}

/**
 * A report for the user's archive, with all bureaus: a plan limits the product, not the right to know what is
 * stored.
 */
export const exportReport = ({ content, meta }: { content: Uint8Array; meta: ReportMeta }): Uint8Array => {
  const { redacted, fullReport, warnings } = buildReportView(unpackReport(content), 'max')
  const { reportDate, format } = redacted
  return encodeJson({ ...meta, reportDate, format, warnings, ...fullReport })
}
