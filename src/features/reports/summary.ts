import type { Bureau } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { listBureaus, type Report } from './canonical.ts'
import { type Change, summarizeChanges } from './changes.ts'
import { createMasks } from './masks.ts'
import type { ReportSource } from './person.ts'

/** One bureau's part of a report's summary. */
export type BureauSummary = {
  score: { score: number; model: string | null } | null
  /** Since the previous report of the same history. */
  changes: Change[]
}

/** Computed once when a report is received and stored beside it; the history is built from these alone. */
export type ReportSummary = ReportSource & {
  reportDate: PartialDate | null
  /** The id of the first report of the same subject and source; reports with the same one form a history. */
  historyId: string
  bureaus: Partial<Record<Bureau, BureauSummary>>
}

export type PreviousReport = { report: Report; historyId: string }

/** The report must have its stable ids; `before` is null for the first of a history. */
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
