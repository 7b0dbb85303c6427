import type { Row } from '../rows.ts'

/** Entries that begin with a name and go on with labels: employers, public records, inquiries. */

export type NamedEntry = { name: string; rows: readonly Row[] }

const startOf = (row: Row): number => row.words[0]?.x ?? 0

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The place in the table of the label with which a row begins; null when it begins with none. */
const rankOf = (row: Row, labels: readonly string[]): number | null => {
  const rank = labels.findIndex(
    label => row.text.startsWith(label) && /^(?::|\s|$)/.test(row.text.slice(label.length)),
  )
  return rank === -1 ? null : rank
}

/** A name has letters; a row that begins with a small one goes on from the row above. */
const mayBeName = ({ text }: Row): boolean => /\p{L}/u.test(text) && !/^\p{Ll}/u.test(text)

/** Where the name above a label begins: one row, or more that are larger than the labels. */
const nameStart = (rows: readonly Row[], label: number, last: number): number => {
  let start = label - 1
  const size = rows[start]?.size ?? 0
  if (size <= (rows[label]?.size ?? 0) * 1.05) return start
  while (start - 1 > last && Math.abs((rows[start - 1]?.size ?? 0) - size) < size * 0.05) start -= 1
  return start
}

/**
 * Cuts rows into entries. The name stands directly above the first of the entry's labels; a new entry begins where labels
 * start over, or, where values stand beside their labels, at a name at the labels' left edge.
 */
export const splitEntries = (rows: readonly Row[], labels: readonly string[]): NamedEntry[] => {
  const ranks = rows.map(row => rankOf(row, labels))
  const labelRows = rows.filter((_, index) => ranks[index] !== null)
  const edge = middle(labelRows.map(startOf))
  const isBelow = labelRows.some(({ text }) => labels.includes(text.replace(/:$/, '')))
  const entries: { from: number; first: number }[] = []
  let last = -1
  let lastRank = Number.POSITIVE_INFINITY
  ranks.forEach((rank, index) => {
    if (rank === null) return
    const above = rows[index - 1]
    const isName =
      above !== undefined &&
      ranks[index - 1] === null &&
      mayBeName(above) &&
      Math.abs(startOf(above) - edge) <= above.size
    if (isName && (rank <= lastRank || !isBelow)) {
      entries.push({ from: nameStart(rows, index, last), first: index })
    }
    lastRank = rank
    last = index
  })
  return entries.map(({ from, first }, index) => ({
    name: rows
      .slice(from, first)
      .map(({ text }) => text)
      .join(' '),
    rows: rows.slice(first, entries[index + 1]?.from),
  }))
}
