import type { FilePlace } from '../../coverage.ts'
import type { PagesText, Word } from './pages-text.ts'

/** The words of a PDF as rows: the words on one baseline, from left to right. */

/** A word after joining touching runs; `x` and `x2` are its edges. */
export type RowWord = { x: number; x2: number; text: string }

export type Row = {
  page: number
  /** The baseline. */
  y: number
  size: number
  words: readonly RowWord[]
  /** The words separated by single spaces. */
  text: string
}

/** Baselines at most this far apart are one row; in font sizes, like all distances here. */
const sameBaseline = 0.35

/** A smaller gap is not a space: one word drawn in several runs (ligatures, style changes). */
const noBlank = 0.15

const sizeOf = (word: Word): number => Math.abs(word.size)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: Word, b: Word): number =>
  a.x - b.x || a.x2 - b.x2 || a.y - b.y || compareTexts(a.text, b.text)

/** Joins the words of one baseline. A text drawn twice at one position, as some producers draw bold text, counts once. */
const joinWords = (words: readonly Word[]): RowWord[] => {
  const joined: { x: number; x2: number; size: number; parts: string[] }[] = []
  let before: Word | undefined
  for (const word of words.toSorted(byPlace)) {
    const last = joined.at(-1)
    const reach = noBlank * sizeOf(word)
    const isRepeated = before?.text === word.text && word.x - before.x < reach
    if (last === undefined || word.x - last.x2 >= noBlank * Math.min(last.size, sizeOf(word)))
      joined.push({ x: word.x, x2: word.x2, size: sizeOf(word), parts: [word.text] })
    else if (!isRepeated) {
      last.parts.push(word.text)
      last.x2 = Math.max(last.x2, word.x2)
    }
    before = word
  }
  return joined.map(({ x, x2, parts }) => ({ x, x2, text: parts.join('').normalize('NFKC').trim() }))
}

const rowOf = (page: number, words: readonly Word[]): Row[] => {
  const joined = joinWords(words).filter(({ text }) => text !== '')
  const first = words.reduce((left, word) => (byPlace(word, left) < 0 ? word : left))
  return joined.length === 0
    ? []
    : [
        {
          page,
          y: first.y,
          size: sizeOf(first),
          words: joined,
          text: joined.map(({ text }) => text).join(' '),
        },
      ]
}

const rowsOfPage = (page: number, words: readonly Word[]): Row[] => {
  const groups: Word[][] = []
  let top: Word | undefined
  for (const word of words.toSorted((a, b) => a.y - b.y || byPlace(a, b))) {
    if (top === undefined || word.y - top.y > sameBaseline * Math.min(sizeOf(top), sizeOf(word))) {
      groups.push([])
      top = word
    }
    groups.at(-1)?.push(word)
  }
  return groups.flatMap(group => rowOf(page, group))
}

/** All rows, page by page and from top to bottom, regardless of the order of the words in the file. */
export const readRows = ({ words }: PagesText): Row[] => {
  const pages = new Map<number, Word[]>()
  for (const word of words) {
    const page = pages.get(word.page)
    if (page === undefined) pages.set(word.page, [word])
    else page.push(word)
  }
  return [...pages].toSorted(([a], [b]) => a - b).flatMap(([page, found]) => rowsOfPage(page, found))
}

/** The position of rows in the file: on the page of the first one, limited to that page. */
export const placeOf = (rows: readonly Row[]): FilePlace | null => {
  const [first] = rows
  if (first === undefined) return null
  const here = rows.filter(({ page }) => page === first.page)
  return {
    page: first.page,
    top: here.reduce((top, { y, size }) => Math.min(top, y - size), first.y),
    bottom: here.reduce((bottom, { y, size }) => Math.max(bottom, y + size / 3), first.y),
  }
}

/** Whether a row directly follows another: on the next line, or on the next page. */
export const follows = (row: Row, before: Row): boolean =>
  row.page === before.page
    ? row.y - before.y <= 2.2 * Math.max(row.size, before.size)
    : row.page > before.page
