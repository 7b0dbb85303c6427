import type { Bureau } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { listBureaus, type Report } from './canonical.ts'
import { type Change, summarizeChanges } from './changes.ts'
import { createMasks } from './masks.ts'
import type { ReportSource } from './person.ts'

/** What the history tells of one bureau of a report. */
export type BureauSummary = {
  score: { score: number; model: string | null } | null
  /** Since the report before it in the same history. */
  changes: Change[]
}

/** What is computed once when a report is received and kept beside it: the history is made of these alone. */
export type ReportSummary = ReportSource & {
  reportDate: PartialDate | null
  /** The id of the first report of the same subject and source; reports that share it are one history. */
  historyId: string
  /** The bureaus that the report says anything about. */
  bureaus: Partial<Record<Bureau, BureauSummary>>
}

/** A report that stands before another one in its history. */
export type PreviousReport = { report: Report; historyId: string }

/** The summary of a report that has its lasting ids; `before` is null for the first of a history. */
export const summarizeReport = (id: string, report: Report, before: PreviousReport | null): ReportSummary => {
  const { format, subject, reportDate } = report
  const mask = createMasks(report)
  const of = (bureau: Bureau): BureauSummary => {
    const score = report.scores.find(one => one.bureau === bureau)
    return {
      score: score
        ? { score: score.score, model: score.model === null ? null : mask.text(score.model) }
        : null,
      changes: before ? summarizeChanges(before.report, report, bureau) : [],
    }
  }
  return {
    format,
    subject,
    reportDate,
    historyId: before?.historyId ?? id,
    bureaus: Object.fromEntries(listBureaus(report).map(bureau => [bureau, of(bureau)])),
  }
}

/** Whether a report is at least as new as another, as exactly as both say; one without a date came when it was received. */
export const isAtLeastAsNew = (date: PartialDate | null, than: PartialDate | null): boolean => {
  if (date === null || than === null) return true
  const length = Math.min(date.length, than.length)
  return date.slice(0, length) >= than.slice(0, length)
}
