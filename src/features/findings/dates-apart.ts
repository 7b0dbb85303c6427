import { dayNumber, type PartialDate } from '#values/dates.ts'
import { earliestDay, latestDay } from './reporting-period.ts'

/** Dates compared only as precisely as they are reported: a date without its day stands for any day of its month. */

/** Whether one date is surely before another: as far as both are known. */
export const isBefore = (one: PartialDate | null, other: PartialDate | null): boolean => {
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) < other.slice(0, length)
}

/** The days that surely lie between two dates, the first one being earlier; negative when it need not be. */
export const minDaysBetween = (one: PartialDate, other: PartialDate): number =>
  dayNumber(earliestDay(other)) - dayNumber(latestDay(one))

/** How many days bureaus' own conventions explain between two dates of one event (product paper section 5). */
const tolerated = 31

/** Whether two reported dates of one event are further apart than bureaus' conventions explain. */
export const datesDiffer = (one: PartialDate | null, other: PartialDate | null): boolean =>
  one !== null &&
  other !== null &&
  (minDaysBetween(one, other) > tolerated || minDaysBetween(other, one) > tolerated)

const comparableWithin = 35

/** Two bureaus' rows compare only when last reported within 35 days (product paper section 5). */
export const areComparable = (
  one: { lastReported: PartialDate | null },
  other: { lastReported: PartialDate | null },
): boolean =>
  one.lastReported !== null &&
  other.lastReported !== null &&
  one.lastReported.length > 4 &&
  other.lastReported.length > 4 &&
  Math.abs(dayNumber(one.lastReported) - dayNumber(other.lastReported)) <= comparableWithin
