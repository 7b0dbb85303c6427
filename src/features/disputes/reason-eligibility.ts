import {
  hasRemark,
  isCollectorAccount,
  isDeceased,
  isMedical,
  namesOriginalCreditor,
} from '#features/findings/account-facts.ts'
import { canDenyMonths, isAdverse } from '#features/findings/disputed-months.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { mayBeTooOld, reportingEndRange } from '#features/findings/reporting-period.ts'
import { centsOf } from '#values/money.ts'
import { type AccountEvidence, type AccountRow, mayIncludeDebt } from './facts.ts'
import { statusText } from './letters/words.ts'

/**
 * Which reasons can be said of what a row shows. Nothing is disputed that all the data support (decisions section
 * 6): a bureau that shows no late payment is not told that it shows one. What is not reported rules nothing out.
 */

const owes = (row: AccountRow): boolean =>
  (centsOf(row.currentBalance) ?? 0) > 0 || (centsOf(row.amountPastDue) ?? 0) > 0

const isLate = (row: AccountRow): boolean =>
  row.isDerogatory ||
  isAdverse(row.payStatus) ||
  isAdverse(row.worstStatus) ||
  [row.late30, row.late60, row.late90].some(count => (count ?? 0) > 0) ||
  (centsOf(row.amountPastDue) ?? 0) > 0 ||
  row.paymentHistory.some(month => isAdverse(month.status))

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
  isCollectorAccount(row) || namesOriginalCreditor(row.originalCreditor)

/** Whose kind of business, original creditor or remark says medical, or whose original creditor nobody is told. */
const canBeMedical = (row: AccountRow): boolean =>
  isMedical(row) ||
  hasRemark(row, /\bmedical\b/i) ||
  (isCollectorAccount(row) && !namesOriginalCreditor(row.originalCreditor))

const always = () => true

type Test = (around: AccountEvidence, today: string) => boolean
type RowTest = (row: AccountRow, today: string) => boolean

const ofRow =
  (test: RowTest): Test =>
  ({ row }, today) =>
    test(row, today)

/**
 * `always`: only the person knows, and the letter says it as the person's own statement. Everything else rests on what the row, or
 * the file around it, shows.
 */
const fitting: Readonly<Record<AccountReason, Test>> = {
  not_mine: always,
  identity_theft: always,
  not_responsible: always,
  // Metro 2 fields 21 and 22.
  wrong_balance: ofRow(row => row.currentBalance !== null || row.amountPastDue !== null),
  // An installment loan, a mortgage and a collection have no credit limit (Metro 2 field 16; finder rule C-28).
  wrong_limit: ofRow(
    row => row.creditLimit !== null || !['Installment', 'Mortgage', 'Collection'].includes(row.accountType),
  ),
  // A status that the row does not give cannot be wrong (Metro 2 fields 17A and 17B).
  wrong_payment_status: ofRow(row => statusText(row) !== null || row.isDerogatory),
  // A collector is paid late by nobody: the debt came to it unpaid. A creditor can rate its own account so.
  never_late: ({ row, elsewhere }) =>
    isLate(row) && !isCollectorAccount(row) && canDenyMonths(row, elsewhere),
  wrong_dates: ofRow(hasDate),
  paid_or_settled: ofRow(
    row => owes(row) || (row.accountStatus !== 'Paid' && (row.isDerogatory || isAdverse(row.payStatus))),
  ),
  closed_shown_open: ofRow(isShownOpen),
  // A second entry may be spelled so that nothing but the person tells that it is the same debt.
  duplicate: always,
  // Where the report lists bankruptcies, one of them can include the debt; where it lists none the person may know of one.
  included_in_bankruptcy: ({ row, allBankruptcies }) =>
    (row.payStatus !== 'BK' || owes(row)) &&
    (allBankruptcies.length === 0 || allBankruptcies.some(one => mayIncludeDebt(one, row))),
  too_old: ofRow((row, today) => isLate(row) && mayBeTooOld(row, today)),
  // The date that is called too late must be shown (15 USC 1681c(c)(1); Metro 2 field 25, date of first delinquency).
  reaged: ofRow(row => row.isDerogatory && row.dateFirstDelinquency !== null),
  sold_or_transferred: ofRow(owes),
  // What the bureaus announced is of collections; a mortgage or a bank's own card is none.
  medical: ofRow(row => row.isCollection && canBeMedical(row)),
  // A lender's own account has no creditor before it (Metro 2 K1 segment, original creditor name).
  unknown_original_creditor: ofRow(row => row.isCollection && isCollectionByName(row)),
  // Metro 2 ECOA code X, or a remark.
  deceased_in_error: ofRow(isDeceased),
  other: always,
}

/** Whether a reason can be said of a row on a day (`YYYY-MM-DD`). */
export const isReasonAllowed = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  fitting[reason](around, today)

/** What the data themselves point at; it orders the reasons and selects none (finder rules, product paper section 5). */
const pointing: Partial<Record<AccountReason, RowTest>> = {
  not_mine: row => row.isCollection,
  wrong_balance: row => (centsOf(row.amountPastDue) ?? 0) > (centsOf(row.currentBalance) ?? Infinity), // C-04, C-05
  never_late: isLate,
  paid_or_settled: row => (row.accountStatus === 'Paid' && owes(row)) || row.isCollection, // C-02, C-03
  sold_or_transferred: row => row.accountStatus === 'Transferred' && owes(row), // C-08
  included_in_bankruptcy: row => row.payStatus === 'BK' && owes(row), // C-38
  too_old: (row, today) => reportingEndRange(row) !== null && mayBeTooOld(row, today), // C-01
  unknown_original_creditor: row => isCollectorAccount(row) && !namesOriginalCreditor(row.originalCreditor), // C-35
  deceased_in_error: isDeceased, // C-39
}

/** Whether a row itself points at a reason that fits it. */
export const isReasonLikely = (reason: AccountReason, around: AccountEvidence, today: string): boolean =>
  isReasonAllowed(reason, around, today) && (pointing[reason]?.(around.row, today) ?? false)
