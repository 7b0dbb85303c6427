import { addMonthsToDay, monthsBetween, type PartialDate } from '#values/dates.ts'

/**
 * Ages in whole months. A file gives the month of opening and often no day (Metro 2 base segment, field 10, date opened, is
 * sent as a day but many documents drop it), so a month is the finest unit that holds for all of them.
 */

/** The last day that a date with a missing month or day can mean. */
const latestDayOf = (date: PartialDate): string => {
  if (date.length === 10) return date
  const month = date.length === 7 ? date : `${date}-12`
  return addMonthsToDay(`${month}-31`, 0)
}

/**
 * The whole months from an opening date to a day, `YYYY-MM-DD`. Where the date lacks its day or month the latest that it can
 * mean counts, so that no age is overstated. A date of the future is 0.
 */
export const ageInMonths = (opened: PartialDate, today: string): number => {
  const latest = latestDayOf(opened)
  const between = monthsBetween(latest.slice(0, 7), today.slice(0, 7))
  return Math.max(0, addMonthsToDay(latest, between) <= today ? between : between - 1)
}

type Ages = { months: number; count: number }

/** The whole tenths of a year that the average of some ages has reached. Goals are compared with it. */
export const averageTenths = ({ months, count }: Ages): number => {
  const [tenthsOfMonths, divisor] = [10 * months, 12 * count]
  return count === 0 ? 0 : (tenthsOfMonths - (tenthsOfMonths % divisor)) / divisor
}

/**
 * The average of some ages in years, rounded to the nearest tenth; one that is short of a goal has
 * hundredths where the tenth would be the goal.
 */
export const averageYears = ({ months, count }: Ages, goalTenths = 0): number => {
  const years = count === 0 ? 0 : months / (12 * count)
  const tenths = Math.round(years * 10)
  const isShort = averageTenths({ months, count }) < goalTenths
  return isShort && tenths >= goalTenths
    ? Math.min(Math.round(years * 100), goalTenths * 10 - 1) / 100
    : tenths / 10
}

/** Tenths of a year as years: 56 is 5.6. */
export const tenthsToYears = (tenths: number): number => tenths / 10

/** A number of years as it is shown: `5.6`, with hundredths where they are given. */
export const showNumber = (years: number): string => years.toFixed(Math.round(years * 100) % 10 === 0 ? 1 : 2)

/** Years as they are shown: `5.6 years`. */
export const showAge = (years: number): string => `${showNumber(years)} years`

/** Tenths of a year as they are shown: 56 is `5.6 years`. */
export const showYears = (tenths: number): string => showAge(tenthsToYears(tenths))
