import { gzipSync } from 'node:zlib'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { newId } from '#platform/ids.ts'
import { encodeJson } from '#platform/personal-data-source.ts'
import type { StoragePolicy } from '#providers/credit-data/port.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { type FileStatus, listBureaus, type PersonalInfo, type Report } from '../canonical.ts'
import { formatNames, isNewFormat } from '../formats.ts'
import { assignLastingIds } from '../matcher.ts'
import {
  findPartDate,
  isAtLeastAsNew,
  joinReports,
  listParts,
  mergeReports,
  selectParts,
  toArrival,
} from '../parts.ts'
import { describeExcess, type ReportLimits } from '../permitted.ts'
import { describeReading, type ReadingCheck } from '../reading-check.ts'
import { redactForPlan, redactWarnings } from '../redact-for-plan.ts'
import { type Removal, removeImport } from '../removal.ts'
import { buildReportView, type ReportMeta, toShownPart } from '../report-view.ts'
import {
  type ReceivedDocument,
  restrictPolicy,
  storableDocuments,
  storableReport,
} from '../storage-policy.ts'
import { type ReportSummary, summarizeReport } from '../summary.ts'
import { packReport, unpackReport } from './packed-report.ts'
import { type ReadSource, sourceOf } from './read-document.ts'

/** Computations on whole reports, run in worker threads. */

/** The response to an import, as a plan may see it. */
const summarizeImport = (report: Report, joined: Report, plan: Plan) => {
  const visible = bureausInPlan(plan)
  const countOf = (rows: Report['accounts'] | Report['inquiries'] | Report['publicRecords']) =>
    rows.filter(({ bureau }) => visible.includes(bureau)).length
  return {
    format: report.format,
    formatName: formatNames[report.format],
    isNew: isNewFormat(report.format),
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
    parts: redactForPlan(joined, plan).parts.flatMap(toShownPart),
    missing: visible.filter(bureau => !listBureaus(joined).includes(bureau)),
  }
}

type ImportSummary = ReturnType<typeof summarizeImport>

/** Packed parts of a stored report. */
export type StoredParts = { meta: ReportMeta; content: Uint8Array; bureaus: readonly Bureau[] }

export type ReceivedReport = {
  meta: ReportMeta
  incoming: Uint8Array
  documents: readonly ReceivedDocument[]
  policy: StoragePolicy
  fileName: string | null
  /** The bureaus taken from it; the parts that stay; the previous parts, for comparison. */
  taken: readonly Bureau[]
  kept: StoredParts | null
  former: readonly StoredParts[]
  /** Null for the first report of a history. */
  historyId: string | null
  joinDays: number
  limits: ReportLimits
}

export type PreparedReport =
  | { kind: 'nothing' }
  | { kind: 'tooLong'; message: string }
  | {
      kind: 'report'
      content: Uint8Array
      document: Uint8Array
      summary: ReportSummary
      /** The changed parts, before and now; null when none can be compared with an earlier one. */
      changed: { before: Uint8Array; now: Uint8Array } | null
      importSummaries: { free: ImportSummary; max: ImportSummary }
    }

/** Every part of a stored report with its arrival: parts of earlier releases arrived with their report. */
const withArrivals = (report: Report, meta: ReportMeta, given?: Parameters<typeof toArrival>[2]): Report => {
  const { coverage: _, ...whole } = report
  const parts = listParts(report).map(part => ({
    ...part,
    arrival: part.arrival ?? toArrival(meta, part, given),
  }))
  return { ...whole, parts }
}

const openParts = ({ meta, content, bureaus }: StoredParts): Report | null =>
  selectParts(withArrivals(unpackReport(content), meta), bureaus)

const mergeAll = (reports: readonly (Report | null)[]): Report | null => {
  const [first, ...others] = reports.filter(report => report !== null)
  return first === undefined ? null : mergeReports([first, ...others])
}

/** The parts of both reports at bureaus where the new one is at least as new; only these can have changed. */
const selectChanged = (now: Report, former: Report | null) => {
  if (former === null) return null
  const comparable = listParts(former)
    .filter(({ bureau, reportDate }) => isAtLeastAsNew(findPartDate(now, bureau), reportDate))
    .map(({ bureau }) => bureau)
  const [before, changed] = [selectParts(former, comparable), selectParts(now, comparable)]
  return before === null || changed === null ? null : { before, now: changed }
}

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
 * Leaves out what may not be stored, joins the rest with the parts that stay, assigns the user's account ids and
 * computes the changes since the previous parts. Everything that is stored of a report is prepared here.
 */
export const prepareReport = ({
  meta,
  incoming,
  documents,
  policy: configured,
  fileName,
  taken,
  kept: keptParts,
  former: formerParts,
  historyId,
  joinDays,
  limits,
}: ReceivedReport): PreparedReport => {
  const policy = restrictPolicy(configured, documents)
  const storable = storableReport(policy, unpackReport(incoming))
  if (storable === null) return { kind: 'nothing' }
  const whole = withArrivals(storable, meta, { fileName, joinDays })
  const own = selectParts(whole, taken) ?? whole
  const kept = keptParts === null ? null : openParts(keptParts)
  const former = mergeAll(formerParts.map(openParts))
  const joined = kept === null ? own : joinReports([kept, own])
  const message = describeExcess(joined, limits)
  if (message !== null) return { kind: 'tooLong', message }
  const report = assignLastingIds(joined, former, newId, kept)
  const changed = selectChanged(report, former)
  const before = historyId === null ? null : { report: changed?.before ?? null, historyId }
  return {
    kind: 'report',
    content: packReport(report),
    document: gzipSync(encodeDocuments(storableDocuments(policy, documents))),
    summary: summarizeReport(meta.id, report, before, taken),
    changed: changed && { before: packReport(changed.before), now: packReport(changed.now) },
    importSummaries: { free: summarizeImport(own, report, 'free'), max: summarizeImport(own, report, 'max') },
  }
}

type StoredContent = { meta: ReportMeta; content: Uint8Array; summary: ReportSummary }

/** A user's stored reports, oldest first, without an import. */
export const removeStoredImport = ({
  stored,
  removal,
  joinDays,
}: {
  stored: readonly StoredContent[]
  removal: Removal
  joinDays: number
}): { deleted: string[]; changed: (StoredContent & { isCompared: boolean })[] } => {
  const opened = stored.map(({ meta, content, summary }) => ({
    meta,
    summary,
    report: withArrivals(unpackReport(content), meta),
  }))
  const { deleted, changed } = removeImport(opened, removal, joinDays)
  return {
    deleted,
    changed: changed.map(({ report, ...one }) => ({ ...one, content: packReport(report) })),
  }
}

/**
 * A report for the user's archive, with all bureaus: a plan limits the product, not the right to know what is
 * stored.
 */
export const exportReport = ({ content, meta }: { content: Uint8Array; meta: ReportMeta }): Uint8Array => {
  const { redacted, fullReport, warnings } = buildReportView(withArrivals(unpackReport(content), meta), 'max')
  const { reportDate, format, parts } = redacted
  return encodeJson({
    ...meta,
    reportDate,
    format,
    parts: parts.flatMap(part =>
      toShownPart(part).map(shown => ({ ...shown, coverage: part.coverage ?? null })),
    ),
    warnings,
    ...fullReport,
  })
}

/** What a plan may see of a document that was read but not stored. */
export const describePackedReading = ({ content, plan }: { content: Uint8Array; plan: Plan }): ReadingCheck =>
  describeReading(unpackReport(content), plan)

export type PackedPart = { bureau: Bureau; content: Uint8Array }

/** Joins packed reports, only one bureau from each; null without parts. */
export const joinPackedReports = ({
  parts,
  missing,
}: {
  parts: readonly PackedPart[]
  /** The results of bureaus whose document contained no report. */
  missing: readonly FileStatus[]
}): { content: Uint8Array; source: ReadSource } | null => {
  const [first, ...others] = parts.flatMap(
    ({ bureau, content }) => selectParts(unpackReport(content), [bureau]) ?? [],
  )
  if (first === undefined) return null
  const joined = joinReports([first, ...others])
  const { format, reportDate, subject, files } = joined
  const unanswered = missing.map(({ bureau }) => ({
    bureau,
    format,
    reportDate,
    subject,
    warnings: [],
    arrival: null,
  }))
  const report = {
    ...joined,
    files: [...files, ...missing],
    parts: [...listParts(joined), ...unanswered],
  }
  return { content: packReport(report), source: sourceOf(report) }
}

/** The person as reported by each bureau. */
export const personalOf = ({ content }: { content: Uint8Array }): PersonalInfo[] =>
  unpackReport(content).personal
