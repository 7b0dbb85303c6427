import type { Account } from '#features/reports/canonical.ts'
import { addMonths, monthOf, showDate, showMonth } from '#values/dates.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import { isBefore } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'
import {
  isAccommodated,
  isClosed,
  isInBankruptcy,
  isLate,
  isPassedOn,
  isSevere,
  isStudentLoan,
  isZero,
  lastMonthOf,
  stepOf,
} from '../row-facts.ts'

/** What the months of a history say against each other and against the dates of the account. */

const accuracy = '15 USC 1681e(b)'

/**
 * Servicers of federal student loans report lateness from sixty or ninety days on, and none before; what was put off with
 * the lender's word and then taken back comes late at once.
 */
const isFirstToldLate = (row: Account, from: number, to: number): boolean =>
  from === 0 && to <= 3 && (isStudentLoan(row) || isAccommodated(row))

/** Two months that follow each other, of which the later is more than one step of thirty days worse. */
const jumpsOf = (row: Account): Account['paymentHistory'][] =>
  row.paymentHistory.flatMap((month, index) => {
    const before = row.paymentHistory[index - 1]
    if (before === undefined || addMonths(before.date, 1) !== month.date) return []
    const [from, to] = [stepOf(before.status), stepOf(month.status)]
    return from !== null && to !== null && to - from > 1 && !isFirstToldLate(row, from, to)
      ? [[before, month]]
      : []
  })

const stepsIn = ([before, month]: Account['paymentHistory']): number =>
  (stepOf(month?.status ?? null) ?? 0) - (stepOf(before?.status ?? null) ?? 0)

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
      reason: 'included_in_bankruptcy',
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
        says: `shows a late mark in ${showMonth(months[0]?.date ?? null)}, though it was opened ${showDate(row.dateOpened)}`,
        fields: ['dateOpened'],
        months,
      }
}

export const paymentHistoryRules: readonly Rule[] = [
  accountRule({
    id: 'C-11',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 18: each month late adds thirty days`,
    title: 'Lateness jumps by more than one month',
    reason: 'never_late',
    closing: 'One missed month adds thirty days and no more, so that cannot be right as it stands.',
    states: row => {
      const jumps = jumpsOf(row)
      const [worst] = jumps.toSorted((one, other) => stepsIn(other) - stepsIn(one))
      if (worst === undefined) return null
      const [before, month] = worst
      const was = before?.status === 'OK' ? 'on time' : `${before?.status} days late`
      return {
        says: `shows it as ${was} in ${showMonth(before?.date ?? null)} and ${month?.status} days late in ${showMonth(month?.date ?? null)}`,
        fields: [],
        months: [...new Set(jumps.flat())],
        // A payment that was returned can make one month on time after all late.
        ...(stepsIn(worst) > 2 ? {} : { verdict: 'contradiction' }),
      }
    },
  }),
  accountRule({
    id: 'C-12',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; CFPB advisory opinion of October 2022: derogatory information outside the life of an account; 11 USC 362 for a debt in bankruptcy`,
    implies: ['C-25'],
    title: 'A late mark lies outside the life of the account',
    reason: 'never_late',
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
