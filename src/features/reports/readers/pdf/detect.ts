import { type Reading, type ReportOwner, unreadable } from '../reading.ts'
import type { PagesText } from './pages-text.ts'

/** A layout of a PDF report, recognized by several marks of its structure together, never by a brand alone. */
export type PdfLayout = {
  recognizes: (pages: PagesText) => boolean
  read: (pages: PagesText, person: ReportOwner) => Reading
}

const layouts: readonly PdfLayout[] = []

/** Reads the words of a PDF. Never throws; a file that two layouts recognize is refused as unknown. */
export const readPages = (pages: PagesText, person: ReportOwner): Reading => {
  const [layout, ...others] = layouts.filter(one => one.recognizes(pages))
  return layout === undefined || others.length > 0
    ? unreadable.recognised('a PDF')
    : layout.read(pages, person)
}
