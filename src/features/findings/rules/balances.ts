import type { Account } from '#features/reports/canonical.ts'
import { isStudentLoan } from '#features/reports/listed-twice.ts'
import { addMonths, monthOf, showMonth } from '#values/dates.ts'
import {
  centsOwed,
  formatAmount,
  formatStatus,
  hasAccommodation,
  isClosed,
  isDischarged,
  isInBankruptcy,
  isLate,
  isLoan,
  isMarkedPaid,
  isOpen,
  isPaid,
  isPaidByOthers,
  isSevere,
  isSoldOrTransferred,
  isZeroAmount,
} from '../account-facts.ts'
import { accuracy, type Rule } from '../finding.ts'
import { accountRule, type Statement } from '../row-rules.ts'

/**
 * Amounts that conflict with the status or with each other. Metro 2 fields as in the CDIA Credit Reporting
 * Resource Guide.
 */

/** A foreclosure or deed in lieu compared with its payment rating, that of its newest month (Metro 2 field 17B). */
const foreclosedOtherwise = (row: Account): Statement | null => {
  const last = row.paymentHistory.findLast(({ status }) => status !== 'FC' && status !== 'U')
  const reported = monthOf(row.lastReported)
  if (row.payStatus !== 'FC' || last === undefined || reported === null) return null
  if (last.date < addMonths(reported, -1)) return null
  const isOnTime = last.status === 'OK' && centsOwed(row.amountPastDue) > 0
  const isAdverse =
    last.status !== 'OK' && isZeroAmount(row.amountPastDue) && centsOwed(row.currentBalance) > 0
  return isOnTime || isAdverse
    ? {
        text: `lists a foreclosure that was ${formatStatus(last.status)} in ${showMonth(last.date)}, with ${formatAmount(row.amountPastDue)} past due`,
        fields: ['payStatus', 'currentBalance', 'amountPastDue'],
        months: [last],
        verdict: 'ask',
        severity: 'low',
        title: 'The amount past due does not fit the months of a foreclosure',
        reason: 'other',
        closing: 'Was anything past due when the house was given up?',
      }
    : null
}

export const balanceRules: readonly Rule[] = [
  accountRule({
    id: 'C-02',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 13, 61 to 65: paid means a balance of zero; CFPB advisory opinion of October 2022, facially false data`,
    implies: ['C-03', 'C-06', 'C-22', 'C-24', 'C-30', 'C-32', 'C-50'],
    title: 'A paid account still shows a balance',
    reason: 'paid_or_settled',
    check: row =>
      (isPaid(row) || row.accountStatus === 'Refinanced') && centsOwed(row.currentBalance) > 0
        ? {
            text: `lists it as ${isPaid(row) ? 'paid' : 'paid off by a new loan'}, yet with a balance of ${formatAmount(row.currentBalance)}`,
            fields: ['accountStatus', 'currentBalance', 'remarks'],
            ...(isPaidByOthers(row) || row.accountStatus === 'Refinanced' ? { reason: 'wrong_balance' } : {}),
          }
        : null,
  }),
  accountRule({
    id: 'C-03',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 11 and 13, field 22: amount past due`,
    implies: ['C-04', 'C-05'],
    title: 'A paid account still shows an amount past due',
    reason: 'paid_or_settled',
    check: row => {
      if (centsOwed(row.amountPastDue) <= 0) return null
      const pastDue = formatAmount(row.amountPastDue)
      if (isPaid(row)) {
        return {
          text: `lists it as paid, yet with ${pastDue} past due`,
          fields: ['accountStatus', 'amountPastDue'],
          ...(isPaidByOthers(row) ? { reason: 'wrong_balance' } : {}),
        }
      }
      // Current means up to 29 days late, though a lender may count a few days as past due.
      return row.payStatus === 'OK' && !row.isDerogatory && row.accountStatus !== 'Derogatory'
        ? {
            text: `shows it as current, yet with ${pastDue} past due`,
            fields: ['payStatus', 'amountPastDue', 'remarks'],
            title: 'A current account shows an amount past due',
            reason: 'wrong_balance',
            ...(hasAccommodation(row)
              ? { verdict: 'ask', closing: 'Payments were deferred. Is this the deferred amount?' }
              : { verdict: 'contradiction' }),
          }
        : null
    },
  }),
  accountRule({
    id: 'C-04',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 22: the amount past due is part of the current balance`,
    title: 'More is past due than is owed',
    reason: 'wrong_balance',
    check: row =>
      centsOwed(row.currentBalance) > 0 && centsOwed(row.amountPastDue) > centsOwed(row.currentBalance)
        ? {
            text: `shows ${formatAmount(row.amountPastDue)} past due of a balance of ${formatAmount(row.currentBalance)}`,
            fields: ['currentBalance', 'amountPastDue'],
            // Escrow and interest can be past due in addition to the rest of a mortgage's principal.
            ...(row.accountType === 'Mortgage' ? { verdict: 'contradiction' } : {}),
          }
        : null,
  }),
  accountRule({
    id: 'C-05',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 22: the amount past due is part of the current balance`,
    implies: ['C-06'],
    title: 'An account owes nothing, yet is past due',
    reason: 'wrong_balance',
    check: row =>
      isZeroAmount(row.currentBalance) && centsOwed(row.amountPastDue) > 0
        ? {
            text: `shows a balance of $0.00 and ${formatAmount(row.amountPastDue)} past due`,
            fields: ['currentBalance', 'amountPastDue'],
          }
        : null,
  }),
  accountRule({
    id: 'C-06',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 71 to 84, 93, 97: a delinquent debt has a balance`,
    title: 'An account is listed as unpaid, though nothing is owed',
    reason: 'wrong_payment_status',
    check: row => {
      if (!isZeroAmount(row.currentBalance) || centsOwed(row.amountPastDue) > 0) return null
      if (isSoldOrTransferred(row) || isInBankruptcy(row)) return null
      if (isLate(row.payStatus) && isOpen(row)) {
        return {
          text: 'shows it as late now, yet with a balance of $0.00',
          fields: ['payStatus', 'currentBalance'],
        }
      }
      if (isMarkedPaid(row)) return null
      // A sold or forgiven debt may be listed at zero without a remark.
      return row.payStatus === 'CO' ||
        row.payStatus === 'COL' ||
        row.payStatus === 'REPO' ||
        row.payStatus === 'VS'
        ? {
            text: 'lists it as unpaid with a balance of $0.00, and does not say that it was paid or sold',
            fields: ['payStatus', 'accountStatus', 'currentBalance'],
            verdict: 'ask',
            reason: 'paid_or_settled',
            closing: 'It may have been sold. Did you pay or settle it?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-07',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 71 to 84, field 22: amount past due`,
    title: 'An account is listed as late, though nothing is past due',
    reason: 'wrong_payment_status',
    check: row => {
      const foreclosed = foreclosedOtherwise(row)
      if (foreclosed !== null) return foreclosed
      if (!isZeroAmount(row.amountPastDue) || isZeroAmount(row.currentBalance)) return null
      if (isLate(row.payStatus) && isOpen(row)) {
        return {
          text: 'shows it as late now, yet with $0.00 past due',
          fields: ['payStatus', 'amountPastDue', 'remarks'],
          ...(hasAccommodation(row)
            ? { verdict: 'ask', closing: 'Payments were deferred. Was the account late before that?' }
            : {}),
        }
      }
      if (isLate(row.payStatus) && !row.isCollection && centsOwed(row.currentBalance) > 0) {
        return {
          text: `shows it as ${row.payStatus} days late with a balance of ${formatAmount(row.currentBalance)}, closed, and with $0.00 past due`,
          fields: ['payStatus', 'openClosed', 'currentBalance', 'amountPastDue'],
          verdict: 'ask',
          severity: 'low',
          closing: 'This may be its rating when it was closed. Was it late then, and current since?',
        }
      }
      // A charge-off is due in full, but its creditor may report otherwise under a payment plan.
      return isSevere(row.payStatus) &&
        centsOwed(row.currentBalance) > 0 &&
        row.payStatus !== 'FC' &&
        !isMarkedPaid(row) &&
        !isInBankruptcy(row)
        ? {
            text: `lists it as unpaid with a balance of ${formatAmount(row.currentBalance)}, yet with $0.00 past due`,
            fields: ['payStatus', 'currentBalance', 'amountPastDue'],
            verdict: 'ask',
            severity: 'low',
            closing: 'In a payment plan this can be right. Did you pay or settle it?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-59',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 field 15: scheduled monthly payment of a loan or line that is late`,
    title: 'An account is late, though no payment is due',
    reason: 'other',
    closing: 'Some lenders leave the payment out. What is due each month?',
    // Income-driven plans may require nothing, and deferred payments are not due.
    check: row =>
      isLate(row.payStatus) &&
      isOpen(row) &&
      (row.accountType === 'Installment' || row.accountType === 'Line of credit') &&
      isZeroAmount(row.monthlyPayment) &&
      centsOwed(row.currentBalance) > 0 &&
      !isStudentLoan(row) &&
      !hasAccommodation(row) &&
      !isInBankruptcy(row)
        ? {
            text: `shows it as ${row.payStatus} days late now, yet with a monthly payment of $0.00`,
            fields: ['payStatus', 'monthlyPayment', 'currentBalance'],
          }
        : null,
  }),
  accountRule({
    id: 'C-08',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 05 and special comments O and AH: a transferred account has a balance of zero`,
    implies: ['C-02', 'C-03', 'C-04', 'C-05', 'C-22', 'C-32'],
    title: 'An account that was sold or transferred still shows as owed',
    reason: 'sold_or_transferred',
    check: row => {
      const field = centsOwed(row.currentBalance) > 0 ? 'currentBalance' : 'amountPastDue'
      return isSoldOrTransferred(row) && centsOwed(row[field]) > 0
        ? {
            text: `lists it as sold or transferred, yet with ${formatAmount(row[field])} ${field === 'currentBalance' ? 'owed' : 'past due'}`,
            fields: ['accountStatus', 'remarks', field],
          }
        : null
    },
  }),
  accountRule({
    id: 'C-32',
    verdict: 'contradiction',
    severity: 'low',
    source: `${accuracy}; Metro 2 field 15: scheduled monthly payment is zero where nothing is owed`,
    title: 'A paid account still shows a monthly payment',
    // The amount owed is not the error here.
    reason: 'other',
    check: row => {
      if (centsOwed(row.monthlyPayment) <= 0) return null
      const payment = formatAmount(row.monthlyPayment)
      const fields = ['accountStatus', 'currentBalance', 'monthlyPayment', 'remarks'] as const
      const isOver = isPaid(row) || (isClosed(row) && isZeroAmount(row.currentBalance))
      if (isOver && centsOwed(row.currentBalance) === 0 && !isSevere(row.payStatus)) {
        return {
          text: `shows a monthly payment of ${payment} on a closed account with a balance of $0.00`,
          fields,
          // Bureaus keep showing the payment of a loan's contract.
          ...(isLoan(row)
            ? {
                verdict: 'ask',
                closing: 'It may be the old contract amount. Is it?',
              }
            : {}),
        }
      }
      if (isDischarged(row)) {
        return {
          text: `lists it as discharged in a bankruptcy, yet with a monthly payment of ${payment}`,
          fields,
          title: 'A discharged debt still shows a monthly payment',
        }
      }
      if (row.payStatus !== 'CO' && !/defer/i.test(row.remarks.map(({ text }) => text).join(' '))) return null
      return {
        text: `shows a monthly payment of ${payment} on an account that is ${row.payStatus === 'CO' ? 'charged off' : 'deferred'}`,
        fields,
        verdict: 'ask',
        title: 'A monthly payment is shown where none may be due',
        closing: 'You may have agreed on payments. Do you owe them now?',
      }
    },
  }),
]
