import { addMonths } from '#values/dates.ts'
import type { PaymentMonth, PayToken } from '../canonical.ts'
import { type AccountKind, type PayDialect, payTokenFromCode } from './codes.ts'

/** Payment strings: one character per month, newest first in every format. */

/**
 * Ten years. Anything beyond the seven of 15 USC 1681c(a)(5) should stay visible, since it is reported for too
 * long.
 */
const longest = 120

/**
 * Every character that represents a month in some format, including Metro 2's B and D, blanks and the slash
 * between years.
 */
const monthSigns = /[\dB-EGHJKLNUXZ */.#-]+/gi

/**
 * Whether a text is one character per month rather than words: some senders write `OK,OK,30` or `OK x 24`, in
 * which K would be a repossession. No bureau uses the letters A, I and O; one other unknown character is a
 * code unknown to us.
 */
export const isPaymentPattern = (pattern: string): boolean => {
  const signs = pattern.slice(0, longest)
  const strange = new Set(signs.replaceAll(monthSigns, '').split(''))
  return strange.size < 2 && !/[AIO]|NULL/i.test(signs)
}

/** Months without data at either end are dropped; between months with data they stay `U`. */
const trimmed = (months: readonly PaymentMonth[]): PaymentMonth[] => {
  const hasData = (month: PaymentMonth) => month.status !== 'U'
  const first = months.findIndex(hasData)
  return first === -1 ? [] : months.slice(first, months.findLastIndex(hasData) + 1)
}

/** Sorts months oldest first, one entry per month (the first one), at most 120, without empty ends. */
export const sortByMonth = (months: readonly PaymentMonth[]): PaymentMonth[] => {
  const byMonth = new Map<string, PayToken>()
  for (const { date, status } of months) if (!byMonth.has(date)) byMonth.set(date, status)
  const ordered = [...byMonth]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, status]) => ({ date, status }))
  return trimmed(ordered).slice(-longest)
}

/** The months of a payment string; empty for words. `newest`: the month of its first character, `YYYY-MM`. */
export const parsePaymentMonths = (
  pattern: string,
  newest: string,
  dialect: PayDialect,
  kind: AccountKind,
): PaymentMonth[] => {
  if (!isPaymentPattern(pattern)) return []
  const signs = pattern.slice(0, longest).split('')
  return signs.flatMap((code, index) => {
    const status = payTokenFromCode(dialect, code.toUpperCase(), kind)
    return status === null ? [] : [{ date: addMonths(newest, -index), status }]
  })
}

/**
 * The current manner of payment rates the report's month. It is added in front if the history begins with the
 * previous month, and fills that month if it is unrated and the status is late or worse. Not for a closed
 * account, whose status is that of its last day. `months` newest first.
 */
export const addReportedMonth = (
  months: readonly PaymentMonth[],
  reported: string | null,
  payStatus: PayToken | null,
  isClosed: boolean,
): PaymentMonth[] => {
  const [newest] = months
  if (isClosed || newest === undefined || reported === null || payStatus === null || payStatus === 'U')
    return sortByMonth(months)
  const isUnrated = newest.date === reported && newest.status === 'U' && payStatus !== 'OK'
  const follows = addMonths(newest.date, 1) === reported
  return isUnrated || follows
    ? sortByMonth([{ date: reported, status: payStatus }, ...months])
    : sortByMonth(months)
}

/** The two numberings of MISMO strings. */
export type PaymentDialect = 'experian' | 'shifted'

export type LateCounts = { late30: number | null; late60: number | null; late90: number | null }

/** Counts the codes of 30, 60 and 90-or-more days in a string, where the given digit means `30 days`. */
const countsFrom = (pattern: string, thirty: number): readonly number[] => {
  const times = (low: number, high: number) =>
    [...pattern].filter(code => code >= String(low) && code <= String(high)).length
  return [times(thirty, thirty), times(thirty + 1, thirty + 1), times(thirty + 2, thirty === 1 ? 6 : 5)]
}

/** The numbering that agrees with the reported counters while the other does not; null when undecided. */
const byCounts = (pattern: string, counts: LateCounts): PaymentDialect | null => {
  const reported = [counts.late30, counts.late60, counts.late90]
  if (reported.every(count => count === null)) return null
  const usual = countsFrom(pattern, 1)
  const shifted = countsFrom(pattern, 2)
  const isMet = (found: readonly number[]) =>
    found.every((times, index) => times === (reported[index] ?? times))
  const isWithin = (found: readonly number[]) =>
    found.every((times, index) => times <= (reported[index] ?? times))
  for (const agrees of [isMet, isWithin]) {
    if (agrees(usual) !== agrees(shifted)) return agrees(usual) ? 'experian' : 'shifted'
  }
  return null
}

const noKind: AccountKind = { collection: false, mortgage: false }

/** The numbering in which the first character agrees with that month's rating, while the other does not. */
const byRating = (pattern: string, rating: PayToken | null): PaymentDialect | null => {
  const sign = pattern.charAt(0).toUpperCase()
  if (rating === null || !/^[1-6]$/.test(sign)) return null
  const says = (dialect: PaymentDialect) => payTokenFromCode(dialect, sign, noKind) === rating
  return says('experian') === says('shifted') ? null : says('experian') ? 'experian' : 'shifted'
}

/**
 * Which numbering a MISMO string uses; null when undecided. A `C` or `N` decides. Otherwise the rating of its
 * first month, or the reported counters if exactly one numbering matches them or one exceeds them (they may cover
 * more months than the string). Otherwise a majority of 1s means on-time months in the shifted numbering. Last,
 * what the sender declares (CreditRatingCodeType), but files declaring Experian are known to differ, so that
 * proves nothing. `rating`: of the string's first month.
 */
export const detectPaymentDialect = (
  pattern: string,
  counts: LateCounts,
  declared: string | null,
  rating: PayToken | null,
): PaymentDialect | null => {
  if (/[CN]/i.test(pattern)) return 'experian'
  const digits = pattern.replaceAll(/\D/g, '')
  const counting = byRating(pattern, rating) ?? (digits === '' ? null : byCounts(pattern, counts))
  if (counting !== null) return counting
  const ones = digits.replaceAll(/[^1]/g, '').length
  return ones * 2 > digits.length || /equifax|transunion/i.test(declared ?? '') ? 'shifted' : null
}

/** From least to most severe; OK and U do not mean lateness. */
const bySeverity: readonly PayToken[] = [
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'VS',
  'REPO',
  'FC',
  'COL',
  'CO',
  'BK',
]

/** The worst reported token; null when none is late or worse. */
export const worstPayToken = (tokens: readonly (PayToken | null | undefined)[]): PayToken | null =>
  bySeverity.findLast(token => tokens.includes(token)) ?? null
