import { addMonthsToDay, monthsBetween, type PartialDate } from '#values/dates.ts'

/**
 * Ages in whole months. Metro 2 has the date opened (base segment, field 10) as a day, but many documents drop the
 * day, so the month is the finest unit that all of them have.
 */

/** The last day that an incomplete date can mean. */
const latestDayOf = (date: PartialDate): string => {
  if (date.length === 10) return date
  const month = date.length === 7 ? date : `${date}-12`
  return addMonthsToDay(`${month}-31`, 0)
}

/**
 * Whole months from an opening date to a day, `YYYY-MM-DD`. An incomplete date counts as the latest day it
 * can mean, so that no age is overstated. A future date returns 0.
 */
export const ageInMonths = (opened: PartialDate, today: string): number => {
  const latest = latestDayOf(opened)
  const between = monthsBetween(latest.slice(0, 7), today.slice(0, 7))
  return Math.max(0, addMonthsToDay(latest, between) <= today ? between : between - 1)
}

type Ages = { months: number; count: number }

/** The average age in tenths of a year, rounded down. Goals are compared with it. */
export const averageTenths = ({ months, count }: Ages): number => {
  const [tenthsOfMonths, divisor] = [10 * months, 12 * count]
  return count === 0 ? 0 : (tenthsOfMonths - (tenthsOfMonths % divisor)) / divisor
}

/**
 * The average age in years, rounded to the nearest tenth. An average short of a goal has hundredths where
 * rounding would show the goal as reached.
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

/** Years as `5.6`, with hundredths if there are any. */
export const showNumber = (years: number): string => years.toFixed(Math.round(years * 100) % 10 === 0 ? 1 : 2)

/** Years as `5.6 years`. */
export const showAge = (years: number): string => `${showNumber(years)} years`

/** 56 tenths as `5.6 years`. */
export const showYears = (tenths: number): string => showAge(tenthsToYears(tenths))
