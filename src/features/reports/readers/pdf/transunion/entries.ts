import type { Row } from '../rows.ts'

/** Entries that begin with a name and continue with labels: employers, public records, inquiries. */

type NamedEntry = { name: string; rows: readonly Row[] }

const startOf = (row: Row): number => row.words[0]?.x ?? 0

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The index in the table of the label with which a row begins; null when it begins with none. */
const rankOf = (row: Row, labels: readonly string[]): number | null => {
  const rank = labels.findIndex(
    label => row.text.startsWith(label) && /^(?::|\s|$)/.test(row.text.slice(label.length)),
  )
  return rank === -1 ? null : rank
}

/** A name has letters; a row that begins with a lowercase one continues the row above. */
const mayBeName = ({ text }: Row): boolean => /\p{L}/u.test(text) && !/^\p{Ll}/u.test(text)

/** Where the name above a label begins: one row, or more in a larger font than the labels. */
const nameStart = (rows: readonly Row[], label: number, last: number): number => {
  let start = label - 1
  const size = rows[start]?.size ?? 0
  if (size <= (rows[label]?.size ?? 0) * 1.05) return start
  while (start - 1 > last && Math.abs((rows[start - 1]?.size ?? 0) - size) < size * 0.05) start -= 1
  return start
}

/**
 * `lost`: rows that may belong to an entry whose name or first label is lost: repeated labels, or a name or date where
 * labels begin.
 */
type Entries = { entries: NamedEntry[]; lost: readonly Row[] }

const datePrinted = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/

/**
 * Splits rows into entries. The name is directly above the first of the entry's labels; a new entry begins where labels
 * start over, or, if values are next to their labels, at a name at the labels' left edge.
 */
export const splitEntries = (rows: readonly Row[], labels: readonly string[]): Entries => {
  const ranks = rows.map(row => rankOf(row, labels))
  const labelRows = rows.filter((_, index) => ranks[index] !== null)
  const edge = middle(labelRows.map(startOf))
  const size = middle(labelRows.map(row => row.size))
  const isAtEdge = (row: Row): boolean => Math.abs(startOf(row) - edge) <= row.size
  const isBelow = labelRows.some(({ text }) => labels.includes(text.replace(/:$/, '')))
  const starts: { from: number; first: number }[] = []
  const lost: Row[] = []
  let last = -1
  let lastRank = Number.POSITIVE_INFINITY
  const inEntry = new Set<number>()
  rows.forEach((row, index) => {
    const rank = ranks[index] ?? null
    if (rank === null) return
    const above = rows[index - 1]
    const isName = above !== undefined && ranks[index - 1] === null && mayBeName(above) && isAtEdge(above)
    if (isName && (rank <= lastRank || !isBelow)) {
      starts.push({ from: nameStart(rows, index, last), first: index })
      inEntry.clear()
    } else if (starts.length === 0 || (inEntry.has(rank) && rank !== lastRank)) lost.push(row)
    inEntry.add(rank)
    lastRank = rank
    last = index
  })
  const isStray = (row: Row, index: number): boolean =>
    !isBelow &&
    ranks[index] === null &&
    isAtEdge(row) &&
    (datePrinted.test(row.text) || (mayBeName(row) && row.size > size * 1.05))
  const entries = starts.map(({ from, first }, index) => {
    const end = starts[index + 1]?.from ?? rows.length
    lost.push(...rows.slice(first, end).filter((row, at) => isStray(row, first + at)))
    return {
      name: rows
        .slice(from, first)
        .map(({ text }) => text)
        .join(' '),
      rows: rows.slice(first, end),
    }
  })
  return { entries, lost }
}
