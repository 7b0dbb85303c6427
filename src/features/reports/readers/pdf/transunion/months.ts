import { isPartialDate } from '#values/dates.ts'
import type { PaymentMonth } from '../../../canonical.ts'
import { readGridMark } from '../../printed-words.ts'
import { centerOf, monthNames } from '../grids.ts'
import type { Row, RowWord } from '../rows.ts'
import { historyLabels } from './labels.ts'

/**
 * TransUnion's payment history: bands of months across the page, each with rows; "Rating" is the payment mark. The
 * labels are once in a row, next to each value, or above or below it.
 */

type Span = { x: number; x2: number }
type MonthHead = Span & { month: string }

const isMonthName = ({ text }: RowWord): boolean => monthNames.includes(text)
const isYear = ({ text }: RowWord): boolean => /^(?:19|20)\d\d$/.test(text)

const headOf = (name: RowWord, year: RowWord): MonthHead => ({
  month: `${year.text}-${String(monthNames.indexOf(name.text) + 1).padStart(2, '0')}`,
  x: Math.min(name.x, year.x),
  x2: Math.max(name.x2, year.x2),
})

/** Only `January 2026 December 2025 …`, or the names with the years below them; null for any other row. */
const readHead = ({ words }: Row, next: Row | undefined): MonthHead[] | null => {
  const names = words.filter(isMonthName)
  const own = words.filter(isYear)
  if (names.length === 0 || names.length + own.length !== words.length) return null
  const below = own.length === 0 && next?.words.every(isYear) === true ? next.words : []
  const years = own.length === 0 ? below : own
  if (years.length !== names.length) return null
  return names.flatMap((name, index) => {
    const year = years[index]
    return year === undefined ? [] : [headOf(name, year)]
  })
}

const rowLabels = historyLabels.map(text => ({ text, words: text.split(' ') }))

type Piece = Span & { text: string; isLabel: boolean }

/** A row as labels and values, from left to right. */
const piecesOf = ({ words }: Row): Piece[] => {
  const pieces: Piece[] = []
  for (let index = 0; index < words.length; ) {
    const word = words[index]
    if (word === undefined) break
    const found = rowLabels.find(label => label.words.every((text, at) => words[index + at]?.text === text))
    const end: RowWord = words[index + (found?.words.length ?? 1) - 1] ?? word
    pieces.push({ text: found?.text ?? word.text, isLabel: found !== undefined, x: word.x, x2: end.x2 })
    index += found?.words.length ?? 1
  }
  return pieces
}

/** Whether a row is a head of months, with the years in it or in the next row. */
export const isMonthHead = (row: Row, next: Row | undefined): boolean => readHead(row, next) !== null

/** Whether a row has only labels and values of a payment history; many accounts have equal ones. */
export const isHistoryRow = (row: Row): boolean =>
  row.words.length > 1 &&
  piecesOf(row).every(
    ({ isLabel, text }) =>
      isLabel ||
      monthNames.includes(text) ||
      /^(?:(?:19|20)\d\d|\$[\d,.]+)$/.test(text) ||
      readGridMark(text) !== undefined,
  )

type Band = { heads: MonthHead[]; rows: Row[] }

const bandsOf = (rows: readonly Row[]): Band[] => {
  const bands: Band[] = []
  rows.forEach((row, index) => {
    const heads = readHead(row, rows[index + 1])
    const isYears = row.words.every(isYear) && (bands.at(-1)?.rows.length ?? 1) === 0
    if (heads !== null) bands.push({ heads, rows: [] })
    else if (!isYears) bands.at(-1)?.rows.push(row)
  })
  return bands
}

/** The rating of each month of a band; null if they cannot be distinguished. */
type Ratings = ReadonlyMap<number, string> | null

/** Text in a column is aligned with its head's left edge, center or right edge. */
const distance = (one: Span, other: Span): number =>
  Math.min(Math.abs(one.x - other.x), Math.abs(centerOf(one) - centerOf(other)), Math.abs(one.x2 - other.x2))

/** The values of a row by the month above them; null if a value is below no month or two are below one. */
const placeValues = (values: readonly Piece[], heads: readonly MonthHead[]): Ratings => {
  const lefts = heads.map(({ x }) => x).toSorted((a, b) => a - b)
  const pitch = Math.min(...lefts.slice(1).map((x, index) => x - (lefts[index] ?? x)))
  const placed = new Map<number, string>()
  for (const value of values) {
    const distances = heads.map(head => distance(value, head))
    const least = Math.min(...distances)
    const column = distances.indexOf(least)
    if (least > pitch / 2 || placed.has(column)) return null
    placed.set(column, value.text)
  }
  return placed
}

/** Values next to their labels: the text between a label and the next one. */
const besideLabels = (values: readonly Piece[], labels: readonly Piece[]): Ratings => {
  const found = new Map<number, string>()
  for (const value of values) {
    const column = labels.findLastIndex(({ x }) => x < value.x)
    if (column === -1 || found.has(column)) return null
    found.set(column, value.text)
  }
  return found
}

const ratingsOf = ({ heads, rows }: Band): Ratings => {
  const pieces = rows.map(piecesOf)
  const at = pieces.findIndex(row => row.some(({ isLabel, text }) => isLabel && text === 'Rating'))
  const row = pieces[at] ?? []
  const labels = row.filter(({ isLabel }) => isLabel)
  const values = row.filter(({ isLabel }) => !isLabel)
  if (labels.length === 0 || labels.some(({ text }) => text !== 'Rating')) return null
  if (labels.length === 1 && row[0]?.isLabel === true && values.length > 0) return placeValues(values, heads)
  if (labels.length !== heads.length) return null
  if (values.length > 0) return besideLabels(values, labels)
  // Above or below the values, as in the first row of the band.
  const isLabelFirst = pieces[0]?.every(({ isLabel }) => isLabel) ?? false
  const other = pieces[at + (isLabelFirst ? 1 : -1)]
  return other === undefined || other.some(({ isLabel }) => isLabel) ? null : placeValues(other, heads)
}

export type History = {
  months: PaymentMonth[]
  /** Months with an unknown mark, or one that cannot be assigned. */
  unreadable: number
  /** Months that the grid shows, with or without a mark. */
  shown: number
  /** "Total Months". */
  stated: number | null
}

const statedIn = (rows: readonly Row[]): number | null => {
  for (const { text } of rows) {
    const [, count] = /^Total Months:? (\d{1,3})$/.exec(text) ?? []
    if (count !== undefined) return Number(count)
  }
  return null
}

/** The history below "Payment History". */
export const readHistory = (rows: readonly Row[]): History => {
  const end = rows.findIndex(({ text }) => text.startsWith('Total Months'))
  const bands = bandsOf(end === -1 ? rows : rows.slice(0, end))
  const found = new Map<string, PaymentMonth['status'] | null>()
  let unreadable = 0
  for (const band of bands) {
    const ratings = ratingsOf(band)
    band.heads.forEach(({ month }, index) => {
      const mark = ratings === null ? undefined : readGridMark(ratings.get(index) ?? '')
      if (mark === undefined || !isPartialDate(month) || found.has(month)) unreadable += 1
      if (!found.has(month)) found.set(month, mark ?? null)
    })
  }
  return {
    months: [...found]
      .flatMap(([date, status]) => (status === null ? [] : [{ date, status }]))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .slice(-120),
    unreadable,
    shown: bands.reduce((sum, { heads }) => sum + heads.length, 0),
    stated: statedIn(rows),
  }
}
