import { dayNumber, type PartialDate } from '#values/dates.ts'
import { earliestDay, latestDay } from './reporting-period.ts'

/** Compares dates only as precisely as they are reported: a date without its day means any day of the month. */

export const isBefore = (one: PartialDate | null, other: PartialDate | null): boolean => {
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) < other.slice(0, length)
}

/**
 * The minimum number of days between two dates, the first being earlier; negative if the order is not certain.
 */
export const minDaysBetween = (one: PartialDate, other: PartialDate): number =>
  dayNumber(earliestDay(other)) - dayNumber(latestDay(one))

/** Bureaus may date the same event differently by this many days. */
const tolerated = 31

export const datesDiffer = (one: PartialDate | null, other: PartialDate | null): boolean =>
  one !== null &&
  other !== null &&
  (minDaysBetween(one, other) > tolerated || minDaysBetween(other, one) > tolerated)

const comparableWithin = 35

/** Two bureaus' rows are comparable only when reported within 35 days of each other. */
export const areComparable = (
  one: { lastReported: PartialDate | null },
  other: { lastReported: PartialDate | null },
): boolean =>
  one.lastReported !== null &&
  other.lastReported !== null &&
  one.lastReported.length > 4 &&
  other.lastReported.length > 4 &&
  Math.abs(dayNumber(one.lastReported) - dayNumber(other.lastReported)) <= comparableWithin
