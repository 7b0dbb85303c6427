import { isMhtml, pagesOfMhtml } from '../readers/html/mhtml.ts'
import { type HtmlElement, isElement, parseHtml } from '../readers/html/tree.ts'
import { matchLabel, startsApart } from '../readers/pdf/labels.ts'
import type { PagesText } from '../readers/pdf/pages-text.ts'
import { type Row, readRows } from '../readers/pdf/rows.ts'
import { counted, knownLabels, knownText, shapeOfText } from './shape-of-text.ts'

/** The shape of a PDF: its rows with known labels, and character classes for everything else. */

/** A wider gap, in font sizes, begins another part of a row. */
const apart = 1

const round = (value: number, to: number): number => Math.round(value / to) * to

/** The parts of a row, each with its position. Labels count only where a label can be. */
const shapeOfRow = (row: Row): string => {
  const parts: { x: number; texts: string[]; plain: string[] }[] = []
  const flush = () => {
    const last = parts.at(-1)
    if (last !== undefined && last.plain.length > 0)
      last.texts.push(shapeOfText(last.plain.splice(0).join(' ')))
  }
  for (let index = 0; index < row.words.length; ) {
    const word = row.words[index]
    if (word === undefined) break
    const before = row.words[index - 1]
    if (before === undefined || word.x - before.x2 >= apart * row.size) {
      flush()
      parts.push({ x: word.x, texts: [], plain: [] })
    }
    const mayBeLabel = startsApart(row, index) || before?.text === '|'
    const match = mayBeLabel ? matchLabel(knownLabels, at => row.words[index + at]?.text) : null
    if (match === null) parts.at(-1)?.plain.push(word.text)
    else {
      flush()
      parts.at(-1)?.texts.push(`[${match.text}${match.hasColon ? ':' : ''}]`)
      if (match.rest !== '') parts.at(-1)?.plain.push(match.rest)
    }
    index += match?.length ?? 1
  }
  flush()
  return parts.map(({ x, texts }) => `@${round(x, 10)} ${texts.join(' ')}`).join('  ')
}

const makers = /^(?:Skia\/PDF m\d{1,4}|macOS Version [\d.]{1,9}|Quartz PDFContext|Prince [\d.]{1,9}|iText)/

export const shapeOfPdf = (pages: PagesText): string[] => {
  const rows = readRows(pages)
  const sizes = counted(pages.pages.map(({ width, height }) => `${round(width, 1)} by ${round(height, 1)}`))
  const marks = counted(
    pages.shapes.map(
      ({ kind, color, width, height }) => `${kind} ${color ?? '-'} ${round(width, 2)} by ${round(height, 2)}`,
    ),
  )
  return [
    `Made by: ${makers.exec(pages.producer ?? '')?.[0] ?? shapeOfText(pages.producer ?? '')}`,
    `Title: ${shapeOfText(pages.title ?? '')}`,
    `Damaged pages: ${pages.pages.filter(({ warned }) => warned).length}`,
    '',
    'Pages',
    ...sizes,
    '',
    'Rows: size of the letters, then each part with its distance from the left edge',
    ...counted(rows.map(row => `s${round(row.size, 0.5)} ${shapeOfRow(row)}`)),
    '',
    'Drawings, the most frequent first',
    ...marks.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10)).slice(0, 40),
  ]
}

/** The shape of a saved web page: its elements with their classes, known labels, and character classes. */

const mostClasses = 6

/** Class names are the site's own; numbers in them are not shown. */
const classOf = (name: string): string =>
  /^[A-Za-z][\w-]{0,40}$/.test(name) ? name.replaceAll(/\d+/g, '9') : shapeOfText(name)

const nameOf = ({ tag, classes }: HtmlElement): string =>
  [/^[a-z][a-z0-9-]{0,20}$/.test(tag) ? tag : 'other', ...classes.slice(0, mostClasses).map(classOf)].join(
    '.',
  )

const shapeOfLine = (text: string): string => {
  const label = knownText(text)
  return label === null ? shapeOfText(text) : `[${label}]`
}

const linesOf = (element: HtmlElement, above: readonly string[]): string[] => {
  const here = [...above, nameOf(element)].slice(-3)
  return element.children.flatMap(child => {
    if (isElement(child)) return linesOf(child, here)
    const text = child.trim()
    return text === '' ? [] : [`${here.join(' > ')}  ${shapeOfLine(text)}`]
  })
}

export const shapeOfPage = (text: string): string[] => {
  const pages = isMhtml(text) ? pagesOfMhtml(text) : [text]
  return pages.flatMap((page, index) => {
    const parsed = parseHtml(page)
    if ('stopped' in parsed) return [`Page ${index + 1} cannot be read: ${parsed.stopped}`]
    return ['', `Page ${index + 1}`, ...counted(linesOf(parsed.root, []))]
  })
}
