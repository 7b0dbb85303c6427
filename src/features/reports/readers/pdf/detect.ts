import { type Reading, type ReportOwner, unreadable } from '../reading.ts'
import { createSsnRemover } from '../ssn.ts'
import { equifaxPdf } from './equifax/equifax.ts'
import { experianPdf } from './experian/experian.ts'
import type { PagesText } from './pages-text.ts'
import { type Row, readRows } from './rows.ts'
import { threeBureauLayouts } from './three-bureaus/three-bureaus.ts'
import { transUnionPdf } from './transunion/transunion.ts'

/** Known unsupported layouts, with what to do instead. Recognized by some of their own words, case-sensitively. */

type RefusedLayout = {
  /** How many of the marks must be in the file. */
  needs: number
  signs: readonly RegExp[]
  message: string
}

const freeReport = (bureau: string): string =>
  `Your free ${bureau} report from annualcreditreport.com, saved as PDF, can be imported.`

const refusedLayouts: readonly RefusedLayout[] = [
  {
    needs: 3,
    signs: [
      /^Potentially negative items\b/i,
      /^Accounts in good standing\b/i,
      /^Record of requests\b/i,
      /\bAddress identification number\b/i,
      /\bCredit limit or original amount\b/i,
    ],
    message: `This is an older layout of Experian's report, which we can't read. ${freeReport('Experian')}`,
  },
  {
    needs: 3,
    signs: [/\bexperian\b/i, /\bDate opened\b/, /\bAccount (?:name|number|type)\b/],
    message: `This is the report of Experian's member site, which we can't read yet. ${freeReport('Experian')}`,
  },
  {
    needs: 3,
    signs: [/^Equifax Experian TransUnion$/, /\bReport Summary$/, /\bDispute File Information$/],
    message: `This is Equifax's report of three bureaus, which we can't read yet. Your free reports from annualcreditreport.com, saved as PDF, can be imported one after the other.`,
  },
  {
    needs: 1,
    signs: [/^https?:\/\/(?:www\.)?creditkarma\.com\//i],
    message:
      'This is a print of Credit Karma. No page of Credit Karma contains a complete credit report. Your free reports from annualcreditreport.com, saved as PDF, can be imported.',
  },
]

/** Why a print that no layout recognizes is refused; null when it is unknown. */
const findRefusedLayout = (rows: readonly Row[]): string | null => {
  const hasSign = (sign: RegExp): boolean => rows.some(({ text }) => text.length < 2000 && sign.test(text))
  return refusedLayouts.find(({ needs, signs }) => signs.filter(hasSign).length >= needs)?.message ?? null
}

/** The words of a PDF as rows, and the unchanged pages and drawings. */
export type Print = { pages: PagesText; rows: readonly Row[] }

/** Full Social Security numbers in the words of a PDF: with dashes, or nine digits in a row that labels them. */
const findSsns = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ words, text }) => {
    const isNamed = /\bSSN\b|\bSocial Security\b/i.test(text.slice(0, 2000))
    return words.flatMap(word =>
      /^\d{3}-\d{2}-\d{4}$/.test(word.text) || (isNamed && /^\d{9}$/.test(word.text)) ? word.text : [],
    )
  })

/** Removes every full SSN from all words of a PDF, before anything else reads them. */
export const removeSsns = (pages: PagesText): Print => {
  const rows = readRows(pages)
  const found = findSsns(rows)
  if (found.length === 0) return { pages, rows }
  const remove = createSsnRemover(found)
  const cleaned: PagesText = {
    ...pages,
    title: pages.title === null ? null : remove(pages.title),
    words: pages.words.map(word => ({ ...word, text: remove(word.text) })),
  }
  return { pages: cleaned, rows: readRows(cleaned) }
}

/** A layout of a PDF report, recognized by several structural marks together, never by a brand alone. */
export type PdfLayout = {
  recognizes: (print: Print) => boolean
  read: (print: Print, person: ReportOwner) => Reading
}

const layouts: readonly PdfLayout[] = [equifaxPdf, experianPdf, transUnionPdf, ...threeBureauLayouts]

/** Fewer letters on most pages mean a scan or photos; the images themselves may be too large to be extracted. */
const FEWEST_LETTERS = 200

const isPicture = ({ pages, words }: PagesText): boolean => {
  const letters = pages.map(() => 0)
  for (const { page, text } of words) letters[page - 1] = (letters[page - 1] ?? 0) + text.length
  return letters.filter(count => count < FEWEST_LETTERS).length * 2 > pages.length || pages.length === 0
}

/** Reads the words of a PDF. Never throws; a file that two layouts recognize is refused as unknown. */
export const readPages = (words: PagesText, person: ReportOwner): Reading => {
  const print = removeSsns(words)
  const [layout, ...others] = layouts.filter(one => one.recognizes(print))
  if (layout === undefined) {
    const message = findRefusedLayout(print.rows)
    if (message !== null) return { kind: 'unreadable', message }
    return unreadable.pdf(isPicture(print.pages) ? 'picture' : 'unknown')
  }
  return others.length > 0 ? unreadable.pdf('unknown') : layout.read(print, person)
}
