import { matchesAllWords } from '#web/ui/text-search.ts'
import type { FullReport } from '../../contract.ts'

export type ShownInquiry = FullReport['creditInquiries'][number]

/** What is looked for; '' everywhere is all inquiries. */
export type InquiryFilter = { words: string; bureau: string }

/** Newest first; one without a date comes last. Of the same date the report's order stays. */
export const sortInquiries = (inquiries: readonly ShownInquiry[]): ShownInquiry[] =>
  inquiries.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

/** The inquiries that fit, in the given order. */
export const filterInquiries = (
  inquiries: readonly ShownInquiry[],
  { words, bureau }: InquiryFilter,
): ShownInquiry[] =>
  inquiries.filter(
    inquiry => (bureau === '' || inquiry.bureau === bureau) && matchesAllWords([inquiry.company], words),
  )

/**
 * The kind of an inquiry in words: soft ones are shown to the consumer only (15 USC 1681b(c)(3)). Consumer files seldom
 * say which kind one is.
 */
export const inquiryKindLabels = {
  hard: 'Hard, an application for credit',
  soft: 'Soft, only you see it',
  unknown: 'Not stated',
} as const satisfies Record<ShownInquiry['kind'], string>
