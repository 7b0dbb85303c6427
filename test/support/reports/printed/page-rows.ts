import type { PagesText, Word } from '#features/reports/readers/pdf/pages-text.ts'
import { escapeHtml } from './print.ts'

/**
 * A mock page as rows of cells. `toHtml` renders it for Chromium; `toPagesText` places the words itself, which is fast and
 * can produce what Chromium cannot.
 */

/**
 * Text `x` points from the left margin, wrapped within `width` points: at spaces, or anywhere as in narrow columns. A line
 * break in it ends a line.
 */
export type PrintedCell = { x: number; width: number; text: string; wrap?: 'blank' | 'anywhere' }

/** `size`: the font size in points. `gap`: points above the row. */
export type PrintedRow = { cells: readonly PrintedCell[]; size?: number; gap?: number }

const ordinarySize = 8

/** A row of one cell across the page. */
export const line = (text: string, more: Omit<PrintedRow, 'cells'> = {}): PrintedRow => ({
  cells: [{ x: 0, width: 520, text }],
  ...more,
})

export const toHtml = (rows: readonly PrintedRow[]): string =>
  rows
    .map(({ cells, size = ordinarySize, gap = 0 }) => {
      const ends = [0, ...cells.map(({ x, width }) => x + width)]
      const columns = cells.map(({ x, width, text, wrap }, index) => {
        const style = `flex:none;margin-left:${x - (ends[index] ?? 0)}pt;width:${width}pt${wrap === 'anywhere' ? ';word-break:break-all' : ''}`
        return `<div style="${style}">${escapeHtml(text)}</div>`
      })
      return `<div style="display:flex;white-space:pre-line;font-size:${size}pt;padding-top:${gap}pt">${columns.join('')}</div>`
    })
    .join('\n')

export type PagesOptions = {
  title: string
  address: string
  paper?: 'Letter' | 'A4'
  scale?: number
  headerFooter?: boolean
  /** `fi` and similar ligatures are one character, drawn as a separate run. */
  ligatures?: boolean
}

const papers = { Letter: { width: 612, height: 792 }, A4: { width: 595, height: 842 } }
const margin = 29

/** The advance of a letter and of a space, as a share of the size. */
const advance = (character: string): number => (character === ' ' ? 0.28 : 0.5)

/** The width of a text, or of one that continues a text of this width. */
const widthOf = (text: string, size: number, before = 0): number => {
  let width = before
  for (const character of text) width += advance(character) * size
  return width
}

const wrapAnywhere = (text: string, width: number, size: number): string[] => {
  const lines = ['']
  let used = 0
  for (const character of text) {
    const last = lines.at(-1) ?? ''
    const longer = widthOf(character, size, used)
    const fits = longer <= width || last === ''
    if (fits) lines[lines.length - 1] = last + character
    else lines.push(character)
    used = fits ? longer : widthOf(character, size)
  }
  return lines.map(one => one.trim()).filter(one => one !== '')
}

const wrapAtBlanks = (text: string, width: number, size: number): string[] => {
  const lines: string[] = []
  let used = 0
  for (const word of text.split(' ').filter(one => one !== '')) {
    const last = lines.at(-1)
    const longer = widthOf(` ${word}`, size, used)
    const fits = last !== undefined && longer <= width
    if (fits) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
    used = fits ? longer : widthOf(word, size)
  }
  return lines
}

const ligatures: Readonly<Record<string, string>> = { ffi: 'ﬃ', ffl: 'ﬄ', ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ' }

const runsOf = (word: string, hasLigatures: boolean): string[] =>
  hasLigatures
    ? word
        .split(/(ffi|ffl|ff|fi|fl)/)
        .filter(run => run !== '')
        .map(run => ligatures[run] ?? run)
    : [word]

type At = { page: number; x: number; y: number; size: number }

/** The words of one line; a run of a ligature touches its neighbors. */
const wordsOf = (text: string, { page, x, y, size }: At, hasLigatures: boolean): Word[] => {
  let at = x
  return text.split(' ').flatMap(word => {
    const words = runsOf(word, hasLigatures).map(run => {
      const x2 = at + widthOf(run, size)
      const placed = { page, x: at, x2, y, size, text: run }
      at = x2
      return placed
    })
    at += advance(' ') * size
    return words.filter(one => one.text !== '')
  })
}

export const toPagesText = (rows: readonly PrintedRow[], options: PagesOptions): PagesText => {
  const { title, address, paper = 'Letter', scale = 1, headerFooter = true } = options
  const { width, height } = papers[paper]
  const words: Word[] = []
  let page = 1
  let top = margin
  for (const { cells, size: unscaled = ordinarySize, gap = 0 } of rows) {
    const size = unscaled * scale
    const lineHeight = size * 1.4
    const columns = cells.map(({ x, width: room, text, wrap }) => ({
      x: margin + x * scale,
      lines: text
        .split('\n')
        .flatMap(one => (wrap === 'anywhere' ? wrapAnywhere : wrapAtBlanks)(one, room * scale, size)),
    }))
    top += gap * scale
    for (let index = 0; index < Math.max(...columns.map(({ lines }) => lines.length)); index += 1) {
      if (top + lineHeight > height - margin) {
        page += 1
        top = margin
      }
      for (const { x, lines } of columns)
        words.push(
          ...wordsOf(lines[index] ?? '', { page, x, y: top + size, size }, options.ligatures ?? false),
        )
      top += lineHeight
    }
  }
  const furniture = (on: number): Word[] => [
    ...wordsOf('9/1/26, 11:35 AM', { page: on, x: margin, y: 15, size: 8 }, false),
    ...wordsOf(title, { page: on, x: width / 2 - 60, y: 15, size: 8 }, false),
    ...wordsOf(address, { page: on, x: margin, y: height - 12, size: 8 }, false),
    ...wordsOf(`${on}/${page}`, { page: on, x: width - margin - 20, y: height - 12, size: 8 }, false),
  ]
  const numbers = Array.from({ length: page }, (_, index) => index + 1)
  return {
    title,
    producer: 'Skia/PDF m153',
    pages: numbers.map(() => ({ width, height, warned: false })),
    words: numbers.flatMap(on => {
      const own = words.filter(word => word.page === on)
      return headerFooter ? [...furniture(on), ...own] : own
    }),
    shapes: [],
  }
}
