import type { PagesText } from './pages-text.ts'
import type { Row } from './rows.ts'

/** Page furniture added by printing: headers, footers, page numbers. It interrupts entries. */

/** Browsers print the time, the page's title, its URL and `6/91` or `6 of 91` around each page. */
export const browserFurniture: readonly RegExp[] = [
  /^\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)?\b/,
  /^https?:\/\/\S{1,2000}(?: \d{1,3}\/\d{1,3})?$/,
  /^\d{1,3}(?:\/| of )\d{1,3}$/,
]

const pageNumbers: readonly RegExp[] = [
  /\bPage (\d{1,3}) of (\d{1,3})\b/i,
  /^(?:https?:\/\/\S{1,2000} )?(\d{1,3})\/(\d{1,3})$/,
  /^(\d{1,3}) of (\d{1,3})\b/,
]

/** The margins in which rows may be furniture, as a share of the page's height. */
const margin = 0.12

const isInMargin = (row: Row, pages: PagesText['pages']): boolean => {
  const height = pages[row.page - 1]?.height ?? 0
  return row.y < height * margin || row.y > height * (1 - margin)
}

const groupBy = <Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}

/** Rows with the same text at the same height on more than half of the pages, out of at least three. */
const findRepeated = (rows: readonly Row[], pages: PagesText['pages']): Set<Row> => {
  const repeated = new Set<Row>()
  const groups = groupBy(
    rows.filter(row => isInMargin(row, pages)),
    ({ text }) => text,
  )
  for (const group of groups.values()) {
    const middle = group.toSorted((a, b) => a.y - b.y)[Math.floor(group.length / 2)]
    const atOneHeight = group.filter(
      row => middle !== undefined && Math.abs(row.y - middle.y) <= Math.max(row.size, 1) / 2,
    )
    const count = new Set(atOneHeight.map(({ page }) => page)).size
    if (count >= 3 && count * 2 > pages.length) for (const row of atOneHeight) repeated.add(row)
  }
  return repeated
}

/**
 * Rows without furniture: neither matching the given patterns nor repeated on most pages. `isContent`: rows that stay even
 * if they repeat, such as headings and labels of entries that each begin on a new page.
 */
export const dropFurniture = (
  rows: readonly Row[],
  pages: PagesText['pages'],
  patterns: readonly RegExp[],
  isContent: (row: Row) => boolean,
): Row[] => {
  const repeated = findRepeated(rows, pages)
  return rows.filter(
    row => !patterns.some(pattern => pattern.test(row.text)) && (!repeated.has(row) || isContent(row)),
  )
}

const numberOn = (rows: readonly Row[]): readonly [number: number, of: number] | null => {
  for (const { text } of rows) {
    for (const pattern of pageNumbers) {
      const [, number, of] = pattern.exec(text) ?? []
      if (Number(number) >= 1 && Number(number) <= Number(of)) return [Number(number), Number(of)]
    }
  }
  return null
}

/** A page without a number gets the one after the previous page's, otherwise the one before the next page's, if unused. */
const numberPages = (stated: readonly (number | null)[]): Set<number> => {
  const used = new Set(stated.filter(number => number !== null))
  let before = 0
  stated.forEach((number, index) => {
    const after = stated[index + 1]
    if (number !== null) before = number
    else {
      const likely = [before + 1, (after ?? 0) - 1].find(one => one > 0 && !used.has(one))
      if (likely !== undefined) used.add(likely)
      before = likely ?? before
    }
  })
  return used
}

/**
 * The stated number of pages of a print ("Page 6 of 20", "6/91"), and the missing ones. Counts only if most pages agree
 * on it.
 */
export const findMissingPages = (
  rows: readonly Row[],
  pages: PagesText['pages'],
): { stated: number | null; missing: number[] } => {
  const margins = groupBy(
    rows.filter(row => isInMargin(row, pages)),
    ({ page }) => page,
  )
  const found = pages.map((_, index) => numberOn(margins.get(index + 1) ?? []))
  const totals = new Map<number, number>()
  for (const one of found) if (one !== null) totals.set(one[1], (totals.get(one[1]) ?? 0) + 1)
  const [most] = [...totals].toSorted(([, a], [, b]) => b - a)
  if (most === undefined || most[1] * 2 <= pages.length) return { stated: null, missing: [] }
  const [stated] = most
  const present = numberPages(found.map(one => (one?.[1] === stated ? one[0] : null)))
  const all = Array.from({ length: stated }, (_, index) => index + 1)
  return { stated, missing: all.filter(number => !present.has(number)) }
}
