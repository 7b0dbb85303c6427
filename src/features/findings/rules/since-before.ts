import type { Account } from '#features/reports/canonical.ts'
import { monthOf, showDate, showMonth } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import {
  centsOwed,
  formatStatus,
  isInBankruptcy,
  isLate,
  isPaid,
  isRevolving,
  isSevere,
  latenessStep,
  statusByMonth,
} from '../account-facts.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { RuleContext } from '../context.ts'
import { suggestMonthsReason } from '../disputed-months.ts'
import { earlierEvidence, findEarlierRow } from '../earlier-row.ts'
import type { Rule } from '../finding.ts'
import { isShiftedByOneMonth } from './across-bureaus.ts'

/** What ended, or was said of a month, and is told otherwise in a later report of the same history. */

const accuracy = '15 USC 1681e(b)'

const owedAgain = (row: Account, context: RuleContext): Statement | null => {
  if (isPaid(row) || centsOwed(row.currentBalance) <= 0) return null
  // A card that is opened again may owe again and fall behind; it is not charged off without a word of that.
  const isCardAgain = isRevolving(row) && row.openClosed !== 'Closed' && !isSevere(row.payStatus)
  if (isCardAgain && !isLate(row.payStatus)) return null
  const before = findEarlierRow(row, context, was => isPaid(was) && centsOwed(was.currentBalance) === 0)
  return before === null
    ? null
    : {
        text: `shows ${showMoney(row.currentBalance ?? '')} owed, and listed it as paid in your report of ${showDate(before.reportDate)}`,
        fields: ['accountStatus', 'payStatus', 'currentBalance'],
        moreEvidence: [earlierEvidence(before, 'accountStatus'), earlierEvidence(before, 'currentBalance')],
        ...(isCardAgain
          ? {
              verdict: 'ask',
              severity: 'medium',
              closing: 'A card can be opened again. Did you use it after you paid it?',
            }
          : {}),
      }
}

const liableAgain = (row: Account, context: RuleContext): Statement | null => {
  const ended = /terminat|relinquish|ended/i
  if (row.responsibility === null || ended.test(row.responsibility)) return null
  const before = findEarlierRow(row, context, was => ended.test(was.responsibility ?? ''))
  return before === null
    ? null
    : {
        text: `lists you as ${row.responsibility.toLowerCase()}, and said ${before.row.responsibility?.toLowerCase() ?? '-'} in your report of ${showDate(before.reportDate)}`,
        fields: ['responsibility'],
        moreEvidence: [earlierEvidence(before, 'responsibility')],
        title: 'An account that you had left is listed as yours again',
        reason: 'not_responsible',
      }
}

/** Months that a report showed on time or less late, and a later one shows late or later. */
const nowLate = (row: Account, context: RuleContext): Statement | null => {
  if (isInBankruptcy(row)) return null
  const late = row.paymentHistory.filter(({ status }) => isLate(status))
  if (late.length === 0) return null
  const now = statusByMonth(row)
  const worseThan = (was: Account): Account['paymentHistory'] => {
    const ends = monthOf(was.lastReported)
    if (ends === null || isInBankruptcy(was)) return []
    const then = statusByMonth(was)
    // The month of that report was not over; of the months before it the report knew.
    return late.filter(({ date, status }) => {
      const [before, after] = [latenessStep(then.get(date) ?? null), latenessStep(status)]
      return (
        date < ends &&
        before !== null &&
        after !== null &&
        after > before &&
        !isShiftedByOneMonth(now, then, date)
      )
    })
  }
  const before = findEarlierRow(row, context, was => worseThan(was).length > 0)
  if (before === null) return null
  const months = worseThan(before.row)
  const [first] = months
  const then = statusByMonth(before.row)
  const was = then.get(first?.date ?? '') ?? null
  return {
    text: `shows ${showMonth(first?.date ?? null)} as ${formatStatus(first?.status ?? null)}, and showed it as ${formatStatus(was)} in your report of ${showDate(before.reportDate)}`,
    fields: [],
    months,
    moreEvidence: months.map(({ date }) => ({
      bureau: row.bureau,
      field: `paymentHistory ${showMonth(date)} (report of ${showDate(before.reportDate)})`,
      value: then.get(date) ?? '-',
    })),
    // What was late before is late still: no letter may deny that.
    ...(months.every(({ date }) => then.get(date) === 'OK')
      ? { reason: suggestMonthsReason(months, row) }
      : { reason: 'other', title: 'A month is later than it was' }),
  }
}

/** The month of an earlier report itself: its status in that report says less than the history does now, or something else. */
const monthNowLate = (row: Account, context: RuleContext): Statement | null => {
  if (isInBankruptcy(row)) return null
  const months = statusByMonth(row)
  const isWorse = (was: Account): boolean => {
    if (isInBankruptcy(was) || centsOwed(was.currentBalance) <= 0) return false
    const now = months.get(monthOf(was.lastReported) ?? '') ?? null
    if (isSevere(was.payStatus)) return isSevere(now) && now !== 'BK' && now !== was.payStatus
    const [before, after] = [latenessStep(was.payStatus), latenessStep(now)]
    return before !== null && after !== null && after > before
  }
  const before = findEarlierRow(row, context, isWorse)
  if (before === null) return null
  const doubted = row.paymentHistory.filter(({ date }) => date === monthOf(before.row.lastReported))
  const was = before.row.payStatus
  return {
    text: `shows ${showMonth(doubted[0]?.date ?? null)} as ${formatStatus(doubted[0]?.status ?? null)}, and gave it as ${was === 'OK' ? 'current' : formatStatus(was)} in your report of ${showDate(before.reportDate)}`,
    fields: [],
    months: doubted,
    moreEvidence: [earlierEvidence(before, 'payStatus'), earlierEvidence(before, 'lastReported')],
    verdict: 'ask',
    severity: 'medium',
    ...(was === 'OK'
      ? {
          reason: suggestMonthsReason(doubted, row),
          closing: 'A payment can be missed or returned after a report. Was it?',
        }
      : {
          reason: 'other',
          title: 'A month is told otherwise than it was',
          closing: 'More can be known of a month after its report. What is right?',
        }),
  }
}

export const sinceBeforeRules: readonly Rule[] = [
  accountRule({
    id: 'C-52',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 23: the original charge-off amount stays the same`,
    title: 'The amount of a charge-off changed',
    reason: 'other',
    check: (row, context) => {
      if (row.payStatus !== 'CO' || centsOwed(row.chargeOffAmount) === 0) return null
      const before = findEarlierRow(
        row,
        context,
        was =>
          was.payStatus === 'CO' &&
          centsOwed(was.chargeOffAmount) > 0 &&
          Math.abs(centsOwed(was.chargeOffAmount) - centsOwed(row.chargeOffAmount)) >= 100,
      )
      if (before === null) return null
      const isLess = centsOwed(row.chargeOffAmount) < centsOwed(before.row.chargeOffAmount)
      return {
        text: `gives a charge-off of ${showMoney(row.chargeOffAmount ?? '')}, and gave ${showMoney(before.row.chargeOffAmount ?? '')} in your report of ${showDate(before.reportDate)}`,
        fields: ['chargeOffAmount'],
        moreEvidence: [earlierEvidence(before, 'chargeOffAmount')],
        // Some show what is left of it after payments.
        ...(isLess
          ? { verdict: 'ask', severity: 'low', closing: 'Payments may have been taken off. Did you pay?' }
          : {}),
      }
    },
  }),
  accountRule({
    id: 'C-53',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 13 and 61 to 65 are final; ECOA code Z ends the responsibility`,
    title: 'A paid debt is owed again',
    reason: 'paid_or_settled',
    check: (row, context) => owedAgain(row, context) ?? liableAgain(row, context),
  }),
  accountRule({
    id: 'C-54',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 18 payment history profile: a month that was told stays as it was`,
    title: 'A month that was on time is late now',
    reason: 'other',
    check: (row, context) => nowLate(row, context) ?? monthNowLate(row, context),
  }),
]
