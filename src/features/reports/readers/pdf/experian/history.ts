import type { PaymentMonth, PayToken } from '../../../canonical.ts'
import { sortByMonth } from '../../payment-pattern.ts'
import { readGridMark } from '../../printed-words.ts'
import {
  centerOf,
  columnAt,
  findBefore,
  findMonthHeader,
  type GridColumns,
  gridColumns,
  isIcon,
  yearOf,
} from '../grids.ts'
import type { Row, RowWord } from '../rows.ts'

/** Experian's payment history: a row for each year below the letters of the months, and a legend that repeats the marks. */

const meaningOfPaid = 'Current / Terms met'

/** The icon for a month paid on time according to the legend; null if there is none. */
export const findPaidIcon = (rows: readonly Row[]): string | null => {
  const before = findBefore(rows, meaningOfPaid)
  return before !== null && isIcon(before) ? before : null
}

const isLegend = ({ text }: Row): boolean =>
  /^payment history guide\b/i.test(text) || text.includes(meaningOfPaid)

type PrintedHistory = {
  months: PaymentMonth[]
  /** Marks with an unknown month or meaning. */
  unreadable: number
}

/** One mark; null for a month without data, undefined if its meaning is unknown. */
const readMark = (text: string, paidIcon: string | null): PayToken | null | undefined =>
  isIcon(text) ? (text === paidIcon ? 'OK' : undefined) : readGridMark(text)

const readYear = (
  year: number,
  marks: readonly RowWord[],
  columns: GridColumns | null,
  paidIcon: string | null,
): PrintedHistory => {
  const cells = new Map<number, (PayToken | null | undefined)[]>()
  let unreadable = 0
  for (const word of marks) {
    const month = columns === null ? null : columnAt(columns, centerOf(word))
    if (month === null) unreadable += 1
    else cells.set(month, [...(cells.get(month) ?? []), readMark(word.text, paidIcon)])
  }
  const months: PaymentMonth[] = []
  for (const [month, [status, ...others]] of cells) {
    if (status === undefined || others.length > 0) unreadable += 1
    else if (status !== null) months.push({ date: `${year}-${String(month + 1).padStart(2, '0')}`, status })
  }
  return { months, unreadable }
}

/**
 * The months of the rows between `Payment History` and the legend. Years descend from the newest; one that does not may be
 * another account's.
 */
export const readHistory = (rows: readonly Row[], paidIcon: string | null): PrintedHistory => {
  const legend = rows.findIndex(isLegend)
  let columns: GridColumns | null = null
  let before = Number.POSITIVE_INFINITY
  const read: PrintedHistory[] = []
  for (const row of legend === -1 ? rows : rows.slice(0, legend)) {
    const header = findMonthHeader(row)
    const year = yearOf(row)
    if (header !== null) columns = gridColumns(header)
    else if (year !== null) {
      read.push(readYear(year, row.words.slice(1), year < before ? columns : null, paidIcon))
      before = Math.min(before, year)
    }
  }
  return {
    months: sortByMonth(read.flatMap(({ months }) => months)),
    unreadable: read.reduce((sum, one) => sum + one.unreadable, 0),
  }
}
