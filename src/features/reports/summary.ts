import { type Bureau, bureaus, sortBureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import type { PartArrival, Report, ReportOrigin, ReportPart } from './canonical.ts'
import { type Change, summarizeChanges } from './changes.ts'
import { createMasks } from './masks.ts'
import { listParts, toArrival } from './parts.ts'
import type { ReportSource } from './person.ts'

/** One bureau's part of a report's summary. */
export type BureauSummary = {
  score: { score: number; model: string | null } | null
  /** Since the previous report of the same history. */
  changes: Change[]
}

/** A part in the summary of a stored report. */
type StoredPart = Omit<ReportPart, 'warnings' | 'coverage' | 'arrival'> & { arrival: PartArrival }

/** Computed once when a report is received and stored next to it; the history is built only from summaries. */
export type ReportSummary = ReportSource & {
  reportDate: PartialDate | null
  /** The id of the first report of the same subject and source; reports with the same one form a history. */
  historyId: string
  /** The bureaus that arrived with this report: parts kept from an earlier one are in its summary. */
  bureaus: Partial<Record<Bureau, BureauSummary>>
  /** All parts; absent in summaries of earlier releases, whose bureaus were all from one document. */
  parts?: StoredPart[]
}

export type StoredSummary = {
  id: string
  origin: ReportOrigin
  receivedAt: Date
  summary: ReportSummary
}

export const listStoredParts = ({ id, origin, receivedAt, summary }: StoredSummary): StoredPart[] => {
  const { format, subject, reportDate } = summary
  const meta = { id, origin, receivedAt: receivedAt.toISOString() }
  return (
    summary.parts ??
    sortBureaus(bureausOf(summary)).map(bureau => {
      const part = { bureau, format, subject, reportDate }
      return { ...part, arrival: toArrival(meta, part) }
    })
  )
}

const bureausOf = ({ bureaus: own }: ReportSummary): Bureau[] => bureaus.filter(bureau => bureau in own)

/**
 * The report must have its stable ids; `before` is null for the first of a history. `arrived`: the bureaus
 * that arrived with this report; by default all.
 */
export const summarizeReport = (
  id: string,
  report: Report,
  before: { report: Report | null; historyId: string } | null,
  arrived: readonly Bureau[] = bureaus,
): ReportSummary => {
  const mask = createMasks(report)
  const of = (bureau: Bureau): BureauSummary => {
    const score = report.scores.find(one => one.bureau === bureau)
    return {
      score: score
        ? { score: score.score, model: score.model === null ? null : mask.text(score.model) }
        : null,
      changes: before?.report ? summarizeChanges(before.report, report, bureau) : [],
    }
  }
  return {
    ...summarizeParts(report),
    historyId: before?.historyId ?? id,
    bureaus: Object.fromEntries(
      listParts(report)
        .filter(({ bureau }) => arrived.includes(bureau))
        .map(({ bureau }) => [bureau, of(bureau)] as const),
    ),
  }
}

/** The sources of a report and its parts. */
export const summarizeParts = (
  report: Report,
): Pick<ReportSummary, 'format' | 'subject' | 'reportDate' | 'parts'> => ({
  format: report.format,
  subject: report.subject,
  reportDate: report.reportDate,
  ...(report.parts === undefined ? {} : { parts: storedParts(report.parts) }),
})

const storedParts = (parts: readonly ReportPart[]): StoredPart[] =>
  parts.flatMap(({ bureau, format, reportDate, subject, arrival }) =>
    arrival === null ? [] : [{ bureau, format, reportDate, subject, arrival }],
  )
