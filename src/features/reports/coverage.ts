import type { Bureau } from '#values/bureau.ts'

/**
 * What a document states about itself and what was read of it. Web pages and PDFs are read by their labels, and a
 * damaged or shortened file looks like a shorter report; only the report's own totals show the difference.
 */

export const coveredSections = ['personal', 'accounts', 'publicRecords', 'inquiries'] as const
export type CoveredSection = (typeof coveredSections)[number]

export type SectionCounts = Record<'accounts' | 'inquiries' | 'publicRecords', number>

/** Where something stands in the file: a page of a PDF with the upper and lower edge in points from its top. */
export type FilePlace = { page: number; top: number; bottom: number }

/** What is doubtful about a row that was read, or about one that was not. */
export const doubtKinds = [
  /** Payment marks that are drawings or damaged: the months were left out. */
  'monthsUnreadable',
  /** A label whose meaning is not known: its value was left out. */
  'unknownLabel',
  /** A label that stands twice in one entry: the first value was taken. */
  'labelTwice',
  /** Part of an entry could not be told apart from another, and was left out. */
  'entryLost',
  /** The words of a status that are not known: shown as they stand, without a meaning. */
  'unknownWords',
] as const
export type DoubtKind = (typeof doubtKinds)[number]

export type Doubt = {
  kind: DoubtKind
  section: CoveredSection
  /** The creditor or company of the entry as printed; null when it is not known. */
  about: string | null
  count: number
  /** Null in a web page. */
  place: FilePlace | null
}

export type BureauCoverage = {
  bureau: Bureau
  /** Counts that the document itself prints; null where it prints none. */
  stated: Record<keyof SectionCounts, number | null>
  read: SectionCounts
  /** Sections that were found and read to their end, or that the document says are empty. */
  sections: CoveredSection[]
  monthsUnreadable: number
  /** Numbers of pages that the file should have and lacks. */
  pagesMissing: number[]
  /** Numbers of pages about which the PDF reader warned. */
  pagesDamaged: number[]
  /** Pages that the document says it has; null for a web page or where it does not say. */
  pagesStated: number | null
  doubts: Doubt[]
}

/**
 * `complete`: all that can be checked agrees. `partial`: something stated was not read, or months are unreadable;
 * becomes the report only after the user confirms it. `refused`: too little was read to be called the report.
 */
export type ReadingVerdict = 'complete' | 'partial' | 'refused'
