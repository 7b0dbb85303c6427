import type { Account } from '#features/reports/canonical.ts'
import { isMerged } from '#features/reports/whose-row.ts'
import { maskNumberOf } from '#values/mask.ts'

/** What choosing a reason needs to know of a row; rows of the canonical report and rows as shown both have it. */
export type AccountRow = Pick<
  Account,
  | 'accountType'
  | 'openClosed'
  | 'accountStatus'
  | 'payStatus'
  | 'worstStatus'
  | 'isDerogatory'
  | 'isCollection'
  | 'originalCreditor'
  | 'currentBalance'
  | 'highBalance'
  | 'amountPastDue'
  | 'creditLimit'
  | 'dateOpened'
  | 'dateClosed'
  | 'lastReported'
  | 'dateLastActive'
  | 'dateLastPayment'
  | 'dateFirstDelinquency'
  | 'late30'
  | 'late60'
  | 'late90'
  | 'paymentHistory'
>

/**
 * One account as one bureau reports it, as far as a letter may say it: the account number already masked
 * (specification section 5), no identifier of the document, nothing of another bureau.
 */
export type ItemFacts = AccountRow &
  Pick<
    Account,
    'bureau' | 'creditorNameReported' | 'accountNumber' | 'accountTypeDetail' | 'responsibility'
  > & {
    /** The remarks, in the bureau's words. */
    remarks: string[]
    /** The document gives the row once for several bureaus, or does not say for which (decisions section 5). */
    merged: boolean
    /** What tells the row from others of its file with the same name and number, in letters; empty when none has both. */
    apart: readonly { label: string; value: string }[]
  }

/** The facts of a row that a letter may use, given the last four digits of the SSN that the letter shows. */
export const factsOf = (account: Account, ssnLastFour: string): ItemFacts => ({
  bureau: account.bureau,
  creditorNameReported: account.creditorNameReported,
  accountNumber:
    account.accountNumber === null ? null : maskNumberOf(account.accountNumber, new Set([ssnLastFour])),
  accountType: account.accountType,
  accountTypeDetail: account.accountTypeDetail,
  responsibility: account.responsibility,
  openClosed: account.openClosed,
  accountStatus: account.accountStatus,
  payStatus: account.payStatus,
  worstStatus: account.worstStatus,
  isDerogatory: account.isDerogatory,
  isCollection: account.isCollection,
  originalCreditor: account.originalCreditor,
  currentBalance: account.currentBalance,
  highBalance: account.highBalance,
  amountPastDue: account.amountPastDue,
  creditLimit: account.creditLimit,
  dateOpened: account.dateOpened,
  dateClosed: account.dateClosed,
  lastReported: account.lastReported,
  dateLastActive: account.dateLastActive,
  dateLastPayment: account.dateLastPayment,
  dateFirstDelinquency: account.dateFirstDelinquency,
  late30: account.late30,
  late60: account.late60,
  late90: account.late90,
  paymentHistory: account.paymentHistory,
  remarks: account.remarks.map(remark => remark.text),
  merged: isMerged(account),
  apart: [],
})
