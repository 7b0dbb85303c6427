import { gzipSync } from 'node:zlib'
import { newId } from '#platform/ids.ts'
import { type ImportSummary, summarizeImport } from '../imported.ts'
import { assignLastingIds } from '../matcher.ts'
import { isAtLeastAsNew, type ReportSummary, summarizeReport } from '../summary.ts'
import { packReport, unpackReport } from './packed-report.ts'

/** What is computed when a report is received, in a thread apart (`receive.ts`). */

/** A report of a person just read, and the newest of its history with that history's id; null for the first. */
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
  /** False of the first report of a history, and of one that is older than what there was: such a one is no change. */
  followsEarlier: boolean
  importSummaries: { free: ImportSummary; max: ImportSummary }
}

/** Whether a thread gave it. */
export const isPreparedReport = (value: unknown): value is PreparedReport =>
  typeof value === 'object' && value !== null && 'content' in value && 'summary' in value

/** Gives a report the ids of the person's accounts and computes what changed since the report before it. */
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
