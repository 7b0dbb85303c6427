import type { Account } from '#features/reports/canonical.ts'
import { monthOf, showDate, showMonth } from '#values/dates.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import { isBefore } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'
import { isClosed, isInBankruptcy, isLate, isPassedOn, isSevere, isZero, lastMonthOf } from '../row-facts.ts'

/** What the months of a history say against each other and against the dates of the account. */

const accuracy = '15 USC 1681e(b)'

const listed = (months: Account['paymentHistory']): string =>
  `${months[0]?.status ?? ''} days late in ${showMonth(months[0]?.date ?? null)}${
    months.length > 1 ? ` and in ${months.length - 1} more ${months.length === 2 ? 'month' : 'months'}` : ''
  }`

/** Late months after the debt was paid, or after the account was closed with nothing left to pay. */
const afterTheEnd = (row: Account): Statement | null => {
  const late = row.paymentHistory.filter(month => isLate(month.status))
  const after = (date: string | null) => late.filter(month => isBefore(date, month.date))
  if (row.datePaid !== null && isZero(row.currentBalance) && after(row.datePaid).length > 0) {
    const months = after(row.datePaid)
    return {
      says: `shows it as ${listed(months)}, though it was paid on ${showDate(row.datePaid)}`,
      fields: ['datePaid', 'currentBalance'],
      months,
    }
  }
  const months = after(row.dateClosed)
  if (row.dateClosed === null || !isClosed(row) || months.length === 0) return null
  if (isInBankruptcy(row)) {
    return {
      says: `shows it as ${listed(months)}, though it was closed on ${showDate(row.dateClosed)} and included in a bankruptcy`,
      fields: ['dateClosed', 'payStatus', 'remarks'],
      months,
      verdict: 'contradiction',
    }
  }
  // A closed account may still be paid off, and late: only where the last payment came before is nothing left to be late.
  const wasPaidBefore =
    row.dateLastPayment !== null &&
    months.some(month => isBefore(row.dateLastPayment, month.date)) &&
    !isSevere(lastMonthOf(row)?.status ?? null)
  return isZero(row.currentBalance) && !row.isDerogatory
    ? {
        says: `shows it as ${listed(months)}, though it was closed on ${showDate(row.dateClosed)} and owes nothing`,
        fields: ['dateClosed', 'currentBalance', 'dateLastPayment'],
        months,
        ...(wasPaidBefore
          ? {}
          : { verdict: 'ask', closing: 'Was anything left to pay when the account was closed?' }),
      }
    : null
}

const beforeTheBeginning = (row: Account): Statement | null => {
  if (isPassedOn(row)) return null
  const months = row.paymentHistory.filter(
    month => (isLate(month.status) || isSevere(month.status)) && isBefore(month.date, row.dateOpened),
  )
  return months.length === 0
    ? null
    : {
        says: `shows a late mark in ${showMonth(months[0]?.date ?? null)}, though it was opened on ${showDate(row.dateOpened)}`,
        fields: ['dateOpened'],
        months,
      }
}

export const paymentHistoryRules: readonly Rule[] = [
  accountRule({
    id: 'C-12',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; CFPB advisory opinion of October 2022: derogatory information outside the life of an account; 11 USC 362 for a debt in bankruptcy`,
    implies: ['C-25'],
    title: 'A late mark lies outside the life of the account',
    // The mark or the date is wrong, and no month outside the account's life was paid as agreed either.
    reason: 'other',
    states: row => beforeTheBeginning(row) ?? afterTheEnd(row),
  }),
  accountRule({
    id: 'C-14',
    verdict: 'impossible',
    severity: 'medium',
    source:
      '15 USC 1681s-2(a)(5); Metro 2 field 25: a first delinquency is given only for a delinquent account',
    title: 'A first missed payment is given, though none is shown',
    reason: 'wrong_dates',
    states: row => {
      const month = monthOf(row.dateFirstDelinquency)
      const [first] = row.paymentHistory
      const isCurrent = row.payStatus === 'OK' && !row.isDerogatory && !isInBankruptcy(row)
      const isNeverLate =
        isCurrent &&
        !isLate(row.worstStatus) &&
        [row.late30, row.late60, row.late90].every(count => (count ?? 0) === 0) &&
        row.paymentHistory.every(({ status }) => status === 'OK')
      if (month === null || !isCurrent) return null
      return first !== undefined && first.date <= month && isNeverLate
        ? {
            says: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment, yet shows every month since ${showMonth(first.date)} as paid on time`,
            fields: ['dateFirstDelinquency', 'payStatus'],
            months: row.paymentHistory.filter(({ date }) => date === month),
          }
        : {
            says: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment of an account that is current`,
            fields: ['dateFirstDelinquency', 'payStatus'],
            verdict: 'ask',
            severity: 'low',
            title: 'A current account gives a first missed payment',
            closing:
              'The date is meant for accounts that are late now. Was the account late then, and is it current since?',
          }
    },
  }),
]
