import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { listBureaus, type PartArrival, type Report, type ReportPart } from './canonical.ts'
import { groupAcrossDocuments } from './grouping.ts'
import { continuesHistory } from './person.ts'
import { dayAfter, OLD_REPORT_DAYS } from './refresh-rules.ts'
import type { ReportMeta } from './report-view.ts'
import { chooseScores } from './scores.ts'

/**
 * Reports of several documents. Each bureau of a report is from one document, its part, with that
 * document's date and source.
 */

/** Every bureau's part, in bureau order; also for a report from one document. */
export const listParts = (report: Report): ReportPart[] =>
  report.parts ??
  listBureaus(report).map(bureau => {
    const coverage = report.coverage?.find(one => one.bureau === bureau)
    return {
      bureau,
      format: report.format,
      reportDate: report.reportDate,
      subject: report.subject,
      warnings: report.warnings,
      ...(coverage && { coverage }),
      arrival: null,
    }
  })

/** The last day that a partial date can mean. */
const latestDay = (date: PartialDate): string => {
  if (date.length === 10) return date
  const [year = 0, month = 12] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** How a part arrived with a stored report. One without a date counts from its receipt. */
export const toArrival = (
  { id, origin, receivedAt }: ReportMeta,
  { reportDate }: Pick<ReportPart, 'reportDate'>,
  { fileName = null, joinDays = OLD_REPORT_DAYS }: { fileName?: string | null; joinDays?: number } = {},
): PartArrival => ({
  reportId: id,
  origin,
  fileName,
  receivedAt,
  currentUntil: dayAfter(reportDate === null ? receivedAt.slice(0, 10) : latestDay(reportDate), joinDays),
})

/** Whether two bureaus are from one document; parts not stored yet are. */
export const arrivedTogether = (report: Report, one: Bureau, other: Bureau): boolean => {
  const sourceOf = (bureau: Bureau) =>
    listParts(report).find(part => part.bureau === bureau)?.arrival?.reportId ?? null
  return sourceOf(one) === sourceOf(other)
}

/** The date of one bureau's part: it must not be stated for another bureau. */
export const findPartDate = (
  report: {
    reportDate: PartialDate | null
    parts?: readonly Pick<ReportPart, 'bureau' | 'reportDate'>[] | undefined
  },
  bureau: Bureau,
): PartialDate | null => {
  const part = report.parts?.find(one => one.bureau === bureau)
  return part === undefined ? report.reportDate : part.reportDate
}

/**
 * Whether a report is at least as new as another, at the precision both have. One without a date uses its
 * receipt.
 */
export const isAtLeastAsNew = (date: PartialDate | null, than: PartialDate | null): boolean => {
  if (date === null || than === null) return true
  const length = Math.min(date.length, than.length)
  return date.slice(0, length) >= than.slice(0, length)
}

/** Of equally new parts the first. The date of a report is that of its newest part. */
export const findNewestPart = <Part extends Pick<ReportPart, 'reportDate'>>(
  parts: readonly Part[],
): Part | undefined =>
  parts.find(one => parts.every(other => isAtLeastAsNew(one.reportDate, other.reportDate)))

type Dated = Pick<ReportPart, 'bureau' | 'reportDate'>

/** The bureaus of each date, newest first; parts without one last. */
export const groupByDate = (parts: readonly Dated[]): { date: PartialDate | null; bureaus: Bureau[] }[] =>
  [...Map.groupBy(parts, part => part.reportDate)]
    .map(([date, own]) => ({ date, bureaus: sortBureaus(own.map(({ bureau }) => bureau)) }))
    .toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

const distinctWarnings = (parts: readonly ReportPart[]): Report['warnings'] => [
  ...new Map(
    parts
      .flatMap(({ warnings }) => warnings)
      .map(warning => [`${warning.bureau} ${warning.code} ${warning.message}`, warning]),
  ).values(),
]

/** Merges the rows of reports of different bureaus into one report; ids stay unchanged. */
export const mergeReports = (reports: readonly [Report, ...Report[]]): Report => {
  const [first, ...others] = reports
  if (others.length === 0) return first
  const parts = sortBureaus(reports.flatMap(listBureaus)).flatMap(
    bureau => reports.flatMap(listParts).find(part => part.bureau === bureau) ?? [],
  )
  const newest = findNewestPart(parts)
  const from =
    reports.find(report => newest !== undefined && listBureaus(report).includes(newest.bureau)) ?? first
  const all = <Row>(of: (report: Report) => readonly Row[]): Row[] => reports.flatMap(of)
  return {
    format: newest?.format ?? first.format,
    formatVersion: from.formatVersion,
    reportDate: newest?.reportDate ?? null,
    sourceReportId: from.sourceReportId,
    subject: {
      name: newest?.subject.name ?? parts.find(({ subject }) => subject.name !== null)?.subject.name ?? null,
      ssnLastFour: parts.find(({ subject }) => subject.ssnLastFour !== null)?.subject.ssnLastFour ?? null,
    },
    files: all(report => report.files),
    ...chooseScores(
      all(report => [...report.scores, ...report.otherScores]),
      all(report => report.scoreExclusions),
    ),
    accounts: all(report => report.accounts),
    inquiries: all(report => report.inquiries),
    publicRecords: all(report => report.publicRecords),
    personal: all(report => report.personal),
    warnings: [
      ...distinctWarnings(parts),
      ...all(report => report.warnings).filter(
        ({ bureau }) => bureau && parts.every(part => part.bureau !== bureau),
      ),
    ],
    parts,
  }
}

/** The parts of some bureaus, with only their rows; null when the report has none of them. */
export const selectParts = (report: Report, bureaus: readonly Bureau[]): Report | null => {
  const kept = listParts(report).filter(({ bureau }) => bureaus.includes(bureau))
  if (kept.length === listParts(report).length) return report
  const newest = findNewestPart(kept)
  if (newest === undefined) return null
  const own = <Row extends { bureau: Bureau }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ bureau }) => bureaus.includes(bureau))
  const { coverage: _, ...whole } = report
  return {
    ...whole,
    format: newest.format,
    reportDate: newest.reportDate,
    files: own(report.files),
    ...chooseScores(own([...report.scores, ...report.otherScores]), own(report.scoreExclusions)),
    accounts: own(report.accounts),
    inquiries: own(report.inquiries),
    publicRecords: own(report.publicRecords),
    personal: own(report.personal),
    warnings: distinctWarnings(kept),
    parts: kept,
  }
}

/** The parts of an earlier report that parts of a report continue: same bureau, subject and format. */
export const selectContinued = (report: Report, earlier: Report): Report | null => {
  const now = listParts(report)
  const continued = listParts(earlier).filter(before =>
    now.some(part => part.bureau === before.bureau && continuesHistory(part, before)),
  )
  return selectParts(
    earlier,
    continued.map(({ bureau }) => bureau),
  )
}

/** Ids within a document are only unique there; no sender can have used a line break. */
const withOwnIds = (report: Report, index: number): Report => {
  const own = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    index === 0 ? [...rows] : rows.map(row => ({ ...row, id: `${index}\n${row.id}` }))
  return {
    ...report,
    accounts: own(report.accounts),
    inquiries: own(report.inquiries),
    publicRecords: own(report.publicRecords),
  }
}

/**
 * Joins reports of one person into one report. If two have the same bureau the newer part is used, and of equally
 * new ones the later in the list. Rows of different documents that are certainly one account share an id afterwards;
 * the ids of the first report stay.
 */
export const joinReports = (reports: readonly [Report, ...Report[]]): Report => {
  const [first, ...others] = reports
  const holderOf = (bureau: Bureau): Report | undefined =>
    reports
      .flatMap(report => listParts(report).map(part => ({ report, part })))
      .filter(({ part }) => part.bureau === bureau)
      .reduce<{ report: Report; part: ReportPart } | undefined>(
        (best, one) =>
          best === undefined || isAtLeastAsNew(one.part.reportDate, best.part.reportDate) ? one : best,
        undefined,
      )?.report
  const selected = reports.flatMap((report, index) => {
    const own = selectParts(
      report,
      listBureaus(report).filter(bureau => holderOf(bureau) === report),
    )
    return own === null ? [] : [withOwnIds(own, index)]
  })
  const [one, ...more] = selected
  if (one === undefined || others.length === 0) return first
  const merged = mergeReports([one, ...more])
  return { ...merged, accounts: groupAcrossDocuments(selected.map(({ accounts }) => accounts)) }
}
