import type { Account } from '#features/reports/canonical.ts'
import { showMoney } from '#values/money.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { Rule } from '../finding.ts'
import {
  isInBankruptcy,
  isLate,
  isOpen,
  isPaid,
  isPaidByOthers,
  isPaidMarked,
  isRevolving,
  isSevere,
  isZero,
  owed,
  says,
} from '../row-facts.ts'

/** What a remark says (Metro 2 special comments), beside the state and the amounts of the same row. */

const accuracy = '15 USC 1681e(b)'

const fields = ['remarks', 'accountStatus', 'payStatus', 'currentBalance', 'amountPastDue'] as const

const paidAndLate = (row: Account): Statement | null => {
  if (!isPaid(row) || !isLate(row.payStatus)) return null
  const statement = { says: `says that it was paid, and shows it as ${row.payStatus} days late now`, fields }
  // A paid and closed account may keep the rating of its last month.
  return isOpen(row) && owed(row.currentBalance) > 0
    ? statement
    : {
        ...statement,
        verdict: 'ask',
        severity: 'low',
        closing: 'It may be how it was paid at the end. Was it late when you paid it?',
      }
}

/** A lease or loan that ended "balance owing", of which nothing is owed or which is paid. */
const owingNothing = (row: Account): Statement | null =>
  says(row, /balance owing/i) && !isInBankruptcy(row) && (isPaid(row) || isZero(row.currentBalance))
    ? {
        says: `says that a balance is owing, and ${isPaid(row) ? 'lists it as paid' : 'shows $0.00'}`,
        fields,
      }
    : null

const inRecovery = (row: Account): Statement | null =>
  says(row, /transferred to recovery/i) && row.payStatus === 'OK' && !row.isDerogatory && !isPaidMarked(row)
    ? { says: 'says that it was transferred to recovery, and shows it as current', fields }
    : null

/** An account that sleeps has nothing to pay (Metro 2 special comment BS). */
const inactiveAndOwing = (row: Account): Statement | null =>
  says(row, /\binactive\b/i) &&
  !isRevolving(row) &&
  !isSevere(row.payStatus) &&
  (owed(row.currentBalance) > 0 || owed(row.monthlyPayment) > 0)
    ? {
        says: `says that it is inactive, and shows ${
          owed(row.currentBalance) > 0
            ? `a balance of ${showMoney(row.currentBalance ?? '')}`
            : `a monthly payment of ${showMoney(row.monthlyPayment ?? '')}`
        }`,
        fields: ['remarks', 'currentBalance', 'monthlyPayment'],
      }
    : null

export const remarkRules: readonly Rule[] = [
  accountRule({
    id: 'C-49',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 special comments AU, AX, BC, BF, BP and C beside field 17A account status`,
    implies: ['C-06', 'C-07', 'C-10'],
    title: 'An account is paid and late at once',
    reason: 'paid_or_settled',
    // A bureau that shows nothing owed has nothing to show as paid but the status.
    states: row => {
      const statement = paidAndLate(row)
      const owes = owed(row.currentBalance) > 0 || owed(row.amountPastDue) > 0
      if (statement === null || (owes && !isPaidByOthers(row))) return statement
      return { ...statement, reason: 'wrong_payment_status' }
    },
  }),
  accountRule({
    id: 'C-50',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 special comments BA, BD, BG, BK and BS beside fields 17A, 21 and 22`,
    title: 'A remark does not fit the account',
    reason: 'other',
    closing: 'The remark may be of before. What is right?',
    states: row => owingNothing(row) ?? inRecovery(row) ?? inactiveAndOwing(row),
  }),
]
