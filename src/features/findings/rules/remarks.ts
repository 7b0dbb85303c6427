import type { Account } from '#features/reports/canonical.ts'
import { showMoney } from '#values/money.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { Rule } from '../finding.ts'
import {
  hasFinalComment,
  hasPaidRemark,
  isInBankruptcy,
  isLate,
  isOpen,
  isPaid,
  isPaidByOthers,
  isPassedAway,
  isRevolving,
  isSevere,
  isZero,
  owed,
} from '../row-facts.ts'
import { type Conflict, specialComments } from '../special-comments.ts'

/** What a remark says (Metro 2 special comments), beside the state and the amounts of the same row. */

const accuracy = '15 USC 1681e(b)'

const fields = ['remarks', 'accountStatus', 'payStatus', 'currentBalance', 'amountPastDue'] as const

const paidAndLate = (row: Account): Statement | null => {
  if (!isLate(row.payStatus) || !(isPaid(row) || hasPaidRemark(row))) return null
  const statement = { says: `says that it was paid, and shows it as ${row.payStatus} days late now`, fields }
  const owes = owed(row.currentBalance) > 0
  // An open card owes again after it was paid; what owes nothing is not late.
  const mayOweAgain = owes && !isPaid(row)
  if (isOpen(row) && !mayOweAgain && (owes || isZero(row.currentBalance))) return statement
  return {
    ...statement,
    verdict: 'ask',
    severity: 'low',
    closing: mayOweAgain
      ? 'You may have used it again since. Was it late when it was paid?'
      : 'It may be how it was paid at the end. Was it late when you paid it?',
  }
}

const money = (amount: Account['currentBalance']): string => showMoney(amount ?? '')

/** What a row states against a special comment of its own; null where it has no such state. */
const against: Readonly<Record<Conflict, (row: Account) => string | null>> = {
  paid: row => (isPaid(row) ? 'lists it as paid' : null),
  current: row =>
    row.payStatus === 'OK' && !row.isDerogatory && !isPaid(row) && !isZero(row.currentBalance)
      ? `shows it as current${isZero(row.amountPastDue) ? ' with $0.00 past due' : ''}`
      : null,
  nothingOwed: row =>
    isZero(row.currentBalance) && !isPaid(row) && !isPassedAway(row) ? 'shows a balance of $0.00' : null,
  // That an open late debt or a lost one has nothing past due is told without a remark.
  nothingPastDue: row =>
    isZero(row.amountPastDue) &&
    owed(row.currentBalance) > 0 &&
    !(isLate(row.payStatus) && isOpen(row)) &&
    (!isSevere(row.payStatus) || row.payStatus === 'FC')
      ? 'shows $0.00 past due'
      : null,
  owed: row => {
    if (isRevolving(row) || row.payStatus !== 'OK') return null
    if (owed(row.currentBalance) > 0) return `shows a balance of ${money(row.currentBalance)}`
    return owed(row.monthlyPayment) > 0 ? `shows a monthly payment of ${money(row.monthlyPayment)}` : null
  },
}

/** SCC-Balance-1 and SCC-Status-1 of an open card that is current; one that is late is told by itself. */
const openAfterTheEnd = (row: Account): Statement | null =>
  hasFinalComment(row) &&
  !isPaid(row) &&
  isOpen(row) &&
  row.payStatus === 'OK' &&
  owed(row.currentBalance) > 0
    ? {
        says: `says that it was paid, settled or refinanced, and shows it as open with a balance of ${money(row.currentBalance)}`,
        fields,
        closing: 'You may have used it again since. Did you?',
      }
    : null

const againstComment = (row: Account): Statement | null => {
  if (isInBankruptcy(row)) return null
  for (const { means, words, conflicts } of specialComments) {
    if (!row.remarks.some(({ text }) => words.test(text))) continue
    const found = conflicts.map(conflict => against[conflict](row)).find(state => state !== null)
    if (found) return { says: `says that ${means}, and ${found}`, fields: [...fields, 'monthlyPayment'] }
  }
  return null
}

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
    source: `${accuracy}; Metro 2 special comments AP, AS, AU, AX, BA, BC, BD, BF, BG, BI, BJ, BK, BN, BO, BP, BS, C and CP beside fields 15, 17A, 21 and 22`,
    implies: ['C-44'],
    title: 'A remark does not fit the account',
    reason: 'other',
    closing: 'The remark may be of before. What is right?',
    states: row => againstComment(row) ?? openAfterTheEnd(row),
  }),
]
