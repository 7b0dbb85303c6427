import { centsOf } from '#values/money.ts'
import { isPaidOutInParts } from './amount-evidence.ts'
import type { Account } from './canonical.ts'

/** Which rows of one bureau are one account that it lists twice. */

type Listed = Pick<
  Account,
  | 'accountNumber'
  | 'accountStatus'
  | 'accountType'
  | 'accountTypeDetail'
  | 'amountPastDue'
  | 'bureau'
  | 'chargeOffAmount'
  | 'creditLimit'
  | 'creditorNameReported'
  | 'currentBalance'
  | 'dateClosed'
  | 'dateFirstDelinquency'
  | 'dateLastActive'
  | 'dateLastPayment'
  | 'dateOpened'
  | 'highBalance'
  | 'industry'
  | 'isCollection'
  | 'isDerogatory'
  | 'late30'
  | 'late60'
  | 'late90'
  | 'monthlyPayment'
  | 'openClosed'
  | 'originalAmount'
  | 'originalCreditor'
  | 'payStatus'
  | 'paymentHistory'
  | 'responsibility'
  | 'sharesMaskedNumber'
  | 'termLength'
  | 'worstStatus'
>

/** Federal student loans follow their own rules (20 USC 1080a, 11 USC 523(a)(8)). */
export const isStudentLoan = (row: Pick<Account, 'accountTypeDetail' | 'industry'>): boolean =>
  [row.accountTypeDetail, row.industry].some(text => /student|educat/i.test(text ?? ''))

const medicalWords =
  /\b(?:medic\w*|hospital\w*|dental|dentist\w*|clinic\w*|health\w*|physician\w*|doctor\w*|surg\w*|radiology|ambulance|patholog\w*|emergency|anesth\w*|pediatric\w*|orthop\w*)\b/i

/** By its type or by the name of the original creditor. */
export const isMedical = (
  row: Pick<Account, 'accountTypeDetail' | 'industry' | 'originalCreditor' | 'creditorNameReported'>,
): boolean =>
  [row.accountTypeDetail, row.industry, row.originalCreditor, row.creditorNameReported].some(text =>
    medicalWords.test(text ?? ''),
  )

/**
 * Several of these may be opened on one day for the same amount: parts of a student loan, bills of a hospital, and accounts
 * whose numbers are surely different.
 */
const isOneOfMany = (row: Listed): boolean =>
  row.sharesMaskedNumber === true || isStudentLoan(row) || isPaidOutInParts(row) || isMedical(row)

const isNothing = (amount: string | null): boolean => (centsOf(amount) ?? 0) === 0

/** Computes a text once per row, because each row is compared many times. */
const oncePerRow = <T extends string | null>(compute: (row: Listed) => T): ((row: Listed) => T) => {
  const computed = new WeakMap<Listed, { text: T }>()
  return row => {
    const known = computed.get(row) ?? { text: compute(row) }
    computed.set(row, known)
    return known.text
  }
}

/** What identifies one account; loans that one lender opened together differ in their amounts. */
export const nameOf = oncePerRow(row =>
  row.accountNumber === null ||
  row.accountNumber.replaceAll(/[^0-9]/g, '').length < 4 ||
  row.dateOpened?.length !== 10 ||
  isNothing(row.highBalance ?? row.originalAmount)
    ? null
    : JSON.stringify([
        [row.creditorNameReported.toLowerCase(), row.accountNumber, row.accountType, row.dateOpened],
        [row.highBalance, row.originalAmount, row.responsibility, row.originalCreditor],
      ]),
)

export const figuresOf = oncePerRow(row =>
  JSON.stringify([
    [row.accountStatus, row.openClosed, row.termLength, row.creditLimit],
    [row.isDerogatory, row.isCollection, row.payStatus, row.worstStatus],
    [row.currentBalance, row.monthlyPayment, row.amountPastDue, row.chargeOffAmount],
    [row.dateLastPayment, row.dateLastActive, row.dateClosed, row.dateFirstDelinquency],
    [row.late30, row.late60, row.late90, row.paymentHistory],
  ]),
)

/** A loan for one home or vehicle. Other loans, such as unlabeled student loans, come in equal parts and end together. */
const hasCollateral = ({ accountType, accountTypeDetail }: Listed): boolean =>
  accountType === 'Mortgage' || (accountType === 'Installment' && /\bauto/i.test(accountTypeDetail ?? ''))

/**
 * Owes something, is a card with a highest balance of its own, or a loan for a home or vehicle with its day of closing
 * (Metro 2 field 26): what two accounts of one day hardly share.
 */
const hasOwnFigure = (row: Listed): boolean =>
  !isNothing(row.currentBalance) ||
  (row.accountType === 'Revolving' &&
    !isNothing(row.highBalance) &&
    centsOf(row.highBalance) !== centsOf(row.creditLimit)) ||
  (hasCollateral(row) && row.dateClosed?.length === 10)

/**
 * The same for rows that are surely one account: Metro 2 identifies it by furnisher, number and opening date, and since a
 * masked number can be that of two, every figure must agree too. Null if a row does not show enough, or may be one of many.
 */
export const entryKey = oncePerRow(row => {
  const name = nameOf(row)
  return name === null || !hasOwnFigure(row) || isOneOfMany(row)
    ? null
    : `${row.bureau} ${name} ${figuresOf(row)}`
})
