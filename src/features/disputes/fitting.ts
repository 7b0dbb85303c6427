import type { AccountReason } from '#features/findings/account-reasons.ts'
import { isAdverse } from '#features/findings/disputed-months.ts'
import { isCollectors, isNamed } from '#features/findings/row-facts.ts'
import { canBeTooOld, reportingEnds } from '#features/findings/too-old.ts'
import { centsOf } from '#values/money.ts'
import type { AccountRow } from './facts.ts'

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

const always = () => true

type Test = (row: AccountRow, today: string) => boolean

const fitting: Readonly<Record<AccountReason, Test>> = {
  not_mine: always,
  identity_theft: always,
  not_responsible: always,
  wrong_balance: row => row.currentBalance !== null || row.amountPastDue !== null,
  // An installment loan, a mortgage and a collection have no credit limit (finder rule C-28).
  wrong_limit: row =>
    row.creditLimit !== null || !['Installment', 'Mortgage', 'Collection'].includes(row.accountType),
  wrong_payment_status: always,
  // A collector is paid late by nobody: the debt came to it unpaid. A creditor can rate its own account so.
  never_late: row => isLate(row) && !isCollectors(row),
  wrong_dates: hasDate,
  paid_or_settled: row =>
    owes(row) || (row.accountStatus !== 'Paid' && (row.isDerogatory || isAdverse(row.payStatus))),
  closed_shown_open: isShownOpen,
  duplicate: always,
  included_in_bankruptcy: row => row.payStatus !== 'BK' || owes(row),
  too_old: (row, today) => isLate(row) && canBeTooOld(row, today),
  reaged: row => row.isDerogatory,
  sold_or_transferred: owes,
  medical: row => row.isCollection || row.isDerogatory,
  unknown_original_creditor: row => row.isCollection,
  deceased_in_error: always,
  other: always,
}

/** Whether a reason can be said of a row on a day (`YYYY-MM-DD`). */
export const fits = (reason: AccountReason, row: AccountRow, today: string): boolean =>
  fitting[reason](row, today)

/** What the data themselves point at; it orders the reasons and selects none (finder rules, product paper section 5). */
const pointing: Partial<Record<AccountReason, Test>> = {
  not_mine: row => row.isCollection,
  wrong_balance: row => (centsOf(row.amountPastDue) ?? 0) > (centsOf(row.currentBalance) ?? Infinity), // C-04, C-05
  never_late: isLate,
  paid_or_settled: row => (row.accountStatus === 'Paid' && owes(row)) || row.isCollection, // C-02, C-03
  sold_or_transferred: row => row.accountStatus === 'Transferred' && owes(row), // C-08
  included_in_bankruptcy: row => row.payStatus === 'BK' && owes(row), // C-38
  too_old: (row, today) => reportingEnds(row) !== null && canBeTooOld(row, today), // C-01
  unknown_original_creditor: row => isCollectors(row) && !isNamed(row.originalCreditor), // C-35
}

/** Whether a row itself points at a reason that fits it. */
export const likely = (reason: AccountReason, row: AccountRow, today: string): boolean =>
  fits(reason, row, today) && (pointing[reason]?.(row, today) ?? false)
