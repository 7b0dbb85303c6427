import type { Account } from '#features/reports/canonical.ts'
import { addMonths, monthOf, type PartialDate, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import {
  centsOwed,
  isInBankruptcy,
  isLate,
  isPaid,
  isSevere,
  isTransferredIn,
  statusByMonth,
} from '../account-facts.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { RuleContext } from '../context.ts'
import { datesDiffer, minDaysBetween } from '../dates-apart.ts'
import { earlierEvidence, findEarlierRow } from '../earlier-row.ts'
import type { Rule } from '../finding.ts'

/** What a bureau says of an account now, beside what it said in earlier reports of the same history. */

/** A debt that went beyond lateness, and is still there: nothing brings its clock back to the start. */
const isBeyondLate = (row: Account): boolean =>
  isSevere(row.payStatus) || row.isCollection || (isPaid(row) && row.dateFirstDelinquency !== null)

/** Whether an account was late in one report, is late now, and in every month between. */
const isLateSince = (was: Account, row: Account): boolean => {
  const [from, to] = [monthOf(was.lastReported), monthOf(row.lastReported)]
  if (from === null || to === null || !isLate(was.payStatus) || !isLate(row.payStatus)) return false
  const months = statusByMonth(row)
  for (let month = addMonths(from, 1); month < to; month = addMonths(month, 1))
    if (!isLate(months.get(month) ?? null)) return false
  return months.get(from) !== 'OK' && months.get(to) !== 'OK'
}

/** Whether some month after a date was on time: what was caught up and missed again has a new first missed payment. */
const caughtUpAfter = (row: Account, date: PartialDate): boolean =>
  row.paymentHistory.some(month => month.status === 'OK' && month.date > date.slice(0, 7))

/** More than the bureaus' own conventions of dating explain. */
const isMovedLater = (was: PartialDate | null, is: PartialDate): boolean =>
  was !== null && datesDiffer(was, is) && minDaysBetween(was, is) > 0

const reaged = (row: Account, context: RuleContext): Statement | null => {
  const first = row.dateFirstDelinquency
  if (first === null || isInBankruptcy(row)) return null
  const before = findEarlierRow(
    row,
    context,
    was =>
      ((isBeyondLate(row) && isBeyondLate(was)) || isLateSince(was, row)) &&
      isMovedLater(was.dateFirstDelinquency, first) &&
      !caughtUpAfter(row, was.dateFirstDelinquency ?? first),
  )
  if (before === null) return null
  return {
    text: `gives ${showDate(first)} as first missed payment, and gave ${showDate(before.row.dateFirstDelinquency)} in your report of ${showDate(before.reportDate)}`,
    fields: ['dateFirstDelinquency'],
    moreEvidence: [earlierEvidence(before, 'dateFirstDelinquency')],
    // What is late and no more has no entry that its date could make look newer.
    ...(row.isDerogatory ? {} : { reason: 'wrong_dates' }),
  }
}

const reopened = (row: Account, context: RuleContext): Statement | null => {
  const opened = row.dateOpened
  if (opened === null || opened.length === 4 || isTransferredIn(row)) return null
  const before = findEarlierRow(
    row,
    context,
    ({ dateOpened }) => (dateOpened?.length ?? 0) > 4 && datesDiffer(dateOpened, opened),
  )
  if (before === null) return null
  return {
    text: `gives ${showDate(opened)} as opening date, and gave ${showDate(before.row.dateOpened)} in your report of ${showDate(before.reportDate)}`,
    fields: ['dateOpened'],
    moreEvidence: [earlierEvidence(before, 'dateOpened')],
  }
}

/** Ten dollars and one hundredth: less is a correction of cents. */
const hasGrown = (was: Account, is: Account): boolean => {
  const [before, now] = [centsOwed(was.currentBalance), centsOwed(is.currentBalance)]
  return before > 0 && now - before > Math.max(1_000, before / 100)
}

/** Charged off by its creditor (Metro 2 account status 97), who keeps it. */
const isChargedOff = (row: Account): boolean => row.payStatus === 'CO' && !row.isCollection

const growing = (row: Account, context: RuleContext): Statement | null => {
  if (!isChargedOff(row)) return null
  const before = findEarlierRow(row, context, was => isChargedOff(was) && hasGrown(was, row))
  if (before === null || row.currentBalance === null || before.row.currentBalance === null) return null
  return {
    text: `lists it as charged off with a balance of ${showMoney(row.currentBalance)}, and listed ${showMoney(before.row.currentBalance)} in your report of ${showDate(before.reportDate)}`,
    fields: ['currentBalance'],
    moreEvidence: [earlierEvidence(before, 'currentBalance')],
  }
}

export const betweenReportsRules: readonly Rule[] = [
  accountRule({
    id: 'C-16',
    verdict: 'contradiction',
    severity: 'high',
    source:
      '15 USC 1681c(c)(1) and 1681s-2(a)(5): the seven years run from the first missed payment, which stays the same; Metro 2 field 25',
    title: 'The first missed payment was moved to a later date',
    reason: 'reaged',
    check: reaged,
  }),
  accountRule({
    id: 'C-17',
    verdict: 'contradiction',
    severity: 'high',
    source: '15 USC 1681e(b); Metro 2 field 10 date opened does not change',
    title: 'The opening date changed since an earlier report',
    reason: 'wrong_dates',
    implies: ['C-21'],
    check: reopened,
  }),
  accountRule({
    id: 'C-41',
    verdict: 'ask',
    severity: 'medium',
    source: '15 USC 1681e(b); Metro 2 account status 97, fields 21 current balance and 23 charge-off amount',
    title: 'A charged-off account still grows',
    reason: 'wrong_balance',
    closing: 'A creditor may add interest only where the contract or the law allows it. Were you told of it?',
    check: growing,
  }),
]
