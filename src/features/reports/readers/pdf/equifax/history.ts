import { monthsBetween } from '#values/dates.ts'
import type { PaymentMonth, PayToken } from '../../../canonical.ts'
import { sortByMonth } from '../../payment-pattern.ts'
import { readGridMark } from '../../printed-words.ts'
import { centerOf, columnAt, findMonthHeader, gridColumns, isIcon, yearOf } from '../grids.ts'
import {
  findLegendMark,
  isSameMark,
  type Mark,
  middleOf,
  middleOfRow,
  type ShapesByPage,
  shapesBetween,
} from '../marks.ts'
import type { Shape } from '../pages-text.ts'
import type { Row, RowWord } from '../rows.ts'

/**
 * Equifax's payment history: a row for each year under the names of the months. Late months are text. A month paid on time
 * is a drawn tick and a month without data a drawn box, whose meanings are defined by the legend.
 */

/** How the legend shows one meaning: a drawing, or a character. */
type Sign = { mark: Mark | null; character: string | null; size: number }

export type Legend = { paid: Sign; noData: Sign }

const legendWords = /^(?:\S{1,2} )?Paid on Time\b/i

export const isLegend = ({ text }: Row): boolean => legendWords.test(text)

const findPhrase = ({ words }: Row, phrase: readonly string[]): number =>
  words.findIndex((_, index) => phrase.every((word, at) => words[index + at]?.text.toLowerCase() === word))

const isSymbol = (text: string): boolean => isIcon(text) || /^[^\p{L}\p{N}\s]$/u.test(text)

const signOf = (rows: readonly Row[], phrase: readonly string[], shapes: ShapesByPage): Sign => {
  for (const row of rows) {
    const start = findPhrase(row, phrase)
    const word = row.words[start]
    if (word === undefined) continue
    const before = row.words[start - 1]?.text ?? ''
    return {
      mark: findLegendMark(shapes, row, word),
      character: isSymbol(before) || /^ok$/i.test(before) ? before : null,
      size: row.size,
    }
  }
  return { mark: null, character: null, size: 0 }
}

const isSameSign = (one: Sign, other: Sign): boolean =>
  one.mark !== null && other.mark !== null && isSameMark(one.mark, one.size, other.mark, other.size)

/** The legend among some rows; null when there is none. One drawing with two meanings is ignored. */
export const readLegend = (rows: readonly Row[], shapes: ShapesByPage): Legend | null => {
  const start = rows.findIndex(isLegend)
  if (start === -1) return null
  const own = rows.slice(start, start + 8)
  const paid = signOf(own, ['paid', 'on', 'time'], shapes)
  const noData = signOf(own, ['no', 'data'], shapes)
  return isSameSign(paid, noData)
    ? { paid: { ...paid, mark: null }, noData: { ...noData, mark: null } }
    : { paid, noData }
}

type Cell = { texts: string[]; shapes: Shape[]; size: number }

/** The content of a cell: a token, null for no data, or that it is unreadable. */
const readCell = (
  { texts, shapes, size }: Cell,
  { paid, noData }: Legend,
): PayToken | null | 'unreadable' => {
  const [text, ...others] = texts
  if (others.length > 0) return 'unreadable'
  if (text !== undefined) {
    if (text === paid.character) return 'OK'
    if (text === noData.character) return null
    return readGridMark(text) ?? (readGridMark(text) === null ? null : 'unreadable')
  }
  if (paid.mark !== null && isSameMark(shapes, size, paid.mark, paid.size)) return 'OK'
  return noData.mark !== null && isSameMark(shapes, size, noData.mark, noData.size) ? null : 'unreadable'
}

/** The month columns as distances from the years, in font sizes, because a page may be moved or scaled. */
type Header = { offsets: readonly number[]; reach: number }

const headerOf = (row: Row, years: readonly Row[]): Header | null => {
  const months = findMonthHeader(row)
  const columns = months === null ? null : gridColumns(months)
  const anchor = years.find(({ page }) => page === row.page)?.words[0] ?? row.words[0]
  if (columns === null || anchor === undefined || row.size === 0) return null
  return {
    offsets: columns.centers.map(center => (center - anchor.x) / row.size),
    reach: columns.reach / row.size,
  }
}

type YearRow = { year: number; row: Row; middle: number }

const nearestYear = (years: readonly YearRow[], middle: number, reach: number): YearRow | undefined =>
  years.find(one => Math.abs(one.middle - middle) <= reach)

/** Less than the distance to a neighbor with a lost year, whose months would otherwise become this year's. */
const leastPitch = (years: readonly YearRow[]): number =>
  Math.min(
    ...years.slice(1).map((one, index) => one.middle - (years[index]?.middle ?? 0)),
    2 * (years[0]?.row.size ?? 0),
  )

/** The most year rows on one page; further ones are ignored. */
const mostYears = 100

type Grid = { cells: Map<string, Cell>; lost: number }

const monthAt = (year: number, column: number): string => `${year}-${String(column + 1).padStart(2, '0')}`

const addPage = (grid: Grid, rows: readonly Row[], header: Header, shapes: readonly Shape[]): void => {
  const years = rows.flatMap(row => {
    const year = yearOf(row)
    return year === null ? [] : [{ year, row, middle: middleOfRow(row) }]
  })
  years.splice(mostYears)
  const [first, last] = [years[0], years.at(-1)]
  const anchor = first?.row.words[0]
  if (first === undefined || last === undefined || anchor === undefined) return
  const { size } = first.row
  const reach = leastPitch(years) / 2
  const columns = {
    centers: header.offsets.map(offset => anchor.x + offset * size),
    reach: header.reach * size,
  }
  const cellAt = (x: number, middle: number): Cell | null => {
    const year = nearestYear(years, middle, reach)
    const column = columnAt(columns, x)
    if (year === undefined || column === null) return null
    const month = monthAt(year.year, column)
    const cell = grid.cells.get(month) ?? { texts: [], shapes: [], size }
    grid.cells.set(month, cell)
    return cell
  }
  for (const row of rows) {
    if (findMonthHeader(row) !== null) continue
    const words: readonly RowWord[] = yearOf(row) === null ? row.words : row.words.slice(1)
    for (const word of words) {
      const cell = cellAt(centerOf(word), middleOfRow(row))
      if (cell === null) grid.lost += 1
      else cell.texts.push(word.text)
    }
  }
  for (const shape of shapesBetween(shapes, first.middle - reach, last.middle + reach, size))
    cellAt(shape.x + shape.width / 2, middleOf(shape))?.shapes.push(shape)
}

const readGrid = (rows: readonly Row[], shapes: ShapesByPage): Grid => {
  const grid: Grid = { cells: new Map(), lost: 0 }
  const years = rows.filter(row => yearOf(row) !== null)
  let header: Header | null = null
  for (const page of new Set(rows.map(row => row.page))) {
    const own = rows.filter(row => row.page === page)
    const headerRow = own.find(row => findMonthHeader(row) !== null)
    if (headerRow !== undefined) header = headerOf(headerRow, years)
    const below = headerRow === undefined ? own : own.slice(own.indexOf(headerRow) + 1)
    if (header !== null) addPage(grid, below, header, shapes.get(page) ?? [])
  }
  return grid
}

type ReadHistory = { months: PaymentMonth[]; unreadable: number }

/**
 * Counts blank months where each month of an account should have a mark: between those that were read, and up to the
 * account's bounds if ticks are unreadable, since then on-time months look blank.
 */
const countBlanks = (filled: readonly string[], bounds: readonly (string | null)[]): number => {
  const all = [...filled, ...bounds.flatMap(month => month ?? [])].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return 0
  const inside = new Set(filled)
  return Math.max(0, monthsBetween(first, last) + 1 - inside.size)
}

/** The months of a grid; `bounds`: the months in which the account was opened and last reported. */
export const readHistory = (
  rows: readonly Row[],
  legend: Legend | null,
  shapes: ShapesByPage,
  bounds: readonly [opened: string | null, reported: string | null],
): ReadHistory => {
  const { cells, lost } = readGrid(rows, shapes)
  const none: Sign = { mark: null, character: null, size: 0 }
  const signs = legend ?? { paid: none, noData: none }
  const months: PaymentMonth[] = []
  let unreadable = lost
  for (const [date, cell] of cells) {
    const read = readCell(cell, signs)
    if (read === 'unreadable') unreadable += 1
    else if (read !== null) months.push({ date, status: read })
  }
  const filled = [...cells.keys()]
  const years = rows.flatMap(row => yearOf(row) ?? [])
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const [first, final] = [`${from}-01`, `${to}-12`]
  const inGrid = (month: string | null) =>
    month === null ? null : month < first ? first : month > final ? final : month
  const isTickKnown = signs.paid.mark !== null || signs.paid.character !== null
  const isTickWritten = months.some(({ status }) => status === 'OK') && signs.paid.mark === null
  const isBounded = !isTickKnown && !isTickWritten && years.length > 0
  const blanks = isTickWritten ? 0 : countBlanks(filled, isBounded ? bounds.map(inGrid) : [])
  return { months: sortByMonth(months), unreadable: unreadable + blanks }
}
