import type { Account } from '#features/reports/canonical.ts'
import { isStudentLoan } from '#features/reports/listed-twice.ts'
import {
  centsOwed,
  detectAccountKind,
  formatAmount,
  hasAccommodation,
  hasRemark,
  isClosed,
  isCollectorAccount,
  isLoan,
  isOpen,
  isRevolving,
} from '../account-facts.ts'
import { accuracy, type Rule } from '../finding.ts'
import { accountRule } from '../row-rules.ts'

/** Limits, highest balances, original amounts and terms. */

const isTypedAsLoan = (kind: string | null): boolean =>
  kind === 'student loan' || kind === 'car loan' || kind === 'personal loan'

/** Loan types that no line or card has, and the other way round (Metro 2 fields 8 and 9). */
const isTypedAlike = (row: Account): boolean => {
  const kind = detectAccountKind(row)
  if (isLoan(row)) return kind !== 'card'
  // Many lenders report a home equity line as a mortgage.
  if (row.accountType === 'Line of credit') return !isTypedAsLoan(kind)
  return row.accountType !== 'Revolving' || kind === 'personal loan' || !isTypedAsLoan(kind)
}

export const limitRules: readonly Rule[] = [
  accountRule({
    id: 'C-30',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 11 and 21: credit limit and current balance`,
    implies: ['C-29'],
    title: 'A balance is above its limit',
    reason: 'wrong_balance',
    check: row => {
      if (isClosed(row) || row.isDerogatory || row.isCollection) return null
      // Deferred interest is added to the amount lent.
      if (isLoan(row) && (isStudentLoan(row) || hasAccommodation(row))) return null
      const lent = row.originalAmount === null ? 'highBalance' : 'originalAmount'
      const field = isRevolving(row) ? 'creditLimit' : lent
      if (row.accountType === 'Open' || row.accountType === 'Unknown') return null
      return centsOwed(row[field]) > 0 && centsOwed(row.currentBalance) > centsOwed(row[field])
        ? {
            text: `shows a balance of ${formatAmount(row.currentBalance)}, above ${
              field === 'creditLimit' ? 'the limit of' : 'the original amount of'
            } ${formatAmount(row[field])}`,
            fields: ['currentBalance', field],
            closing: 'Fees and interest can cause this. Are both amounts right?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-29',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 fields 11 and 12: credit limit and highest credit`,
    title: 'The highest balance is above the limit',
    reason: 'wrong_limit',
    check: row =>
      isRevolving(row) &&
      isOpen(row) &&
      centsOwed(row.creditLimit) > 0 &&
      centsOwed(row.highBalance) > centsOwed(row.creditLimit)
        ? {
            text: `shows a highest balance of ${formatAmount(row.highBalance)} and a limit of ${formatAmount(row.creditLimit)}`,
            fields: ['highBalance', 'creditLimit'],
            closing: 'A limit that was lowered can explain it. Is the limit right?',
          }
        : null,
  }),
  accountRule({
    id: 'C-31',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 12: highest credit is the highest amount ever used`,
    implies: ['C-29'],
    title: 'The balance is above the highest balance',
    // Either value may be wrong.
    reason: 'other',
    // The highest balance of a loan is its original amount, which may be exceeded by interest.
    check: row => {
      if (!isRevolving(row) && (row.accountType !== 'Open' || row.isCollection)) return null
      const isOther = hasRemark(row, /amount in high credit is/i)
      if (
        isOther ||
        centsOwed(row.highBalance) === 0 ||
        centsOwed(row.currentBalance) <= centsOwed(row.highBalance)
      )
        return null
      return {
        text: `shows a balance of ${formatAmount(row.currentBalance)} and a highest balance ever of ${formatAmount(row.highBalance)}`,
        fields: ['currentBalance', 'highBalance', 'creditLimit'],
        // Some lenders report the limit as the highest balance.
        ...(row.highBalance === row.creditLimit ? { verdict: 'contradiction' } : {}),
      }
    },
  }),
  accountRule({
    id: 'C-27',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 11: revolving accounts have a credit limit`,
    needs: ['creditLimit'],
    title: 'A card or line shows no credit limit',
    reason: 'wrong_limit',
    check: row =>
      isRevolving(row) &&
      isOpen(row) &&
      !row.isDerogatory &&
      centsOwed(row.creditLimit) === 0 &&
      !/charge card|charge account|flexible|no preset|signature/i.test(row.accountTypeDetail ?? '')
        ? {
            text: 'shows no credit limit',
            fields: ['creditLimit', 'currentBalance'],
            closing: 'Some cards have none. If yours has one, use of it may look higher than it is.',
          }
        : null,
  }),
  accountRule({
    id: 'C-28',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 11: installment loans and mortgages have no credit limit`,
    title: 'A loan shows a credit limit',
    reason: 'wrong_limit',
    check: row => {
      if (isCollectorAccount(row) && centsOwed(row.creditLimit) > 0) {
        return {
          text: `shows a credit limit of ${formatAmount(row.creditLimit)} on a collection`,
          fields: ['accountType', 'creditLimit'],
          verdict: 'ask',
          severity: 'low',
          title: 'A collection shows a credit limit',
          closing: 'It may be the limit of the original card. Is it?',
        }
      }
      if (!isLoan(row)) return null
      if (centsOwed(row.creditLimit) > 0) {
        return {
          text: `shows a credit limit of ${formatAmount(row.creditLimit)} on a loan`,
          fields: ['accountType', 'creditLimit'],
        }
      }
      return isOpen(row) &&
        centsOwed(row.originalAmount) === 0 &&
        centsOwed(row.highBalance) === 0 &&
        centsOwed(row.currentBalance) > 0
        ? {
            text: 'does not show how much was borrowed',
            fields: ['originalAmount', 'currentBalance'],
            verdict: 'ask',
            severity: 'low',
            title: 'A loan does not show its original amount',
            reason: 'other',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-56',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 field 13 terms duration: REV for cards, months for loans`,
    title: 'The terms do not fit the kind of account',
    reason: 'other',
    closing: 'Is it a card or a loan, and over how many months?',
    check: row => {
      if (row.accountType === 'Revolving' && (row.termLength ?? 0) > 1) {
        return {
          text: `lists it as a card or line, to be paid in ${row.termLength} months`,
          fields: ['accountType', 'termLength'],
        }
      }
      if (!isTypedAlike(row)) {
        return {
          text: `lists it as ${row.accountType.toLowerCase()}, and its type as ${row.accountTypeDetail?.toLowerCase() ?? '-'}`,
          fields: ['accountType', 'accountTypeDetail'],
          title: 'The type does not fit the kind of account',
          closing: 'What kind of account is it?',
        }
      }
      return isLoan(row) && isOpen(row) && row.termLength === 0
        ? { text: 'lists it as a loan over 0 months', fields: ['accountType', 'termLength'] }
        : null
    },
  }),
]
