import { type Labels, matchLabel, startsApart, widerThanBlank } from './labels.ts'
import type { Row } from './rows.ts'

/** The label columns of a print. */

/** The x positions of label columns on each page, from left to right. */
export type Columns = ReadonlyMap<number, readonly number[]>

/** A word with a wide gap before it; `label` is null if no label begins there. */
type Start = { x: number; label: string | null; size: number }

/** How many columns begin up to a position; columns are ordered. */
export const countColumns = (columns: readonly number[], x: number): number => {
  let [low, high] = [0, columns.length]
  while (low < high) {
    const at = (low + high) >> 1
    if ((columns[at] ?? x) <= x) low = at + 1
    else high = at
  }
  return low
}

/** Whether a column begins at or near a position. */
export const isAtColumn = (columns: readonly number[], x: number, size: number): boolean => {
  const reach = widerThanBlank * size
  return (columns[countColumns(columns, x + reach) - 1] ?? Number.NEGATIVE_INFINITY) >= x - reach
}

/** A position where words are aligned: the distinct labels among them, and how many of all words are labels. */
type Column = { x: number; labels: Set<string>; labeled: number; all: number }

const columnsFrom = (starts: readonly Start[]): Column[] => {
  const columns: Column[] = []
  for (const { x, label, size } of starts.toSorted((a, b) => a.x - b.x)) {
    const before = columns.at(-1)
    const column =
      before !== undefined && x - before.x <= widerThanBlank * size
        ? before
        : { x, labels: new Set<string>(), labeled: 0, all: 0 }
    if (column !== before) columns.push(column)
    column.all += 1
    if (label === null) continue
    column.labeled += 1
    column.labels.add(label)
  }
  return columns
}

/** Most words that begin there are labels; in a value column, only some look like labels. */
const mayBeColumn = ({ labeled, all }: Column): boolean => labeled * 2 > all

const isColumn = (column: Column): boolean => column.labels.size > 1 && mayBeColumn(column)

/**
 * The label columns, detected from the rows themselves: pages differ in margins and scale. Different labels make a column;
 * a single one does if another page has it too, since the rest of an entry may contain no more.
 */
export const findColumns = <Name extends string>(rows: readonly Row[], labels: Labels<Name>): Columns => {
  const starts = new Map<number, Start[]>()
  for (const row of rows) {
    const found = starts.get(row.page) ?? []
    starts.set(row.page, found)
    row.words.forEach(({ x }, index) => {
      if (!startsApart(row, index)) return
      const label = matchLabel(labels, at => row.words[index + at]?.text)?.text ?? null
      found.push({ x, label, size: row.size })
    })
  }
  const pages = [...starts].map(([page, found]) => ({
    page,
    size: found[0]?.size ?? 0,
    columns: columnsFrom(found),
  }))
  const sure = columnsFrom(
    pages.flatMap(({ columns, size }) => columns.filter(isColumn).map(({ x }) => ({ x, label: null, size }))),
  ).map(({ x }) => x)
  return new Map(
    pages.map(({ page, size, columns }) => [
      page,
      columns
        .filter(column => isColumn(column) || (mayBeColumn(column) && isAtColumn(sure, column.x, size)))
        .map(({ x }) => x),
    ]),
  )
}
