import { startsApart } from '../labels.ts'
import type { Row, RowWord } from '../rows.ts'

/** Short texts that a page sets beside one another in columns: names, addresses, inquiries. */

/** Words of a row without a wide gap between them. */
export type Phrase = { row: Row; words: RowWord[]; x: number; x2: number; text: string }

export const phrasesIn = (row: Row): Phrase[] => {
  const phrases: Phrase[] = []
  row.words.forEach((word, index) => {
    const { x, x2, text } = word
    const last = phrases.at(-1)
    if (last === undefined || startsApart(row, index)) phrases.push({ row, words: [word], x, x2, text })
    else
      phrases[phrases.length - 1] = {
        ...last,
        words: [...last.words, word],
        x2,
        text: `${last.text} ${text}`,
      }
  })
  return phrases
}

/** Left edges at most this far apart are one column, in sizes of the type. */
const sameEdge = 1

/** The phrases of each column from left to right, and in each from top to bottom. */
export const readColumns = (rows: readonly Row[]): Phrase[][] => {
  const columns: Phrase[][] = []
  for (const phrase of rows.flatMap(phrasesIn).toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1)
    const edge = last?.[0]
    if (last !== undefined && edge !== undefined && phrase.x - edge.x <= sameEdge * phrase.row.size)
      last.push(phrase)
    else columns.push([phrase])
  }
  return columns.map(column => column.toSorted(byPlace))
}

export const byPlace = (a: Phrase, b: Phrase): number =>
  a.row.page - b.row.page || a.row.y - b.row.y || a.x - b.x

/** Whether a phrase stands directly below another, with no more than `sizes` of the type between their baselines. */
export const isBelow = ({ row }: Phrase, before: Phrase, sizes: number): boolean =>
  row.page === before.row.page && row.y - before.row.y <= sizes * Math.max(row.size, before.row.size)
