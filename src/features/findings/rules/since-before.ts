import type { Account } from '#features/reports/canonical.ts'
import { monthOf, showDate, showMonth } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { Context } from '../context.ts'
import { reasonOfMonths } from '../disputed-months.ts'
import { earlierThat, evidenceBefore } from '../earlier-row.ts'
import type { Rule } from '../finding.ts'
import {
  isInBankruptcy,
  isLate,
  isLoan,
  isPaid,
  isPassedOn,
  isRevolving,
  isSevere,
  isZero,
  monthsOf,
  owed,
} from '../row-facts.ts'

/** What ended, or was said of a month, and is told otherwise in a later report of the same history. */

const accuracy = '15 USC 1681e(b)'

const owedAgain = (row: Account, context: Context): Statement | null => {
  if (isPaid(row) || owed(row.currentBalance) <= 0) return null
  // A card that is opened again may owe again and fall behind; it is not charged off without a word of that.
  const isCardAgain = isRevolving(row) && row.openClosed !== 'Closed' && !isSevere(row.payStatus)
  if (isCardAgain && !isLate(row.payStatus)) return null
  const before = earlierThat(row, context, was => isPaid(was) && owed(was.currentBalance) === 0)
  return before === null
    ? null
    : {
        says: `shows ${showMoney(row.currentBalance ?? '')} owed, and listed it as paid in your report of ${showDate(before.reportDate)}`,
        fields: ['accountStatus', 'payStatus', 'currentBalance'],
        more: [evidenceBefore(before, 'accountStatus'), evidenceBefore(before, 'currentBalance')],
        ...(isCardAgain
          ? {
              verdict: 'ask',
              severity: 'medium',
              closing: 'A card can be opened again. Did you use it after you paid it?',
            }
          : {}),
      }
}

const liableAgain = (row: Account, context: Context): Statement | null => {
  const ended = /terminat|relinquish|ended/i
  if (row.responsibility === null || ended.test(row.responsibility)) return null
  const before = earlierThat(row, context, was => ended.test(was.responsibility ?? ''))
  return before === null
    ? null
    : {
        says: `lists you as ${row.responsibility.toLowerCase()}, and said ${before.row.responsibility?.toLowerCase() ?? '-'} in your report of ${showDate(before.reportDate)}`,
        fields: ['responsibility'],
        more: [evidenceBefore(before, 'responsibility')],
        title: 'An account that you had left is listed as yours again',
        reason: 'not_responsible',
      }
}

/** Months that a report showed on time or its status told as current, and a later one shows late. */
const nowLate = (row: Account, context: Context): Statement | null => {
  if (isInBankruptcy(row)) return null
  const late = row.paymentHistory.filter(({ status }) => isLate(status))
  if (late.length === 0) return null
  const wasOnTime = (was: Account, date: string): boolean => {
    const told = monthOf(was.lastReported)
    // The month of that report was not over; of the months before it the report knew.
    return told !== null && date < told && !isInBankruptcy(was) && monthsOf(was).get(date) === 'OK'
  }
  const before = earlierThat(row, context, was => late.some(({ date }) => wasOnTime(was, date)))
  if (before === null) return null
  const months = late.filter(({ date }) => wasOnTime(before.row, date))
  const [first] = months
  return {
    says: `shows ${showMonth(first?.date ?? null)} as ${first?.status ?? '-'} days late, and showed it as on time in your report of ${showDate(before.reportDate)}`,
    fields: [],
    months,
    more: before.row.paymentHistory
      .filter(({ date }) => months.some(month => month.date === date))
      .map(({ date, status }) => ({
        bureau: row.bureau,
        field: `paymentHistory ${showMonth(date)} (report of ${showDate(before.reportDate)})`,
        value: status,
      })),
  }
}

/** The month of an earlier report itself, of which that report's status said that it was current. */
const monthNowLate = (row: Account, context: Context): Statement | null => {
  if (isInBankruptcy(row)) return null
  const late = row.paymentHistory.filter(({ status }) => isLate(status))
  const before = earlierThat(
    row,
    context,
    was =>
      was.payStatus === 'OK' &&
      owed(was.currentBalance) > 0 &&
      !isInBankruptcy(was) &&
      late.some(({ date }) => date === monthOf(was.lastReported)),
  )
  if (before === null) return null
  const months = late.filter(({ date }) => date === monthOf(before.row.lastReported))
  return {
    says: `shows ${showMonth(months[0]?.date ?? null)} as ${months[0]?.status ?? '-'} days late, and gave it as current in your report of ${showDate(before.reportDate)}`,
    fields: [],
    months,
    more: [evidenceBefore(before, 'payStatus'), evidenceBefore(before, 'lastReported')],
    verdict: 'ask',
    severity: 'medium',
    closing: 'A payment can be missed or returned after a report. Was it?',
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
    states: (row, context) => {
      if (row.payStatus !== 'CO' || owed(row.chargeOffAmount) === 0) return null
      const before = earlierThat(
        row,
        context,
        was =>
          was.payStatus === 'CO' &&
          owed(was.chargeOffAmount) > 0 &&
          Math.abs(owed(was.chargeOffAmount) - owed(row.chargeOffAmount)) >= 100,
      )
      if (before === null) return null
      const isLess = owed(row.chargeOffAmount) < owed(before.row.chargeOffAmount)
      return {
        says: `gives a charge-off of ${showMoney(row.chargeOffAmount ?? '')}, and gave ${showMoney(before.row.chargeOffAmount ?? '')} in your report of ${showDate(before.reportDate)}`,
        fields: ['chargeOffAmount'],
        more: [evidenceBefore(before, 'chargeOffAmount')],
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
    states: (row, context) => owedAgain(row, context) ?? liableAgain(row, context),
  }),
  accountRule({
    id: 'C-54',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 18 payment history profile: a month that was told stays as it was`,
    title: 'A month that was on time is late now',
    reason: 'other',
    states: (row, context) => {
      const statement = nowLate(row, context) ?? monthNowLate(row, context)
      return statement === null ? null : { ...statement, reason: reasonOfMonths(statement.months ?? [], row) }
    },
  }),
  accountRule({
    id: 'C-55',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 94 foreclosure completed is final; fields 8 portfolio type`,
    title: 'An account changed its nature between two reports',
    reason: 'wrong_payment_status',
    closing: 'A lender may sort it anew, or write off what a sale left. What is right?',
    states: (row, context) => {
      const foreclosed =
        row.payStatus === 'CO' ? earlierThat(row, context, was => was.payStatus === 'FC') : null
      if (foreclosed !== null) {
        return {
          says: `lists it as charged off, and listed a foreclosure in your report of ${showDate(foreclosed.reportDate)}`,
          fields: ['payStatus'],
          more: [evidenceBefore(foreclosed, 'payStatus')],
        }
      }
      const other = context
        .earlier(row)
        .find(({ row: was }) => (isRevolving(was) && isLoan(row)) || (isLoan(was) && isRevolving(row)))
      return other === undefined || isPassedOn(row) || isSevere(row.payStatus) || isZero(row.currentBalance)
        ? null
        : {
            says: `lists it as ${row.accountType.toLowerCase()}, and listed it as ${other.row.accountType.toLowerCase()} in your report of ${showDate(other.reportDate)}`,
            fields: ['accountType'],
            more: [evidenceBefore(other, 'accountType')],
            reason: 'other',
          }
    },
  }),
]
