import type { PayToken } from '#features/reports/canonical.ts'
import { type PartialDate, showLongDay, showMonthWords } from '#values/dates.ts'
import type { AccountFacts, AccountRow } from '../facts.ts'

/** A date in a sentence: `November 2, 2026`, `November 2026` or `2026`. */
export const longDate = (date: PartialDate): string => {
  if (date.length === 10) return showLongDay(date)
  return date.length === 7 ? showMonthWords(date, { month: 'long', year: 'numeric' }) : date
}

/** A name that ends with a period (`OAK BANK N.A.`) also ends its sentence. */
export const endOnce = (text: string): string => text.replaceAll(/(?<!\.)\.\.(?=\s|$)/g, '.')

const joinWith =
  (conjunction: string) =>
  (words: readonly string[]): string =>
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`

/** `a`, `a and b`, `a, b and c`. */
export const joinWithAnd = joinWith('and')

/** `a`, `a or b`, `a, b or c`: for denials, because “not in a and b” leaves open that it was in one of them. */
export const joinWithOr = joinWith('or')

/** Single quotation marks as double ones, but not apostrophes. */
const toDoubleQuotes = (text: string): string =>
  text
    .replaceAll(/(?<![\p{L}\p{N}])‘((?:[^‘’]|’(?=\p{L}))*)’(?!\p{L})/gu, '“$1”')
    .replaceAll(/(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'(?!\p{L})/gu, '"$1"')

/**
 * Text for use within quotation marks: its own become single ones, and those within these double again. A mark after a
 * number is one of inches.
 */
export const nestQuotes = (text: string): string =>
  text.replaceAll(
    /“([^“”]*)”|(?<![\p{L}\p{N}])"([^"]*)"|[“”]|(?<![\p{L}\p{N}])"/gu,
    (mark, curly?: string, straight?: string) => {
      if (curly !== undefined) return `‘${toDoubleQuotes(curly)}’`
      if (straight !== undefined) return `'${toDoubleQuotes(straight)}'`
      return mark === '“' ? '‘' : mark === '”' ? '’' : "'"
    },
  )

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A count in a sentence: words up to ten, digits above. */
export const spellCount = (count: number): string => small[count] ?? String(count)

const payWords: Readonly<Record<PayToken, string>> = {
  OK: 'paid as agreed',
  30: '30 days late',
  60: '60 days late',
  90: '90 days late',
  120: '120 days late',
  150: '150 days late',
  180: '180 days late',
  CO: 'charged off',
  COL: 'in collection',
  REPO: 'repossessed',
  FC: 'in foreclosure',
  VS: 'surrendered',
  BK: 'in bankruptcy',
  U: 'unknown',
}

/** The payment status in words. */
export const payStatusText = (token: PayToken): string => payWords[token]

/**
 * The reported status: the condition in the words of the company that reports it, otherwise open or closed, and the
 * account's rating. Fairfile's own conclusions are not a reported status. Null if none is reported.
 */
export const statusText = ({
  condition,
  openClosed,
  payStatus,
}: Pick<AccountRow, 'condition' | 'openClosed' | 'payStatus'>): string | null => {
  // Experian's are sentences: `Open/Never late.`
  const status = condition?.trim().replace(/\.$/, '') || openClosed
  const rating = payStatus === null || payStatus === 'U' ? null : payStatusText(payStatus)
  const words = [status, rating].filter(part => part !== null)
  return words.length === 0 ? null : words.join(', ')
}

/** Months of a payment history in a sentence: `30 days late in March 2026, 60 days late in April 2026`. */
export const describeMonths = (history: AccountFacts['paymentHistory']): string => {
  const byStatus = Map.groupBy(history, month => month.status)
  return [...byStatus]
    .map(
      ([status, same]) =>
        `${payStatusText(status)} in ${joinWithAnd(same.map(month => longDate(month.date)))}`,
    )
    .join('; ')
}
