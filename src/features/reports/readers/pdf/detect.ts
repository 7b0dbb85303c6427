import { type Reading, type ReportOwner, unreadable } from '../reading.ts'
import { equifaxPdf } from './equifax/equifax.ts'
import { experianPdf } from './experian/experian.ts'
import type { PagesText } from './pages-text.ts'
import { findRefusedLayout } from './refused-layouts.ts'
import { type Row, readRows } from './rows.ts'
import { removeSsns } from './ssn-words.ts'
import { threeBureauLayouts } from './three-bureaus/three-bureaus.ts'
import { transUnionPdf } from './transunion/transunion.ts'

/** The words of a PDF as rows, and the pages and drawings as they came. */
export type Print = { pages: PagesText; rows: readonly Row[] }

/** A layout of a PDF report, recognized by several marks of its structure together, never by a brand alone. */
export type PdfLayout = {
  recognizes: (print: Print) => boolean
  read: (print: Print, person: ReportOwner) => Reading
}

const layouts: readonly PdfLayout[] = [equifaxPdf, experianPdf, transUnionPdf, ...threeBureauLayouts]

/** Fewer letters on most pages mean a scan or photographs; the images themselves may be too large to be seen. */
const FEWEST_LETTERS = 200

const isPicture = ({ pages, words }: PagesText): boolean => {
  const letters = pages.map(() => 0)
  for (const { page, text } of words) letters[page - 1] = (letters[page - 1] ?? 0) + text.length
  return letters.filter(count => count < FEWEST_LETTERS).length * 2 > pages.length || pages.length === 0
}

/** Reads the words of a PDF. Never throws; a file that two layouts recognize is refused as unknown. */
export const readPages = (words: PagesText, person: ReportOwner): Reading => {
  const pages = removeSsns(words)
  const print: Print = { pages, rows: readRows(pages) }
  const [layout, ...others] = layouts.filter(one => one.recognizes(print))
  if (layout === undefined) {
    const message = findRefusedLayout(print.rows)
    if (message !== null) return { kind: 'unreadable', message }
    return unreadable.pdf(isPicture(pages) ? 'picture' : 'unknown')
  }
  return others.length > 0 ? unreadable.pdf('unknown') : layout.read(print, person)
}
