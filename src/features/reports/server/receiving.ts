import { gzipSync } from 'node:zlib'
import { newId } from '#platform/ids.ts'
import { type Imported, importedWithin } from '../imported.ts'
import { identify } from '../matcher.ts'
import { isAsNew, type ReportSummary, summaryOf } from '../summary.ts'
import { packed, unpacked } from './packed-report.ts'

/** What is computed when a report is received, in a thread apart (`receive.ts`). */

/** A report of a person just read, and the newest of its history with that history's id; null for the first. */
export type ToReceive = {
  id: string
  came: Uint8Array
  document: Uint8Array
  earlier: { content: Uint8Array; historyId: string } | null
}

export type ToKeep = {
  content: Uint8Array
  document: Uint8Array
  summary: ReportSummary
  /** False of the first report of a history, and of one that is older than what there was: such a one is no change. */
  followsEarlier: boolean
  imported: { free: Imported; max: Imported }
}

/** Whether a thread gave it. */
export const isToKeep = (value: unknown): value is ToKeep =>
  typeof value === 'object' && value !== null && 'content' in value && 'summary' in value

/** Gives a report the ids of the person's accounts and computes what changed since the report before it. */
export const toKeepOf = ({ id, came, document, earlier }: ToReceive): ToKeep => {
  const former = earlier === null ? null : unpacked(earlier.content)
  const report = identify(unpacked(came), former, newId)
  const before =
    earlier !== null && former !== null && isAsNew(report.reportDate, former.reportDate)
      ? { report: former, historyId: earlier.historyId }
      : null
  return {
    content: packed(report),
    document: gzipSync(document),
    summary: summaryOf(id, report, before),
    followsEarlier: before !== null,
    imported: { free: importedWithin(report, 'free'), max: importedWithin(report, 'max') },
  }
}
