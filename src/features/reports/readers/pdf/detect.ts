import { type Reading, type ReportOwner, unreadable } from '../reading.ts'
import type { PagesText } from './pages-text.ts'

/** A layout of a PDF report, recognized by several marks of its structure together, never by a brand alone. */
export type PdfLayout = {
  recognizes: (pages: PagesText) => boolean
  read: (pages: PagesText, person: ReportOwner) => Reading
}

const layouts: readonly PdfLayout[] = []

/** Fewer letters on most pages mean a scan or photographs; the images themselves may be too large to be seen. */
const FEWEST_LETTERS = 200

const isPicture = ({ pages, words }: PagesText): boolean => {
  const letters = pages.map(() => 0)
  for (const { page, text } of words) letters[page - 1] = (letters[page - 1] ?? 0) + text.length
  return letters.filter(count => count < FEWEST_LETTERS).length * 2 > pages.length || pages.length === 0
}

/** Reads the words of a PDF. Never throws; a file that two layouts recognize is refused as unknown. */
export const readPages = (pages: PagesText, person: ReportOwner): Reading => {
  const [layout, ...others] = layouts.filter(one => one.recognizes(pages))
  if (layout === undefined) return unreadable.pdf(isPicture(pages) ? 'picture' : 'unknown')
  return others.length > 0 ? unreadable.pdf('unknown') : layout.read(pages, person)
}
