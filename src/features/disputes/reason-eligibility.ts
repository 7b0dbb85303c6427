import {
  hasRemark,
  isCollectorAccount,
  isLate as isDaysLate,
  isDeceased,
} from '#features/findings/account-facts.ts'
import { inquiryListedMonths, normalizeName, repeatWindowDays } from '#features/findings/applications.ts'
import { canDenyMonths, isAdverse } from '#features/findings/disputed-months.ts'
import { minDaysBetween } from '#features/findings/partial-dates.ts'
import {
  type AccountReason,
  accountReasons,
  type InquiryReason,
  inquiryReasons,
} from '#features/findings/reasons.ts'
import { latestDay, mayBeTooOld, reportingEndRange } from '#features/findings/reporting-period.ts'
import type { Inquiry } from '#features/reports/canonical.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { isMedical } from '#features/reports/listed-twice.ts'
import { addMonthsToDay } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import { type AccountEvidence, type AccountRow, mayIncludeDebt } from './facts.ts'
import { differingDates, medicalExclusion } from './letters/claims.ts'
import { statusText } from './letters/words.ts'

/**
 * Which reasons are possible given what a row shows. Nothing supported by all the data is disputed: a bureau that shows
 * no late payment is not told that it shows one. An unreported value excludes nothing.
 */

/** Whether a row shows a debt. */
export const owes = (row: AccountRow): boolean =>
  (centsOf(row.currentBalance) ?? 0) > 0 || (centsOf(row.amountPastDue) ?? 0) > 0

/** Whether a row shows lateness, or worse. */
export const isLate = (row: AccountRow): boolean =>
  row.isDerogatory ||
  isAdverse(row.payStatus) ||
  isAdverse(row.worstStatus) ||
  [row.late30, row.late60, row.late90].some(count => (count ?? 0) > 0) ||
  (centsOf(row.amountPastDue) ?? 0) > 0 ||
  row.paymentHistory.some(month => isAdverse(month.status))

/**
 * Whether a row shows late payments: a month, a status or a count of days late. A charge-off is not one, and a debt that
 * a collector took over unpaid was never paid late to the collector.
 */
export const showsLatePayments = (row: AccountRow): boolean =>
  !isCollectorAccount(row) &&
  (isDaysLate(row.payStatus) ||
    isDaysLate(row.worstStatus) ||
    [row.late30, row.late60, row.late90].some(count => (count ?? 0) > 0) ||
    row.paymentHistory.some(month => isDaysLate(month.status)))

const hasDate = (row: AccountRow): boolean =>
  [
    row.dateOpened,
    row.dateClosed,
    row.lastReported,
    row.dateLastActive,
    row.dateLastPayment,
    row.dateFirstDelinquency,
  ].some(date => date !== null)

const isShownOpen = (row: AccountRow): boolean =>
  row.openClosed === 'Open' || (row.openClosed === null && row.accountStatus === 'Open')

const isCollectionByName = (row: AccountRow): boolean =>
  isCollectorAccount(row) || findOriginalCreditor(row) !== null

/** Whether the industry, original creditor or a remark is medical, or the original creditor is not reported. */
const canBeMedical = (row: AccountRow): boolean =>
  isMedical(row) ||
  hasRemark(row, /\bmedical\b/i) ||
  (isCollectorAccount(row) && findOriginalCreditor(row) === null)

const always = () => true

type Test = (around: AccountEvidence, today: string) => boolean
type RowTest = (row: AccountRow, today: string) => boolean

const ofRow =
  (test: RowTest): Test =>
  ({ row }, today) =>
    test(row, today)

/**
 * `always`: only the user knows, and the letter states it as the user's own claim. All other reasons depend on what the
 * row, or the file around it, shows.
 */
const accountEligibility: Readonly<Record<AccountReason, Test>> = {
  not_mine: always,
  identity_theft: always,
  // Liability for the debt (12 CFR 1022.43(a)(1)).
  not_responsible: always,
  // Metro 2 fields 21 and 22.
  wrong_balance: ofRow(row => row.currentBalance !== null || row.amountPastDue !== null),
  // An installment loan, a mortgage and a collection have no credit limit (Metro 2 field 16; finder rule C-28).
  wrong_limit: ofRow(
    row => row.creditLimit !== null || !['Installment', 'Mortgage', 'Collection'].includes(row.accountType),
  ),
  // A status that the row does not report cannot be wrong (Metro 2 fields 17A and 17B).
  wrong_payment_status: ofRow(row => statusText(row) !== null || row.isDerogatory),
  // Nobody pays a collector late, since the debt was unpaid when it took over. A creditor can rate its own account that
  // way.
  never_late: ({ row, elsewhere }) =>
    isLate(row) && !isCollectorAccount(row) && canDenyMonths(row, elsewhere),
  wrong_dates: ofRow(hasDate),
  paid_or_settled: ofRow(
    row => owes(row) || (row.accountStatus !== 'Paid' && (row.isDerogatory || isAdverse(row.payStatus))),
  ),
  closed_shown_open: ofRow(isShownOpen),
  // A second entry may be spelled so differently that only the user knows it is the same debt.
  duplicate: always,
  // A debt incurred after the filing is not discharged (sources at `canIncludeDebt`; finder rule C-38). If the report
  // lists bankruptcies, one of them must be able to include the debt; if it lists none, the user may know of one.
  included_in_bankruptcy: ({ row, allBankruptcies }) =>
    (row.payStatus !== 'BK' || owes(row)) &&
    (allBankruptcies.length === 0 || allBankruptcies.some(one => mayIncludeDebt(one, row))),
  // Seven years, plus 180 days for collections and charge-offs (15 USC 1681c(a)(4), (a)(5), (c)(1)).
  too_old: ofRow((row, today) => isLate(row) && mayBeTooOld(row, today)),
  // The date that is called too late must be shown (15 USC 1681c(c)(1), 1681s-2(a)(5); Metro 2 field 25,
  // date of first delinquency; FTC staff letters to Johnson, 1998, and Kosmerl, 1999).
  reaged: ofRow(row => row.isDerogatory && row.dateFirstDelinquency !== null),
  sold_or_transferred: ofRow(owes),
  // No statute: the bureaus' announcements of 2022 and 2023 cover collections, not a mortgage or a bank's own card.
  medical: ofRow(row => row.isCollection && canBeMedical(row)),
  // A lender's own account has no previous creditor (Metro 2 K1 segment, original creditor name).
  unknown_original_creditor: ofRow(row => row.isCollection && isCollectionByName(row)),
  // Metro 2 ECOA code X, or a remark.
  deceased_in_error: ofRow(isDeceased),
  other: always,
}

/** Whether a reason is possible for a row on a day (`YYYY-MM-DD`). */
export const isReasonAllowed = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  accountEligibility[reason](around, today)

/** What the data themselves suggest; it orders the reasons and preselects none. */
const likelyWhen: Partial<Record<AccountReason, RowTest>> = {
  not_mine: row => row.isCollection,
  wrong_balance: row => (centsOf(row.amountPastDue) ?? 0) > (centsOf(row.currentBalance) ?? Infinity), // C-04, C-05
  never_late: isLate,
  paid_or_settled: row => (row.accountStatus === 'Paid' && owes(row)) || row.isCollection, // C-02, C-03
  sold_or_transferred: row => row.accountStatus === 'Transferred' && owes(row), // C-08
  included_in_bankruptcy: row => row.payStatus === 'BK' && owes(row), // C-38
  too_old: (row, today) => reportingEndRange(row) !== null && mayBeTooOld(row, today), // C-01
  unknown_original_creditor: row => isCollectorAccount(row) && findOriginalCreditor(row) === null, // C-35
  deceased_in_error: isDeceased, // C-39
}

/** Whether a row itself suggests a reason that is allowed for it. */
const isReasonLikely = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  isReasonAllowed(reason, around, today) && (likelyWhen[reason]?.(around.row, today) ?? false)

/**
 * The reasons to offer for an account, given what is known at the chosen bureaus and today's date (`YYYY-MM-DD`): those
 * allowed for at least one bureau, the likely ones first, `other` last. Nothing is preselected.
 */
export const listAccountReasons = (all: readonly AccountEvidence[], today: string): AccountReason[] => {
  const offered = accountReasons.filter(reason => all.some(around => isReasonAllowed(reason, around, today)))
  const isLikely = (reason: AccountReason) => all.some(around => isReasonLikely(reason, around, today))
  return [...offered.filter(isLikely), ...offered.filter(reason => !isLikely(reason))]
}

type EvidenceTest = (around: AccountEvidence, today: string) => boolean

/** Reasons that do not name anything specific to investigate, and when the report does not name it either. */
const unnamed: Partial<Record<AccountReason, EvidenceTest>> = {
  wrong_dates: ({ row, elsewhere }) => elsewhere.every(other => differingDates(row, other).length === 0),
  duplicate: ({ sameDebt }) => sameDebt.length === 0,
  included_in_bankruptcy: ({ row, bankruptcies }) => row.payStatus !== 'BK' && bankruptcies.length === 0,
  medical: ({ row }, today) => medicalExclusion(row, today) === null,
  other: () => true,
}

/**
 * Whether a reason requires the user's own words at a bureau, on a day (`YYYY-MM-DD`): without them the letter would
 * claim that something is wrong, but not what. A bureau may end a dispute that lacks "sufficient information to
 * investigate" (15 USC 1681i(a)(3)(A)).
 */
export const requiresExplanation = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  unnamed[reason]?.(around, today) ?? false

/**
 * The fields of an inquiry needed for choosing a reason; rows of the canonical report and rows as shown both have them.
 */
export type InquiryRow = Pick<Inquiry, 'id' | 'company' | 'bureau' | 'date' | 'kind'>

/** Other hard inquiries of the same company in the same file, so close that they may stem from one application. */
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

/** Reasons by which the user denies an application, so that it cannot be the same as one that the user made. */
export const denyingInquiryReasons: readonly InquiryReason[] = [
  'no_application',
  'identity_theft',
  'not_hard',
]

type InquiryTest = (row: InquiryRow, all: readonly InquiryRow[], today: string) => boolean

const any = () => true

const inquiryEligibility: Readonly<Record<InquiryReason, InquiryTest>> = {
  // The permissible purposes of a report (15 USC 1681b(a)).
  no_application: any,
  identity_theft: any,
  // Inquiries that the consumer did not initiate (15 USC 1681b(c)(3)).
  not_hard: any,
  duplicate: (row, all) => findRepeatedInquiries(row, all).length > 0,
  wrong_date: row => row.date !== null,
  // No statute: the bureaus list inquiries for two years. A date without its day counts from the month's last day, so
  // only an inquiry certainly over two years old qualifies.
  too_old: (row, _, today) =>
    row.date !== null && addMonthsToDay(latestDay(row.date), inquiryListedMonths) < today,
  other: any,
}

/**
 * Whether a reason is possible for an inquiry on a day (`YYYY-MM-DD`), given all inquiries of the report. A soft inquiry
 * is visible only to the consumer and no score counts it, so it cannot be disputed (15 USC 1681b(c)(3), 1681g(a)(3)).
 */
export const isInquiryReasonAllowed = (
  reason: InquiryReason,
  row: InquiryRow,
  all: readonly InquiryRow[],
  today: string,
): boolean => row.kind !== 'soft' && inquiryEligibility[reason](row, all, today)

/** What the data themselves suggest; it orders the reasons and preselects none. */
const likelyInquiryReasons: readonly InquiryReason[] = ['too_old', 'duplicate']

/**
 * The reasons to offer for an inquiry, given its rows at the chosen bureaus, all inquiries of the report and today's date
 * (`YYYY-MM-DD`): those allowed for at least one row, the likely ones first, `other` last.
 */
export const listInquiryReasons = (
  rows: readonly InquiryRow[],
  all: readonly InquiryRow[],
  today: string,
): InquiryReason[] => {
  const offered = inquiryReasons.filter(reason =>
    rows.some(row => isInquiryReasonAllowed(reason, row, all, today)),
  )
  const isLikely = (reason: InquiryReason) => likelyInquiryReasons.includes(reason)
  return [...offered.filter(isLikely), ...offered.filter(reason => !isLikely(reason))]
}
