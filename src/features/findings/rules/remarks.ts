import type { Account } from '#features/reports/canonical.ts'
import {
  centsOwed,
  formatAmount,
  hasFinalComment,
  hasPaidRemark,
  isInBankruptcy,
  isLate,
  isOpen,
  isPaid,
  isPaidByOthers,
  isRevolving,
  isSevere,
  isSoldOrTransferred,
  isZeroAmount,
} from '../account-facts.ts'
import { accuracy, type Rule } from '../finding.ts'
import { accountRule, type Statement } from '../row-rules.ts'
import { type Conflict, specialComments } from '../special-comments.ts'

/** Remarks (Metro 2 special comments) that conflict with the status or the amounts of the row. */

const fields = ['remarks', 'accountStatus', 'payStatus', 'currentBalance', 'amountPastDue'] as const

const paidAndLate = (row: Account): Statement | null => {
  if (!isLate(row.payStatus) || !(isPaid(row) || hasPaidRemark(row))) return null
  const statement = { text: `says that it was paid, and shows it as ${row.payStatus} days late now`, fields }
  const owes = centsOwed(row.currentBalance) > 0
  // An open card may have a balance again after it was paid; an account that owes nothing is not late.
  const mayOweAgain = owes && !isPaid(row)
  if (isOpen(row) && !mayOweAgain && (owes || isZeroAmount(row.currentBalance))) return statement
  return {
    ...statement,
    verdict: 'ask',
    severity: 'low',
    closing: mayOweAgain
      ? 'You may have used it again since. Was it late when it was paid?'
      : 'This may be its last rating. Was it late when you paid it?',
  }
}

/** How the row contradicts its own special comment. */
const against: Readonly<Record<Conflict, (row: Account) => string | null>> = {
  paid: row => (isPaid(row) ? 'lists it as paid' : null),
  current: row =>
    row.payStatus === 'OK' && !row.isDerogatory && !isPaid(row) && !isZeroAmount(row.currentBalance)
      ? `shows it as current${isZeroAmount(row.amountPastDue) ? ' with $0.00 past due' : ''}`
      : null,
  nothingOwed: row =>
    isZeroAmount(row.currentBalance) && !isPaid(row) && !isSoldOrTransferred(row)
      ? 'shows a balance of $0.00'
      : null,
  // Other rules find open late accounts and losses with nothing past due.
  nothingPastDue: row =>
    isZeroAmount(row.amountPastDue) &&
    centsOwed(row.currentBalance) > 0 &&
    !(isLate(row.payStatus) && isOpen(row)) &&
    (!isSevere(row.payStatus) || row.payStatus === 'FC')
      ? 'shows $0.00 past due'
      : null,
  owed: row => {
    if (isRevolving(row) || row.payStatus !== 'OK') return null
    if (centsOwed(row.currentBalance) > 0) return `shows a balance of ${formatAmount(row.currentBalance)}`
    return centsOwed(row.monthlyPayment) > 0
      ? `shows a monthly payment of ${formatAmount(row.monthlyPayment)}`
      : null
  },
}

/** SCC-Balance-1 and SCC-Status-1 for an open card that is current; other rules find one that is late. */
const openAfterTheEnd = (row: Account): Statement | null =>
  hasFinalComment(row) &&
  !isPaid(row) &&
  isOpen(row) &&
  row.payStatus === 'OK' &&
  centsOwed(row.currentBalance) > 0
    ? {
        text: `says that it was paid, settled or refinanced, and shows it as open with a balance of ${formatAmount(row.currentBalance)}`,
        fields,
        closing: 'You may have used it again since. Did you?',
      }
    : null

const againstComment = (row: Account): Statement | null => {
  if (isInBankruptcy(row)) return null
  for (const { means, words, conflicts } of specialComments) {
    if (!row.remarks.some(({ text }) => words.test(text))) continue
    const found = conflicts.map(conflict => against[conflict](row)).find(state => state !== null)
    if (found) return { text: `says that ${means}, and ${found}`, fields: [...fields, 'monthlyPayment'] }
  }
  return null
}

export const remarkRules: readonly Rule[] = [
  accountRule({
    id: 'C-49',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 special comments AU, AX, BC, BF, BP and C, field 17A: account status`,
    implies: ['C-06', 'C-07', 'C-10'],
    title: 'An account is paid and late at the same time',
    reason: 'paid_or_settled',
    // If nothing is owed, only the status can be wrong.
    check: row => {
      const statement = paidAndLate(row)
      const owes = centsOwed(row.currentBalance) > 0 || centsOwed(row.amountPastDue) > 0
      if (statement === null || (owes && !isPaidByOthers(row))) return statement
      return { ...statement, reason: 'wrong_payment_status' }
    },
  }),
  accountRule({
    id: 'C-50',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 special comments AP, AS, AU, AX, BA, BC, BD, BF, BG, BI, BJ, BK, BN, BO, BP, BS, C and CP compared with fields 15, 17A, 21 and 22`,
    implies: ['C-44'],
    title: 'A remark does not fit the account',
    reason: 'other',
    closing: 'The remark may be out of date. Which is right?',
    check: row => againstComment(row) ?? openAfterTheEnd(row),
  }),
]
