import { monthsBetween, moveMonths, type PartialDate } from '#values/dates.ts'

/**
 * Ages in whole months. A file gives the month of opening and often no day (Metro 2 base segment, field 10, date opened, is
 * sent as a day but many documents drop it), so a month is the finest unit that holds for all of them.
 */

/** The last day that a date with a missing month or day can mean. */
const latestDayOf = (date: PartialDate): string => {
  if (date.length === 10) return date
  const month = date.length === 7 ? date : `${date}-12`
  return moveMonths(`${month}-31`, 0)
}

/**
 * The whole months from an opening date to a day, `YYYY-MM-DD`. Where the date lacks its day or month the latest that it can
 * mean counts, so that no age is overstated. A date of the future is 0.
 */
export const monthsOld = (opened: PartialDate, today: string): number => {
  const latest = latestDayOf(opened)
  const between = monthsBetween(latest.slice(0, 7), today.slice(0, 7))
  return Math.max(0, moveMonths(latest, between) <= today ? between : between - 1)
}

/** The average of some ages in tenths of a year, rounded down: an average short of a goal is never shown as the goal. */
export const averageTenths = ({ months, count }: { months: number; count: number }): number => {
  const [tenthsOfMonths, divisor] = [10 * months, 12 * count]
  return count === 0 ? 0 : (tenthsOfMonths - (tenthsOfMonths % divisor)) / divisor
}

/** Tenths of a year as years: 56 is 5.6. */
export const yearsOf = (tenths: number): number => tenths / 10

/** Tenths of a year as they are shown: 56 is `5.6 years`. */
export const showYears = (tenths: number): string => `${yearsOf(tenths).toFixed(1)} years`
