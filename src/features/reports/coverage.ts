import type { Bureau } from '#values/bureau.ts'

/**
 * What a document states about itself and what was read of it. Web pages and PDFs are read by their labels, and a
 * damaged or shortened file looks like a shorter report; only the report's own totals show the difference.
 */

export const coveredSections = ['personal', 'accounts', 'publicRecords', 'inquiries'] as const
export type CoveredSection = (typeof coveredSections)[number]

export const countedSections = ['accounts', 'inquiries', 'publicRecords'] as const
type SectionCounts = Record<(typeof countedSections)[number], number>

/** Where something is in the file: a page of a PDF with the upper and lower edge in points from its top. */
export type FilePlace = { page: number; top: number; bottom: number }

/** What is doubtful about a row that was read, or about one that was not. */
export const doubtKinds = [
  /** Payment marks that are drawings or damaged: the months were left out. */
  'monthsUnreadable',
  /** A label whose meaning is not known: its value was left out. */
  'unknownLabel',
  /** A label that stands twice in one entry: the first value was taken. */
  'labelTwice',
  /** An entry could not be told apart from another; all or part of it was left out. */
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

/** Why a reading is refused. */
export type RefusalReason = 'pagesMissing' | 'noAccounts' | 'fewAccounts' | 'nothingRead'

/** Fewer of the stated accounts than this are no report. */
const LEAST_SHARE = 0.9

/** Why too little was read of a document to be called its report; null when enough was. */
export const findRefusal = (coverage: readonly BureauCoverage[]): RefusalReason | null => {
  if (coverage.some(({ pagesMissing }) => pagesMissing.length > 0)) return 'pagesMissing'
  if (coverage.some(({ stated, read }) => (stated.accounts ?? 0) > 0 && read.accounts === 0))
    return 'noAccounts'
  if (coverage.some(({ stated, read }) => read.accounts < LEAST_SHARE * (stated.accounts ?? 0)))
    return 'fewAccounts'
  const isEmpty = ({ sections, read }: BureauCoverage) =>
    sections.length === 0 && countedSections.every(kind => read[kind] === 0)
  return coverage.every(isEmpty) ? 'nothingRead' : null
}

/** What the document states and what was read differ, either way: like is compared with like only. */
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
 * Whether everything of one kind that the document has was read: the section to its end, and as many rows as
 * it states. Where it states no number, no entry may be lost and no page be damaged.
 */
export const isReadWhole = (one: BureauCoverage, kind: keyof SectionCounts): boolean => {
  if (one.pagesMissing.length > 0 || differsFromStated(one, kind)) return false
  if (one.stated[kind] !== null) return true
  return one.sections.includes(kind) && !mayLackRows(one, kind)
}

/** Whether all that the document has in a section was read. */
export const isSectionWhole = (one: BureauCoverage, section: CoveredSection): boolean =>
  section === 'personal'
    ? one.sections.includes('personal') && one.pagesDamaged.length === 0
    : isReadWhole(one, section)

/** Their section is often left out where there are none, so it need not be found. */
const areRecordsComplete = (one: BureauCoverage): boolean =>
  !differsFromStated(one, 'publicRecords') &&
  (one.stated.publicRecords !== null || !mayLackRows(one, 'publicRecords'))

const isReadComplete = (one: BureauCoverage): boolean =>
  one.monthsUnreadable === 0 &&
  isReadWhole(one, 'accounts') &&
  isReadWhole(one, 'inquiries') &&
  areRecordsComplete(one) &&
  !one.doubts.some(({ kind }) => kind === 'entryLost' || kind === 'monthsUnreadable')

/** Judges a reading by what the document says of itself. Formats without coverage are complete. */
export const judge = (coverage: readonly BureauCoverage[]): ReadingVerdict => {
  if (coverage.length === 0) return 'complete'
  if (findRefusal(coverage) !== null) return 'refused'
  return coverage.every(isReadComplete) ? 'complete' : 'partial'
}
