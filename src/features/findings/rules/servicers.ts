import type { Account } from '#features/reports/canonical.ts'
import { isSameCreditor } from '#features/reports/creditor.ts'
import { dayNumber, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { centsOwed, isOpen, isPaid, isSoldOrTransferred } from '../account-facts.ts'
import { fieldEvidence } from '../evidence.ts'
import type { RawFinding, Rule } from '../finding.ts'
import { earliestDay } from '../reporting-period.ts'

/** One home loan that a bureau lists as owed at the servicer that gave it up and at the one that took it over. */

/** More home loans of one amount than anybody has at once. */
const mostAlike = 12

/** How far the balances of one loan can lie apart, by the payments of a few months. */
const payments = 0.05

/** What was lent: senders give it as the original amount, or as the highest balance of a loan. */
const lent = (row: Account) => row.originalAmount ?? row.highBalance

const isOwedLoan = (row: Account): boolean =>
  row.accountType === 'Mortgage' &&
  isOpen(row) &&
  !row.isDerogatory &&
  centsOwed(row.currentBalance) > 0 &&
  centsOwed(lent(row)) > 0 &&
  !isPaid(row) &&
  !isSoldOrTransferred(row)

const isOneLoan = (one: Account, other: Account): boolean =>
  one.id !== other.id &&
  one.dateOpened !== null &&
  other.dateOpened !== null &&
  !isSameCreditor(one.creditorNameReported, other.creditorNameReported) &&
  Math.abs(centsOwed(one.currentBalance) - centsOwed(other.currentBalance)) <=
    payments * Math.max(centsOwed(one.currentBalance), centsOwed(other.currentBalance))

const foundOf = (rows: readonly [Account, Account]): RawFinding => {
  // The servicer that reports no more is the one that gave the loan up.
  const [given, taken] = rows.toSorted(
    (one, other) =>
      dayNumber(earliestDay(one.lastReported ?? '1900')) -
      dayNumber(earliestDay(other.lastReported ?? '1900')),
  )
  const [old, now] = [given ?? rows[0], taken ?? rows[1]]
  const says = (row: Account) =>
    `${showMoney(row.currentBalance ?? '')} at ${row.creditorName}, reported ${showDate(row.lastReported) ?? 'on a day not told'}`
  return {
    subject: { kind: 'account', id: old.id },
    bureaus: [old.bureau],
    title: 'One home loan may be listed at two servicers',
    explanation: `${old.bureau} lists two home loans of ${showMoney(lent(old) ?? '')} as owed: ${says(old)}, and ${says(now)}. Is it one loan that another servicer took over, or are they two?`,
    evidence: rows.flatMap(row =>
      fieldEvidence(row, [
        'creditorName',
        'dateOpened',
        'originalAmount',
        'highBalance',
        'currentBalance',
        'lastReported',
      ]),
    ),
    reason: 'other',
    verdict: 'ask',
    severity: 'high',
    certainty: 0.8,
  }
}

export const servicerRules: readonly Rule[] = [
  {
    id: 'C-58',
    verdict: 'ask',
    severity: 'high',
    source:
      '15 USC 1681e(b); Metro 2 account status 05 and special comment O: a servicer that gave a loan up reports it at zero',
    find: ({ byBureau }) =>
      [...byBureau.values()].flatMap(rows => {
        const alike = Map.groupBy(rows.filter(isOwedLoan), row => centsOwed(lent(row)))
        return [...alike.values()].flatMap(same =>
          same.length > mostAlike
            ? []
            : same.flatMap((one, index) =>
                same
                  .slice(index + 1)
                  .flatMap(other => (isOneLoan(one, other) ? [foundOf([one, other])] : [])),
              ),
        )
      }),
  },
]
