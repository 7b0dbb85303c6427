import { dayNumber } from './dates.ts'

/**
 * Business days: every day except Saturdays, Sundays and the legal public holidays of 5 U.S.C. 6103(a). Neither the Fair
 * Credit Reporting Act nor the Credit Repair Organizations Act defines a business day; federal holidays are not counted,
 * so that no bureau is called late a day early and no right to cancel ends a day early. All days are `YYYY-MM-DD`.
 */

const WEEK = 7
const DAY_MS = 86_400_000

const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The day a number of days after another, or before it if negative. */
export const addDays = (day: string, days: number): string => dayOf(dayNumber(day) + days)

/** Sunday 0 to Saturday 6: January 1, 1970 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 4) % WEEK) + WEEK) % WEEK

const numberOf = (year: number, month: number, day: number): number =>
  Math.floor(Date.UTC(year, month - 1, day) / DAY_MS)

const MONDAY = 1
const THURSDAY = 4

/** The nth given weekday of a month. */
const nth = (year: number, month: number, weekday: number, place: number): number => {
  const first = numberOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + WEEK) % WEEK) + (place - 1) * WEEK
}

/** The last Monday of May. */
const lastMondayOfMay = (year: number): number => {
  const last = numberOf(year, 5, 31)
  return last - ((weekdayOf(last) - MONDAY + WEEK) % WEEK)
}

/** A fixed-date holiday on a Saturday is observed on Friday (6103(b)), one on a Sunday on Monday (E.O. 11582). */
const kept = (number: number): number => {
  const weekday = weekdayOf(number)
  if (weekday === 6) return number - 1
  return weekday === 0 ? number + 1 : number
}

/** Juneteenth: Public Law 117-17, from June 17, 2021. */
const FIRST_JUNETEENTH = 2021

/** A holiday with the day on which it is observed. */
type Holiday = { name: string; on: string }

/** The holidays of a year, each on the day it is observed; New Year's Day may be observed in the previous year. */
export const listHolidays = (year: number): Holiday[] => {
  const on = (name: string, number: number): Holiday => ({ name, on: dayOf(number) })
  const fixed = (name: string, month: number, day: number) => on(name, kept(numberOf(year, month, day)))
  return [
    fixed("New Year's Day", 1, 1),
    on('Birthday of Martin Luther King, Jr.', nth(year, 1, MONDAY, 3)),
    on("Washington's Birthday", nth(year, 2, MONDAY, 3)),
    on('Memorial Day', lastMondayOfMay(year)),
    ...(year >= FIRST_JUNETEENTH ? [fixed('Juneteenth National Independence Day', 6, 19)] : []),
    fixed('Independence Day', 7, 4),
    on('Labor Day', nth(year, 9, MONDAY, 1)),
    on('Columbus Day', nth(year, 10, MONDAY, 2)),
    fixed('Veterans Day', 11, 11),
    on('Thanksgiving Day', nth(year, 11, THURSDAY, 4)),
    fixed('Christmas Day', 12, 25),
  ]
}

/** Whether a day is a business day. */
export const isBusinessDay = (day: string): boolean => {
  const weekday = weekdayOf(dayNumber(day))
  if (weekday === 0 || weekday === 6) return false
  const year = Number(day.slice(0, 4))
  // The next year's first holiday may be observed on the last day of this year.
  return ![...listHolidays(year), ...listHolidays(year + 1)].some(({ on }) => on === day)
}

/** The nth business day after a day; the day itself does not count. */
export const addBusinessDays = (day: string, count: number): string => {
  let at = day
  for (let left = count; left > 0; ) {
    at = addDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
