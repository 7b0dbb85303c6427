import { gzipSync } from 'node:zlib'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { newId } from '#platform/ids.ts'
import { encodeJson } from '#platform/personal-data-source.ts'
import type { StoragePolicy } from '#providers/credit-data/port.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { FileStatus, Report } from '../canonical.ts'
import { assignLastingIds } from '../matcher.ts'
import { isAtLeastAsNew, joinReports, selectParts } from '../parts.ts'
import type { ReportSource } from '../person.ts'
import { redactWarnings } from '../redact-for-plan.ts'
import { buildReportView, type ReportMeta } from '../report-view.ts'
import {
  type ReceivedDocument,
  restrictPolicy,
  storableDocuments,
  storableReport,
} from '../storage-policy.ts'
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
  documents: readonly ReceivedDocument[]
  policy: StoragePolicy
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
export const isPreparedReport = (value: unknown): value is PreparedReport | null =>
  value === null || (typeof value === 'object' && 'content' in value && 'summary' in value)

/** One document as received, several as JSON in base64; empty when none may be kept. */
const encodeDocuments = (documents: readonly ReceivedDocument[]): Uint8Array => {
  const [only] = documents
  if (only === undefined) return new Uint8Array()
  if (only.bureau === null) return only.bytes
  const parts = documents.map(({ bureau, bytes }) => ({
    bureau,
    document: Buffer.from(bytes).toString('base64'),
  }))
  return encodeJson({ parts })
}

/**
 * Leaves out what may not be stored, assigns the person's account ids and computes the changes since the previous
 * report. Everything that is stored of a report comes from here. Null when nothing of it may be stored.
 */
export const prepareReport = ({
  id,
  incoming,
  documents,
  policy: configured,
  earlier,
}: ReceivedReport): PreparedReport | null => {
  const policy = restrictPolicy(configured, documents)
  const storable = storableReport(policy, unpackReport(incoming))
  if (storable === null) return null
  const former = earlier === null ? null : unpackReport(earlier.content)
  const report = assignLastingIds(storable, former, newId)
  const before =
    earlier !== null && former !== null && isAtLeastAsNew(report.reportDate, former.reportDate)
      ? { report: former, historyId: earlier.historyId }
      : null
  return {
    content: packReport(report),
    document: gzipSync(encodeDocuments(storableDocuments(policy, documents))),
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

export type PackedPart = { bureau: Bureau; content: Uint8Array }

/** Joins packed reports of one bureau each, of which only that bureau counts; null without parts. */
export const joinPackedReports = ({
  parts,
  missing,
}: {
  parts: readonly PackedPart[]
  /** How the bureaus answered whose document held no report. */
  missing: readonly FileStatus[]
}): { content: Uint8Array; source: ReportSource } | null => {
  const [first, ...others] = parts.flatMap(
    ({ bureau, content }) => selectParts(unpackReport(content), [bureau]) ?? [],
  )
  if (first === undefined) return null
  const joined = joinReports([first, ...others])
  const { format, subject, files } = joined
  return {
    content: packReport({ ...joined, files: [...files, ...missing] }),
    source: { format, subject },
  }
}
