import { dayIn, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { ShownPart } from '../contract.ts'
import { areOfOneDate, datedPart, isOldPart } from '../refresh-rules.ts'
import type { Imported } from './use-report-import.ts'

/** Today in the user's time zone, `YYYY-MM-DD`. */
export const localToday = (): string => dayIn(browserTimeZone, new Date())

type Dated = Pick<ShownPart, 'bureau' | 'reportDate' | 'currentUntil'>

/** Each bureau with its own date, and which are old; null if one recent date applies to all. */
export const describePartDates = (parts: readonly Dated[], today: string): string | null => {
  const old = parts.filter(part => isOldPart(part, today)).map(({ bureau }) => bureau)
  if (areOfOneDate(parts) && old.length === 0) return null
  const listed = `This report is made of ${showList(parts.map(datedPart))}.`
  return old.length === 0
    ? listed
    : `${listed} ${showList(old)} ${old.length === 1 ? 'is' : 'are'} old: import a newer file before you rely on it.`
}

/** The date of a report, or the date range of its parts; null if unknown. */
export const describeReportDate = (parts: readonly Dated[]): string | null => {
  const dates = parts.flatMap(({ reportDate }) => reportDate ?? []).toSorted()
  const [first, last] = [showDate(dates.at(0) ?? null), showDate(dates.at(-1) ?? null)]
  if (first === null || last === null) return null
  return first === last ? `Report of ${first}` : `Reports of ${first} to ${last}`
}

/** Describes the report's parts after an import, one sentence each. */
export const describeJoin = ({ parts, missing, leftOut, newer }: Imported): string[] => [
  ...(new Set(parts.map(({ reportId }) => reportId)).size > 1
    ? [`Your report is now made of ${showList(parts.map(datedPart))}.`]
    : []),
  ...newer.map(part => `Your report already has a newer ${datedPart(part)}, so that one stays.`),
  ...leftOut.map(
    part => `${datedPart(part)} was imported too long ago to be joined with this file. Import a newer one.`,
  ),
  ...(parts.length > 0 && missing.length > 0
    ? [
        `${showList(missing)} ${missing.length === 1 ? 'is' : 'are'} missing: import the file to add it to this report.`,
      ]
    : []),
]
