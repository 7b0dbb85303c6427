import type { Inquiry } from '../../../canonical.ts'
import { parseDate, parseText } from '../../fields.ts'
import type { Row } from '../rows.ts'
import { readAddressLines } from './address.ts'
import { byPlace, isBelow, type Phrase, readColumns } from './phrases.ts'

/**
 * Inquiries, each with a line "Inquired on". Its parts stand below one another in cards, or beside one another in narrow
 * columns that break within words.
 */

/** The phrases of one inquiry. */
type Entry = { anchor: Phrase; name: Phrase[]; rest: Phrase[] }

const isAnchor = ({ text }: Phrase): boolean => /^inquired (?:on|by)\b/i.test(text)

/** The last line of an inquiry: nothing of the next one's name. */
const isEnd = ({ text }: Phrase): boolean =>
  /\.$|\d{5}(?:-\d{4})?$|\d{3}-\d{4}$|\d\/\d{4}$|\b(?:19|20)\d\d$/.test(text) || !/^[^a-z]*$/.test(text)

/** How far the lines of one name may be apart, in sizes of the type. */
const nameLineHeight = 2.4

const nameAbove = (column: readonly Phrase[], anchor: number): number => {
  let start = anchor
  for (let index = anchor - 1; index >= 0; index -= 1) {
    const [phrase, below] = [column[index], column[index + 1]]
    if (phrase === undefined || below === undefined || isAnchor(phrase)) break
    if (isEnd(phrase) || !isBelow(below, phrase, nameLineHeight)) break
    start = index
  }
  return start
}

/** Cards: the name stands above its "Inquired on", the rest below it. */
const readCards = (column: readonly Phrase[]): Entry[] => {
  const anchors = column.flatMap((phrase, index) => (isAnchor(phrase) ? [index] : []))
  const starts = anchors.map(anchor => nameAbove(column, anchor))
  return anchors.flatMap((index, at) => {
    const anchor = column[index]
    return anchor === undefined
      ? []
      : [{ anchor, name: column.slice(starts[at], index), rest: column.slice(index + 1, starts[at + 1]) }]
  })
}

/** Narrow columns: the name at the left of "Inquired on", the rest at its right and below. */
const readBeside = (
  names: readonly Phrase[],
  column: readonly Phrase[],
  right: readonly (readonly Phrase[])[],
): Entry[] => {
  const anchors = column.filter(isAnchor)
  return anchors.map((anchor, index) => {
    const next = anchors[index + 1]
    const isOwn = ({ row }: Phrase): boolean =>
      !isBefore(row, anchor.row) && (next === undefined || isBefore(row, next.row))
    return {
      anchor,
      name: names.filter(isOwn),
      rest: [column, ...right].flatMap(one => one.filter(phrase => phrase !== anchor && isOwn(phrase))),
    }
  })
}

const isBefore = (row: Row, other: Row): boolean =>
  row.page < other.page || (row.page === other.page && row.y < other.y - 0.35 * row.size)

const entriesOf = (columns: readonly (readonly Phrase[])[]): Entry[] => {
  const withAnchors = columns.flatMap((column, index) => (column.some(isAnchor) ? [index] : []))
  return withAnchors.flatMap((index, at) => {
    const [column = [], left] = [columns[index], columns[index - 1]]
    const beside = new Set(left?.filter(phrase => !isAnchor(phrase)).map(({ row }) => row))
    const isBeside =
      left !== undefined &&
      !withAnchors.includes(index - 1) &&
      column.filter(isAnchor).every(({ row }) => beside.has(row))
    if (!isBeside) return readCards(column)
    const next = withAnchors[at + 1]
    return readBeside(left, column, columns.slice(index + 1, next === undefined ? undefined : next - 1))
  })
}

/** How much room a line may leave although the next letter did not fit, in letters. */
const noRoom = 1.3

const roomAfter = (line: Phrase, right: number, below: Phrase): number =>
  (right - line.x2) / ((below.x2 - below.x) / below.text.length)

/**
 * The lines of a name as one. Where a column breaks within words its lines are full, and a line that is not full ends with a
 * word.
 */
const joinName = (lines: readonly Phrase[], right: number): string =>
  lines.reduce((name, line, index) => {
    const before = lines[index - 1]
    if (before === undefined) return line.text
    return roomAfter(before, right, line) < noRoom ? `${name}${line.text}` : `${name} ${line.text}`
  }, '')

const datesIn = (phrases: readonly Phrase[]): string[] =>
  phrases.flatMap(({ text }) => text.match(/\b\d{1,2}\/\d{1,2}\/\d{4}\b/g) ?? [])

/** The lines up to the one that ends with a ZIP code. */
const addressIn = (phrases: readonly Phrase[]): string[] => {
  const lines = phrases.flatMap(({ text }) => (/^\d{1,2}\/\d{1,2}\/\d{4}\b/.test(text) ? [] : [text]))
  return lines.slice(0, lines.findIndex(text => /\b\d{5}(?:-\d{4})?$/.test(text)) + 1)
}

export type PrintedInquiries = {
  inquiries: Inquiry[]
  /** How many companies are listed; one may have asked on several days. */
  listed: number
  /** Entries without a name or a date. */
  lost: Row[]
}

/** One inquiry for each date. */
export const readInquiries = (rows: readonly Row[], kind: Inquiry['kind']): PrintedInquiries => {
  const columns = readColumns(rows)
  const entries = entriesOf(columns).toSorted((a, b) => byPlace(a.anchor, b.anchor))
  const edges = new Map(
    columns.flatMap(column => {
      const right = column.reduce((most, { x2 }) => Math.max(most, x2), 0)
      return column.map(phrase => [phrase, right] as const)
    }),
  )
  const read = entries.map(({ anchor, name: lines, rest }) => {
    const name = parseText(joinName(lines, lines[0] === undefined ? 0 : (edges.get(lines[0]) ?? 0)))
    const dates = datesIn([anchor, ...rest])
    const found: Inquiry[] = dates.map(date => ({
      id: '',
      company: name ?? '',
      bureau: 'Experian',
      date: parseDate(date),
      kind,
      industry: null,
      address: readAddressLines(addressIn(rest)),
    }))
    return { anchor, found: name === null ? [] : found }
  })
  return {
    inquiries: read.flatMap(({ found }) => found),
    listed: read.filter(({ found }) => found.length > 0).length,
    lost: read.filter(({ found }) => found.length === 0).map(({ anchor }) => anchor.row),
  }
}
