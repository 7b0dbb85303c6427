import { inquiryListedMonths, normalizeName, repeatWindowDays } from '#features/findings/applications.ts'
import { minDaysBetween } from '#features/findings/dates-apart.ts'
import { type InquiryReason, inquiryReasons } from '#features/findings/reasons.ts'
import { latestDay } from '#features/findings/reporting-period.ts'
import type { Inquiry } from '#features/reports/canonical.ts'
import { addMonthsToDay } from '#values/dates.ts'

/** What choosing a reason needs to know of an inquiry; rows of the canonical report and rows as shown both have it. */
export type InquiryRow = Pick<Inquiry, 'id' | 'company' | 'bureau' | 'date' | 'kind'>

/** Other hard inquiries of the same company in the same file, so close that one application may have led to both. */
export const findRepeatedInquiries = (row: InquiryRow, all: readonly InquiryRow[]): InquiryRow[] =>
  all.filter(
    other =>
      other.id !== row.id &&
      other.bureau === row.bureau &&
      other.kind !== 'soft' &&
      normalizeName(other.company) === normalizeName(row.company) &&
      row.date !== null &&
      other.date !== null &&
      minDaysBetween(row.date, other.date) <= repeatWindowDays &&
      minDaysBetween(other.date, row.date) <= repeatWindowDays,
  )

type Test = (row: InquiryRow, all: readonly InquiryRow[], today: string) => boolean

const always = () => true

const fitting: Readonly<Record<InquiryReason, Test>> = {
  no_application: always,
  identity_theft: always,
  not_hard: always,
  duplicate: (row, all) => findRepeatedInquiries(row, all).length > 0,
  wrong_date: row => row.date !== null,
  // A date without its day counts from its last day: only what is surely over two years old is said to be.
  too_old: (row, _, today) =>
    row.date !== null && addMonthsToDay(latestDay(row.date), inquiryListedMonths) < today,
  other: always,
}

/**
 * Whether a reason can be said of an inquiry on a day (`YYYY-MM-DD`), given all inquiries of the report. A soft inquiry
 * is seen by the person alone and no score counts it, so nothing is said of it (15 USC 1681b(c)(3), 1681g(a)(3)).
 */
export const isInquiryReasonAllowed = (
  reason: InquiryReason,
  row: InquiryRow,
  all: readonly InquiryRow[],
  today: string,
): boolean => row.kind !== 'soft' && fitting[reason](row, all, today)

/** What the data themselves point at; it orders the reasons and selects none. */
const pointing: readonly InquiryReason[] = ['too_old', 'duplicate']

/**
 * The reasons to offer for an inquiry, given its rows at the bureaus chosen, all inquiries of the report and today's
 * date (`YYYY-MM-DD`): those that fit at least one row, what the data point at first, `other` last.
 */
export const listInquiryReasons = (
  rows: readonly InquiryRow[],
  all: readonly InquiryRow[],
  today: string,
): InquiryReason[] => {
  const offered = inquiryReasons.filter(reason =>
    rows.some(row => isInquiryReasonAllowed(reason, row, all, today)),
  )
  const isLikely = (reason: InquiryReason) => pointing.includes(reason)
  return [...offered.filter(isLikely), ...offered.filter(reason => !isLikely(reason))]
}
