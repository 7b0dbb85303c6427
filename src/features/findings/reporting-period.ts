import type { Account } from '#features/reports/canonical.ts'
import { addMonths, type PartialDate } from '#values/dates.ts'

/** When a bureau must stop reporting an adverse entry. */

const day = 86_400_000

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** So many years after a day; from February 29 to March 1 where the year has no such day. */
export const addYears = (iso: string, years: number): string => {
  const [year = 1970, month = 1, date = 1] = iso.split('-').map(Number)
  return isoOf(Date.UTC(year + years, month - 1, date))
}

/** Seven years after a day (15 USC 1681c(a)(5)). */
export const addSevenYears = (iso: string): string => addYears(iso, 7)

/** What the rules of age read of a row. */
type Marks = Pick<Account, 'isCollection' | 'payStatus' | 'worstStatus' | 'paymentHistory'>
type Dated = Marks & Pick<Account, 'dateFirstDelinquency'>

/** 180 days after a day (15 USC 1681c(c)(1)). */
export const add180Days = (iso: string): string => isoOf(Date.parse(`${iso}T00:00:00Z`) + 180 * day)

/** The first day that a date can stand for. */
export const earliestDay = (date: PartialDate): string => `${date}-01-01`.slice(0, 10)

/** The last day that a date can stand for. */
export const latestDay = (date: PartialDate): string => {
  if (date.length === 10) return date
  const month = date.length === 7 ? date : `${date}-12`
  return isoOf(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - day)
}

/** A row that says the account was placed for collection or charged off, now or before it was paid. */
export const wasCollectedOrChargedOff = (row: Marks): boolean =>
  row.isCollection ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)].some(
    status => status === 'COL' || status === 'CO',
  )

/**
 * When a bureau must stop reporting an adverse account, as the earliest and the latest day that its reported date
 * of first delinquency allows (a date without a day leaves a span); null when no such date is reported.
 * Collections and charge-offs: seven years that begin 180 days after the delinquency that led to them began
 * (15 USC 1681c(a)(4), (c)(1)). Other adverse items: seven years (15 USC 1681c(a)(5)).
 */
export const reportingEndRange = (row: Dated): { earliest: string; latest: string } | null => {
  if (row.dateFirstDelinquency === null) return null
  const endOf = (from: string) => addSevenYears(wasCollectedOrChargedOff(row) ? add180Days(from) : from)
  return {
    earliest: endOf(earliestDay(row.dateFirstDelinquency)),
    latest: endOf(latestDay(row.dateFirstDelinquency)),
  }
}

/**
 * Whether an adverse row can be past its time on a day. Without a date of first delinquency it can, unless what it
 * shows is younger than seven years: the account itself (but each collector and buyer opens a debt anew), or the months of
 * an account that is not derogatory, of which every late one runs its own seven years.
 */
export const mayBeTooOld = (
  row: Dated & Pick<Account, 'isDerogatory' | 'originalCreditor' | 'dateOpened'>,
  today: string,
): boolean => {
  const ends = reportingEndRange(row)
  if (ends !== null) return ends.earliest <= today
  const isOver = (date: PartialDate) => addSevenYears(earliestDay(date)) <= today
  const isPassedOn = row.isCollection || row.originalCreditor !== null
  if (!isPassedOn && row.dateOpened !== null && !isOver(row.dateOpened)) return false
  const late = row.paymentHistory.filter(month => month.status !== 'OK' && month.status !== 'U')
  return row.isDerogatory || late.length === 0 || late.some(month => isOver(month.date))
}
