import type { Account } from '#features/reports/canonical.ts'
import { centsOwed, isStudentLoan } from './account-facts.ts'

/** Which rows of one bureau are one account that it lists twice. */

type Listed = Pick<
  Account,
  | 'accountNumber'
  | 'accountStatus'
  | 'accountType'
  | 'accountTypeDetail'
  | 'amountPastDue'
  | 'bureau'
  | 'creditLimit'
  | 'creditorNameReported'
  | 'currentBalance'
  | 'dateLastActive'
  | 'dateLastPayment'
  | 'dateOpened'
  | 'highBalance'
  | 'industry'
  | 'monthlyPayment'
  | 'openClosed'
  | 'originalAmount'
  | 'originalCreditor'
  | 'paymentHistory'
  | 'responsibility'
  | 'termLength'
>

/** What identifies one account; loans that one lender opened together differ in their amounts. */
export const nameOf = (row: Listed): string | null =>
  row.accountNumber === null ||
  row.accountNumber.replaceAll(/[^0-9]/g, '').length < 4 ||
  row.dateOpened?.length !== 10 ||
  centsOwed(row.highBalance ?? row.originalAmount) === 0
    ? null
    : JSON.stringify([
        [row.creditorNameReported.toLowerCase(), row.accountNumber, row.accountType, row.dateOpened],
        [row.highBalance, row.originalAmount, row.responsibility, row.originalCreditor],
      ])

export const figuresOf = (row: Listed): string =>
  JSON.stringify([
    [row.accountStatus, row.openClosed, row.termLength, row.creditLimit],
    [row.currentBalance, row.monthlyPayment, row.amountPastDue],
    [row.dateLastPayment, row.dateLastActive, row.paymentHistory],
  ])

/**
 * The same for rows that are surely one account: Metro 2 identifies it by furnisher, number and opening date, and since a
 * masked number can be that of two, every figure must agree too. Null if a row does not show enough.
 */
export const entryKey = (row: Listed): string | null => {
  const name = nameOf(row)
  return name === null || centsOwed(row.currentBalance) === 0 || isStudentLoan(row)
    ? null
    : JSON.stringify([row.bureau, name, figuresOf(row)])
}
