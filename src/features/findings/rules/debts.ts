import type { Account } from '#features/reports/canonical.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { isMedical, isStudentLoan } from '#features/reports/listed-twice.ts'
import { recordKindOf } from '#features/reports/public-records.ts'
import { addMonthsToDay, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import {
  beganElsewhere,
  centsOwed,
  formatAmount,
  hasRemark,
  isBankruptcyPlan,
  isCollectorAccount,
  isDischarged,
  isInBankruptcy,
  isLate,
  isPaid,
  isSevere,
  isZeroAmount,
} from '../account-facts.ts'
import type { RuleContext } from '../context.ts'
import { accuracy, type Rule } from '../finding.ts'
import { datesDiffer, isBefore } from '../partial-dates.ts'
import { earliestDay, latestDay } from '../reporting-period.ts'
import { accountRule, bureauRule } from '../row-rules.ts'

/** Collections, charge-off amounts and debts in bankruptcy. */

/** The bureaus' own policy is to list no medical collection below $500. */
const smallest = 50_000

const medicalGround = (row: Account, { asOf, carries }: RuleContext): string | null => {
  if (isPaid(row) || (isZeroAmount(row.currentBalance) && row.datePaid !== null)) return 'as paid'
  const amount = Math.max(
    centsOwed(row.highBalance),
    centsOwed(row.originalAmount),
    centsOwed(row.currentBalance),
  )
  if (amount > 0 && amount < smallest) return `with ${showMoney((amount / 100).toFixed(2))}, below $500.00`
  // If the format has no first missed payment, the debt may be older than its collection.
  const began = carries(row.bureau, 'dateFirstDelinquency')
    ? (row.dateFirstDelinquency ?? row.dateOpened)
    : null
  return asOf !== null && began !== null && earliestDay(began) > addMonthsToDay(latestDay(asOf), -12)
    ? `as begun ${showDate(began)}, less than a year ago`
    : null
}

/** Months from the first missed payment to the collector that justify a question. */
const lateCollector = 24

const wasChargedOff = (row: Account): boolean =>
  row.isDerogatory ||
  row.dateChargeOff !== null ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(({ status }) => status)].some(isSevere) ||
  row.remarks.some(({ text }) => /charge|profit and loss|written off/i.test(text))

/**
 * Debts that survive a discharge: student loans, support, taxes (11 USC 523(a)), and debts where another
 * borrower went bankrupt (11 USC 524(e)).
 */
const maySurvive = (row: Account): boolean =>
  isStudentLoan(row) ||
  /support|tax|restitution/i.test(row.accountTypeDetail ?? '') ||
  hasRemark(row, /bankruptcy of (?:the )?(?:primary|secondary|co-?|joint|other|spouse|another)/i)

export const debtRules: readonly Rule[] = [
  accountRule({
    id: 'C-35',
    verdict: 'ask',
    severity: 'medium',
    source: '15 USC 1692g(a) and 12 CFR 1006.34 validation of a debt; Metro 2 segment K1 original creditor',
    needs: ['originalCreditor'],
    title: 'A collector does not name the original creditor',
    reason: 'unknown_original_creditor',
    closing: 'Do you know which debt this is?',
    check: row =>
      isCollectorAccount(row) && findOriginalCreditor(row) === null
        ? {
            text: 'names no original creditor',
            fields: ['creditorName', 'originalCreditor', 'currentBalance'],
          }
        : null,
  }),
  accountRule({
    id: 'C-36',
    verdict: 'contradiction',
    severity: 'high',
    source:
      '15 USC 1681c(c)(1) and 1681s-2(a)(5): the seven years run from the first missed payment, not from the collector',
    title: 'A collection shows its own, newer first missed payment',
    reason: 'reaged',
    closing:
      'A debt is missed before it reaches a collector, and selling it does not restart the clock. The date may be wrong.',
    check: row => {
      const first = row.dateFirstDelinquency
      if (!isCollectorAccount(row) || first === null || row.dateOpened === null) return null
      const fields = ['dateFirstDelinquency', 'dateOpened'] as const
      if (earliestDay(first) >= latestDay(row.dateOpened)) {
        return {
          text: `gives ${showDate(first)} as first missed payment, though it came to the collector on ${showDate(row.dateOpened)}`,
          fields,
        }
      }
      return isBefore(addMonthsToDay(latestDay(first), lateCollector), row.dateOpened)
        ? {
            text: `shows that it came to the collector on ${showDate(row.dateOpened)}, long after the first missed payment of ${showDate(first)}`,
            fields,
            verdict: 'ask',
            severity: 'medium',
            title: 'A collection was opened long after the debt',
            // The date is the original one, so nothing was moved.
            reason: 'not_mine',
            closing:
              'Some debts are sold late. The seven years still count from the first missed payment. Do you know this debt?',
          }
        : null
    },
  }),
  bureauRule({
    id: 'C-36',
    verdict: 'contradiction',
    severity: 'high',
    source: '15 USC 1681c(c)(1) and 1681s-2(a)(5): one debt has one first missed payment',
    title: 'The bureaus show different first missed payments',
    reason: 'reaged',
    fields: ['dateFirstDelinquency', 'dateOpened'],
    compare: (one, other) =>
      datesDiffer(one.dateFirstDelinquency, other.dateFirstDelinquency) ? 'contradiction' : null,
    describe: row =>
      row.dateFirstDelinquency === null
        ? null
        : `gives ${showDate(row.dateFirstDelinquency)} as first missed payment`,
    // The later date keeps the entry listed longer.
    isWorse: (row, rows) =>
      rows.some(other => isBefore(other.dateFirstDelinquency, row.dateFirstDelinquency)),
  }),
  accountRule({
    id: 'C-37',
    verdict: 'ask',
    severity: 'high',
    source:
      'Voluntary policy of the three bureaus since July 2022 and April 2023: no medical collections that are paid, below $500 or younger than a year; a federal court vacated the CFPB’s rule on medical debt in July 2025',
    title: 'A medical debt the bureaus no longer report',
    reason: 'medical',
    closing: 'Bureaus leave such medical debts out of reports. Is this one medical?',
    check: (row, context) => {
      if (!row.isCollection || !isMedical(row)) return null
      const ground = medicalGround(row, context)
      return ground === null
        ? null
        : {
            text: `lists a medical debt ${ground}`,
            fields: [
              'accountTypeDetail',
              'originalCreditor',
              'accountStatus',
              'currentBalance',
              'highBalance',
              'dateOpened',
            ],
          }
    },
  }),
  accountRule({
    id: 'C-51',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 23: the original charge-off amount is given for account status 64 and 97 alone`,
    title: 'A charge-off amount, though nothing was charged off',
    // If nothing was charged off, the status is not the error.
    reason: 'other',
    check: row => {
      if (centsOwed(row.chargeOffAmount) > 0 && !wasChargedOff(row) && !beganElsewhere(row)) {
        return {
          text: `gives a charge-off of ${formatAmount(row.chargeOffAmount)} of an account that it never lists as charged off`,
          fields: ['accountStatus', 'payStatus', 'chargeOffAmount'],
        }
      }
      return row.payStatus === 'CO' && isZeroAmount(row.chargeOffAmount) && !beganElsewhere(row)
        ? {
            text: 'lists it as charged off, with a charge-off of $0.00',
            fields: ['accountStatus', 'payStatus', 'chargeOffAmount'],
            verdict: 'ask',
            severity: 'low',
            title: 'A charge-off without an amount',
            reason: 'wrong_payment_status',
            closing: 'Some lenders leave the amount out. Was the account charged off?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-38',
    verdict: 'impossible',
    severity: 'high',
    source:
      '11 USC 524(a) the effect of a discharge; 15 USC 1681e(b); Metro 2 consumer information indicators E to H with a balance of zero',
    implies: ['C-02', 'C-03', 'C-04', 'C-05', 'C-08', 'C-22', 'C-24'],
    title: 'A debt in a bankruptcy still shows as owed',
    reason: 'included_in_bankruptcy',
    closing: 'A discharged debt is no longer owed.',
    check: (row, { records }) => {
      const owes = centsOwed(row.currentBalance) > 0 || centsOwed(row.amountPastDue) > 0
      if (!owes && isDischarged(row) && isLate(row.payStatus)) {
        return {
          text: `lists it as discharged in a bankruptcy, yet as ${row.payStatus} days late now`,
          fields: ['payStatus', 'remarks', 'currentBalance'],
          verdict: 'contradiction',
          title: 'A debt in a bankruptcy still shows as late',
          closing: 'A discharged debt is no longer late.',
        }
      }
      if (!owes || (!isInBankruptcy(row) && !isDischarged(row))) return null
      const discharge = records.find(
        record =>
          recordKindOf(record) === 'bankruptcy' &&
          /(?<!not )discharged/i.test(record.disposition ?? '') &&
          !isBefore(record.filed, row.dateOpened),
      )
      const field = centsOwed(row.currentBalance) > 0 ? 'currentBalance' : 'amountPastDue'
      const statement = {
        text: `lists it as included in a bankruptcy, yet with ${formatAmount(row[field])} ${field === 'currentBalance' ? 'owed' : 'past due'}`,
        fields: ['payStatus', 'remarks', 'currentBalance', 'amountPastDue'],
        moreEvidence:
          discharge === undefined
            ? []
            : [{ bureau: discharge.bureau, field: 'disposition', value: discharge.disposition ?? '-' }],
      } as const
      if (isDischarged(row)) return statement
      if (discharge !== undefined && !isBankruptcyPlan(row) && !maySurvive(row)) return statement
      // Before the court's decision, or in a payment plan, a debt may be owed.
      return {
        ...statement,
        verdict: 'ask',
        closing:
          'This can be right in a payment plan, before the discharge, or for debts that survive it, such as student loans. Was the debt discharged?',
      }
    },
  }),
]
