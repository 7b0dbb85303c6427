import type { FilePlace } from '../../coverage.ts'
import { type Columns, countColumns, isAtColumn } from './columns.ts'
import {
  type Labels,
  type Match,
  matchLabel,
  startsApart,
  type TextAt,
  unknownLabelAt,
  widerThanBlank,
} from './labels.ts'
import { follows, placeOf, type Row, type RowWord } from './rows.ts'

/**
 * The labeled values of an entry, by a table of labels. A label counts only where one can be: at the start of a row, after a
 * bar, at the start of a column, or with its colon. So a creditor named like a label stays a creditor.
 */

/** A word of a lane; `start`: a label may begin here. */
type LaneWord = RowWord & { row: Row; start: boolean }

/**
 * The words of an entry by lane (column), from top to bottom. A row with bars is one line of text, whose values
 * continue below its start.
 */
const lanesOf = (rows: readonly Row[], columns: Columns, mayBegin: (row: Row) => boolean): LaneWord[][] => {
  const lanes = new Map<number, LaneWord[]>()
  for (const row of rows) {
    const own = columns.get(row.page) ?? []
    const isPacked = row.words.some(({ text }) => text === '|')
    let lane = 0
    row.words.forEach((word, index) => {
      const isBar = row.words[index - 1]?.text === '|'
      const start =
        (index === 0 && mayBegin(row)) ||
        isBar ||
        (startsApart(row, index) && isAtColumn(own, word.x, row.size))
      if (index === 0 || (start && !isPacked)) lane = countColumns(own, word.x + widerThanBlank * row.size)
      if (word.text === '|') return
      const found = { ...word, row, start }
      const words = lanes.get(lane)
      if (words === undefined) lanes.set(lane, [found])
      else words.push(found)
    })
  }
  return [...lanes.values()]
}

/** A line of a value. */
export type FieldLine = { row: Row; words: readonly RowWord[] }

/** One labeled value; `value` is null if nothing follows the label. */
export type Field = {
  label: string
  value: string | null
  lines: string[]
  printed: readonly FieldLine[]
  place: FilePlace | null
}

export type Fields<Name extends string> = {
  /** The first value of each name. */
  values: ReadonlyMap<Name, Field>
  /** Labels that are repeated in the entry; their later values are left out. */
  twice: Field[]
  /** Values of labels without a name, or without a label. */
  unknown: Field[]
  /** Text before the first label, or separate from any value. */
  loose: string[]
}

type Found<Name extends string> = {
  name: Name | null
  label: string
  x: number
  row: Row
  /** The label's last word. */
  end: LaneWord
  words: LaneWord[]
}

/**
 * A label counts at a start, unless it is only the beginning of an unknown one that ends in a colon. Elsewhere it counts
 * only with its own colon.
 */
const isLabelHere = <Name extends string>(
  match: Match<Name>,
  words: readonly LaneWord[],
  index: number,
  labels: Labels<Name>,
  colons: boolean,
): boolean => {
  const word = words[index]
  if (word === undefined) return false
  if (match.hasColon || !colons) return match.hasColon && colons ? true : word.start
  const inPiece: TextAt = at => {
    const one = words[index + at]
    return one !== undefined && one.row === word.row && (at === 0 || !one.start) ? one.text : undefined
  }
  return word.start && unknownLabelAt(labels, inPiece) === null
}

const linesOf = (words: readonly LaneWord[]): FieldLine[] => {
  const lines: { row: Row; words: LaneWord[] }[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last?.row === word.row) last.words.push(word)
    else lines.push({ row: word.row, words: [word] })
  }
  return lines
}

const textOf = ({ words }: FieldLine): string => words.map(({ text }) => text).join(' ')

const readLane = <Name extends string>(
  words: readonly LaneWord[],
  labels: Labels<Name>,
  colons: boolean,
): { found: Found<Name>[]; loose: string[] } => {
  const found: Found<Name>[] = []
  const loose: LaneWord[] = []
  let current: Found<Name> | null = null
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (word === undefined) break
    const textAt: TextAt = at => words[index + at]?.text
    const match = word.start || colons ? matchLabel(labels, textAt) : null
    if (match !== null && isLabelHere(match, words, index, labels, colons)) {
      const end = words[index + match.length - 1] ?? word
      const rest = match.rest === '' ? [] : [{ ...end, text: match.rest, start: false }]
      current = { name: match.name, label: match.text, x: word.x, row: word.row, end, words: rest }
      found.push(current)
      index += match.length - 1
      continue
    }
    const last: Row | undefined = current?.words.at(-1)?.row ?? current?.row
    if (current !== null && last !== undefined && (word.row === last || follows(word.row, last)))
      current.words.push(word)
    else {
      current = null
      loose.push(word)
    }
  }
  return { found, loose: linesOf(loose).map(textOf) }
}

const fieldOf = <Name extends string>({ label, row, words }: Found<Name>): Field => {
  const printed = linesOf(words)
  const lines = printed.map(textOf)
  return {
    label,
    value: lines.length === 0 ? null : lines.join(' '),
    lines,
    printed,
    place: placeOf([row, ...words.map(word => word.row)]),
  }
}

/** A wider gap than this, in font sizes, separates a label from a value in a separate column. */
const beside = 1

/** The gap between a label and its value's first word: null if they are not in one row. */
const gapOf = <Name extends string>({ end, words: [first] }: Found<Name>): number | null =>
  first === undefined || first.row !== end.row ? null : (first.x - end.x2) / first.row.size

/** Whether it is only an amount, a date or a number, which never continues in the next line. */
const isFigure = ([first, second]: readonly LaneWord[]): boolean =>
  /^>?-?\$\d|^>?\d{1,2}\/\d/.test(first?.text ?? '') ||
  (second === undefined && /^\d[\d,.]*$/.test(first?.text ?? ''))

/**
 * Figures after a label that may be the value of a label whose words are lost: if values are in the row of their label, a
 * figure in a later row, and if they are close to it, one farther away.
 */
const withoutLabel = <Name extends string>(found: readonly Found<Name>[]): Set<Found<Name>> => {
  const gaps = found.filter(({ words }) => words.length > 0).map(gapOf)
  const inRow = gaps.filter(gap => gap !== null)
  const isInRow = inRow.length * 2 > gaps.length
  const isClose = isInRow && inRow.filter(gap => gap <= beside).length * 2 > inRow.length
  return new Set(
    found.filter(one => {
      const gap = gapOf(one)
      const isApart = gap === null ? isInRow : isClose && gap > beside
      return isApart && isFigure(one.words)
    }),
  )
}

const withoutValue = (field: Field): Field => ({ ...field, value: null, lines: [], printed: [] })

/** The fields without some values, which become values without a label. */
export const dropValues = <Name extends string>(
  fields: Fields<Name>,
  isDropped: (field: Field) => boolean,
): Fields<Name> => ({
  ...fields,
  values: new Map(
    [...fields.values].map(([name, field]) => [name, isDropped(field) ? withoutValue(field) : field]),
  ),
  unknown: [...fields.unknown, ...[...fields.values.values()].filter(isDropped)],
})

const byReading = <Name extends string>(a: Found<Name>, b: Found<Name>): number =>
  a.row.page - b.row.page || a.row.y - b.row.y || a.x - b.x

/**
 * Reads the labels of one entry. A value extends to the next label of its lane; a label before a label has no value.
 * `colons`: the layout prints its labels with a colon, so one with a colon counts anywhere. `mayBegin`: whether a row may
 * begin with a label; by default any.
 */
export const readFields = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
  {
    columns,
    colons,
    mayBegin = () => true,
  }: { columns: Columns; colons: boolean; mayBegin?: ((row: Row) => boolean) | undefined },
): Fields<Name> => {
  const lanes = lanesOf(rows, columns, mayBegin).map(words => readLane(words, labels, colons))
  const found = lanes.flatMap(lane => lane.found)
  const strays = withoutLabel(found)
  const values = new Map<Name, Field>()
  const twice: Field[] = []
  const unknown = [...strays].map(fieldOf)
  for (const one of found.toSorted(byReading)) {
    const field = fieldOf(strays.has(one) ? { ...one, words: [] } : one)
    if (one.name === null) unknown.push(field)
    else if (values.has(one.name)) twice.push(field)
    else values.set(one.name, field)
  }
  return { values, twice, unknown, loose: lanes.flatMap(({ loose }) => loose) }
}
