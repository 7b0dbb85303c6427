import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthsBetween } from '#values/dates.ts'
import type { History } from '../../contract.ts'

/** What the chart shows of one month: per bureau its newest score; null where its newest report gave none. */
export type ChartMonth = {
  /** `YYYY-MM`. */
  month: string
  /** The day of the month's newest report, `YYYY-MM-DD`; null when there is no report of this month. */
  day: string | null
  scores: Partial<Record<Bureau, number | null>>
}

/** The score history's window (specification section 9). */
const windowMonths = 6

/**
 * The months of the chart, oldest first: six up to that of the newest report, or from the oldest report on where that is
 * earlier. Every month between stands in it, so that a month without a report stays a gap. `dayOf` gives the calendar day
 * of an instant. Empty without any report.
 */
export const buildChartMonths = (
  history: History['history'],
  dayOf: (instant: string) => string,
): ChartMonth[] => {
  const entries = Object.entries(history).flatMap(([bureau, told]) =>
    told.map(({ reportTime, scoreNew }) => ({ bureau, day: dayOf(reportTime), score: scoreNew })),
  )
  const days = entries.map(({ day }) => day).toSorted()
  const [oldest, newest] = [days[0]?.slice(0, 7), days.at(-1)?.slice(0, 7)]
  if (oldest === undefined || newest === undefined) return []
  const count = Math.max(windowMonths, monthsBetween(oldest, newest) + 1)
  return Array.from({ length: count }, (_, place) => {
    const month = addMonths(newest, place + 1 - count)
    const inMonth = entries
      .filter(({ day }) => day.startsWith(month))
      .toSorted((one, other) => one.day.localeCompare(other.day))
    return {
      month,
      day: inMonth.at(-1)?.day ?? null,
      scores: Object.fromEntries(inMonth.map(({ bureau, score }) => [bureau, score])),
    }
  })
}
