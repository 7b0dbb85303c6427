import type { Bureau } from '#values/bureau.ts'

/**
 * What a document states about itself and what was read of it. Web pages and PDFs are read by their labels, and a
 * damaged or shortened file looks like a shorter report; only the report's own totals show the difference.
 */

export const coveredSections = ['personal', 'accounts', 'publicRecords', 'inquiries'] as const
export type CoveredSection = (typeof coveredSections)[number]

export const countedSections = ['accounts', 'inquiries', 'publicRecords'] as const
type SectionCounts = Record<(typeof countedSections)[number], number>

/** A position in the file: a page of a PDF with the upper and lower edge in points from its top. */
export type FilePlace = { page: number; top: number; bottom: number }

/** Doubts about a row that was read, or one that was not. */
export const doubtKinds = [
  /** Payment marks that are drawings or damaged: the months were left out. */
  'monthsUnreadable',
  /** A label with an unknown meaning: its value was left out. */
  'unknownLabel',
  /** A label that occurs twice in one entry: the first value was used. */
  'labelTwice',
  /** An entry could not be distinguished from another; all or part of it was left out. */
  'entryLost',
  /** A status in unknown words: shown unchanged, without a meaning. */
  'unknownWords',
] as const
export type DoubtKind = (typeof doubtKinds)[number]

export type Doubt = {
  kind: DoubtKind
  section: CoveredSection
  /** The creditor or company of the entry as printed; null when unknown. */
  about: string | null
  count: number
  /** Null in a web page. */
  place: FilePlace | null
}

export type BureauCoverage = {
  bureau: Bureau
  /** Counts printed in the document itself; null if there are none. */
  stated: Record<keyof SectionCounts, number | null>
  read: SectionCounts
  /** Sections that were found and read to their end, or that are empty according to the document. */
  sections: CoveredSection[]
  monthsUnreadable: number
  /** Numbers of missing pages. */
  pagesMissing: number[]
  /** Numbers of pages about which the PDF reader warned. */
  pagesDamaged: number[]
  /** The number of pages stated in the document; null for a web page or if not stated. */
  pagesStated: number | null
  doubts: Doubt[]
}

/**
 * `complete`: all that can be checked agrees. `partial`: something stated was not read, or months are unreadable;
 * becomes the report only after the user confirms it. `refused`: too little was read to be used as the report.
 */
export type ReadingVerdict = 'complete' | 'partial' | 'refused'

/** Why a reading is refused. */
export type RefusalReason = 'pagesMissing' | 'noAccounts' | 'fewAccounts' | 'nothingRead'

/** The minimum share of the stated accounts. */
const LEAST_SHARE = 0.9

/** Why too little of a document was read; null when enough was. */
export const findRefusal = (coverage: readonly BureauCoverage[]): RefusalReason | null => {
  if (coverage.some(({ pagesMissing }) => pagesMissing.length > 0)) return 'pagesMissing'
  if (coverage.some(({ stated, read }) => (stated.accounts ?? 0) > 0 && read.accounts === 0))
    return 'noAccounts'
  if (coverage.some(({ stated, read }) => read.accounts < LEAST_SHARE * (stated.accounts ?? 0)))
    return 'fewAccounts'
  const isEmpty = ({ sections, read }: BureauCoverage) =>
    countedSections.every(kind => !sections.includes(kind) && read[kind] === 0)
  return coverage.every(isEmpty) ? 'nothingRead' : null
}

/** Whether a stated count and what was read differ in either direction; only comparable counts are compared. */
export const differsFromStated = (
  { stated, read }: Pick<BureauCoverage, 'stated' | 'read'>,
  kind: keyof SectionCounts,
): boolean => stated[kind] !== null && stated[kind] !== read[kind]

const mayLackRows = ({ pagesDamaged, doubts }: BureauCoverage, kind: keyof SectionCounts): boolean =>
  pagesDamaged.length > 0 ||
  doubts.some(
    ({ kind: doubt, section }) => section === kind && (doubt === 'entryLost' || doubt === 'labelTwice'),
  )

/**
 * Whether everything of one kind in the document was read: the section to its end, and as many rows as it states.
 * If it states no number, no entry may be lost and no page damaged.
 */
export const isReadWhole = (one: BureauCoverage, kind: keyof SectionCounts): boolean => {
  if (one.pagesMissing.length > 0 || differsFromStated(one, kind)) return false
  if (one.stated[kind] !== null) return true
  return one.sections.includes(kind) && !mayLackRows(one, kind)
}

/** Whether a section of the document was read completely. */
export const isSectionWhole = (one: BureauCoverage, section: CoveredSection): boolean =>
  section === 'personal'
    ? one.sections.includes('personal') && one.pagesDamaged.length === 0
    : isReadWhole(one, section)

/** Their section is often omitted when there are none, so it may be missing. */
const areRecordsComplete = (one: BureauCoverage): boolean =>
  !differsFromStated(one, 'publicRecords') &&
  (one.stated.publicRecords !== null || !mayLackRows(one, 'publicRecords'))

const isReadComplete = (one: BureauCoverage): boolean =>
  one.monthsUnreadable === 0 &&
  isReadWhole(one, 'accounts') &&
  isReadWhole(one, 'inquiries') &&
  areRecordsComplete(one) &&
  !one.doubts.some(({ kind }) => kind === 'entryLost' || kind === 'monthsUnreadable')

/** Judges a reading by the document's own totals. Formats without coverage are complete. */
export const judge = (coverage: readonly BureauCoverage[]): ReadingVerdict => {
  if (coverage.length === 0) return 'complete'
  if (findRefusal(coverage) !== null) return 'refused'
  return coverage.every(isReadComplete) ? 'complete' : 'partial'
}
