import type { Inquiry } from '../../../canonical.ts'
import { parseDate, parseText } from '../../fields.ts'
import type { Field } from '../fields.ts'
import { placeOf, type Row } from '../rows.ts'
import { createJoiner } from '../wrapping.ts'
import { readAddressLines } from './address.ts'
import { byPlace, isBelow, type Phrase, readColumns } from './labels.ts'

/**
 * Inquiries, each with a line "Inquired on". Its parts are stacked in cards, or side by side in narrow columns that wrap
 * within words.
 */

/** The phrases of one inquiry. */
type Entry = { anchor: Phrase; name: Phrase[]; rest: Phrase[] }

const isAnchor = ({ text }: Phrase): boolean => /^inquired (?:on|by)\b/i.test(text)

/** Whether it is the last line of an inquiry, and so not part of the next one's name. */
const isEnd = ({ text }: Phrase): boolean =>
  /\.$|\d{5}(?:-\d{4})?$|\d{3}-\d{4}$|\d\/\d{4}$|\b(?:19|20)\d\d$/.test(text) || !/^[^a-z]*$/.test(text)

/** How far apart the lines of one name may be, in font sizes. */
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

/** Cards: the name is above its "Inquired on", the rest below it. */
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

const isBefore = (row: Row, other: Row): boolean =>
  row.page < other.page || (row.page === other.page && row.y < other.y - 0.35 * row.size)

/** The phrases between each anchor and the next, by the anchors' order. */
const betweenAnchors = (phrases: readonly Phrase[], anchors: readonly Phrase[]): Phrase[][] => {
  const groups: Phrase[][] = anchors.map(() => [])
  let at = -1
  for (const phrase of phrases) {
    for (
      let next = anchors[at + 1];
      next !== undefined && !isBefore(phrase.row, next.row);
      next = anchors[at + 1]
    )
      at += 1
    groups[at]?.push(phrase)
  }
  return groups
}

/** Narrow columns: the name is left of "Inquired on", the rest right of it and below. */
const readBeside = (
  names: readonly Phrase[],
  column: readonly Phrase[],
  right: readonly (readonly Phrase[])[],
): Entry[] => {
  const anchors = column.filter(isAnchor)
  const own = betweenAnchors(names, anchors)
  const others = [column.filter(phrase => !isAnchor(phrase)), ...right].map(one =>
    betweenAnchors(one, anchors),
  )
  return anchors.map((anchor, index) => ({
    anchor,
    name: own[index] ?? [],
    rest: others.flatMap(groups => groups[index] ?? []),
  }))
}

/** More columns than an inquiry has to the right of "Inquired on". */
const MAX_RIGHT = 8

const entriesOf = (columns: readonly (readonly Phrase[])[]): Entry[] => {
  const withAnchors = columns.flatMap((column, index) => (column.some(isAnchor) ? [index] : []))
  return withAnchors.flatMap((index, at) => {
    const [column = [], left] = [columns[index], columns[index - 1]]
    const beside = new Set(left?.map(({ row }) => row))
    const isBeside =
      withAnchors[at - 1] !== index - 1 && column.filter(isAnchor).every(({ row }) => beside.has(row))
    if (!isBeside) return readCards(column)
    const end = Math.min((withAnchors[at + 1] ?? columns.length + 1) - 1, index + 1 + MAX_RIGHT)
    return readBeside(left ?? [], column, columns.slice(index + 1, end))
  })
}

/** Lines as a value without a label. */
const fieldOf = (lines: readonly Phrase[]): Field => ({
  label: '',
  value: lines.length === 0 ? null : lines.map(({ text }) => text).join(' '),
  lines: lines.map(({ text }) => text),
  printed: lines.map(({ row, words }) => ({ row, words })),
  place: placeOf(lines.map(({ row }) => row)),
})

/** The names of the entries, joined as wrapped by their columns; other content of a column shows its width. */
const joinNames = (
  columns: readonly (readonly Phrase[])[],
  entries: readonly Entry[],
): Map<Entry, string | null> => {
  const inNames = new Map(entries.flatMap(entry => entry.name.map(phrase => [phrase, entry] as const)))
  const named = columns.map(column => {
    const own = [...new Set(column.flatMap(phrase => inNames.get(phrase) ?? []))]
    const names = own.map(entry => [entry, fieldOf(entry.name)] as const)
    const others = column.filter(phrase => !inNames.has(phrase)).map(phrase => fieldOf([phrase]))
    const join = createJoiner([...names.map(([, field]) => field), ...others])
    return names.map(([entry, field]) => [entry, parseText(join(field))] as const)
  })
  return new Map(named.flat())
}

const datesIn = (texts: readonly { text: string }[]): string[] =>
  texts.flatMap(({ text }) => text.match(/\b\d{1,2}\/\d{1,2}\/\d{4}\b/g) ?? [])

/** The lines through the one that ends with a ZIP code. */
const addressIn = (phrases: readonly Phrase[]): string[] => {
  const lines = phrases.flatMap(({ text }) => (/^\d{1,2}\/\d{1,2}\/\d{4}\b/.test(text) ? [] : [text]))
  return lines.slice(0, lines.findIndex(text => /\b\d{5}(?:-\d{4})?$/.test(text)) + 1)
}

type PrintedInquiries = {
  inquiries: Inquiry[]
  /** How many companies are listed; one may have inquired on several days. */
  listed: number
  /** Entries without a name or a date, and a date without an entry. */
  lost: Row[]
}

/** One inquiry for each date. */
export const readInquiries = (rows: readonly Row[], kind: Inquiry['kind']): PrintedInquiries => {
  const columns = readColumns(rows)
  const entries = entriesOf(columns).toSorted((a, b) => byPlace(a.anchor, b.anchor))
  const names = joinNames(columns, entries)
  const read = entries.map(entry => {
    const { anchor, rest } = entry
    const name = names.get(entry) ?? null
    const dates = datesIn([anchor, ...rest])
    const address = readAddressLines(addressIn(rest))
    const found: Inquiry[] = dates.map(date => ({
      id: '',
      company: name ?? '',
      bureau: 'Experian',
      date: parseDate(date),
      kind,
      industry: null,
      address,
    }))
    return { anchor, found: name === null ? [] : found }
  })
  // A date without an entry: its "Inquired on" is lost.
  const loose = datesIn(rows).length > read.reduce((sum, { found }) => sum + found.length, 0)
  return {
    inquiries: read.flatMap(({ found }) => found),
    listed: read.filter(({ found }) => found.length > 0).length,
    lost: [
      ...read.filter(({ found }) => found.length === 0).map(({ anchor }) => anchor.row),
      ...(loose ? rows.slice(0, 1) : []),
    ],
  }
}
