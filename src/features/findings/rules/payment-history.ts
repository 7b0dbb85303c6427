import type { Account } from '#features/reports/canonical.ts'
import { isStudentLoan } from '#features/reports/listed-twice.ts'
import { addMonths, monthOf, type PartialDate, showDate, showMonth } from '#values/dates.ts'
import {
  beganElsewhere,
  hasAccommodation,
  isBankruptcyPlan,
  isClosed,
  isDischarged,
  isInBankruptcy,
  isLate,
  isLoan,
  isPaid,
  isPaidByOthers,
  isSevere,
  isZeroAmount,
  latenessStep,
} from '../account-facts.ts'
import { findEarlierRow, type RuleContext } from '../context.ts'
import { accuracy, type Rule } from '../finding.ts'
import { isBefore } from '../partial-dates.ts'
import { latestDay } from '../reporting-period.ts'
import { accountRule, describeChange, type Statement } from '../row-rules.ts'

/** Payment histories that conflict with themselves or with the dates of the account. */

type Months = Account['paymentHistory']

const listed = (months: Months): string =>
  `${months[0]?.status ?? ''} days late in ${showMonth(months[0]?.date ?? null)}${
    months.length > 1 ? ` and in ${months.length - 1} more ${months.length === 2 ? 'month' : 'months'}` : ''
  }`

const lateMonths = (row: Account): Months => row.paymentHistory.filter(month => isLate(month.status))

const after = (date: PartialDate | null, months: Months): Months =>
  date === null ? [] : months.filter(month => month.date > latestDay(date).slice(0, 7))

/** Lenders repeat the last rating in the month after the end. */
const reachesFurther = (date: PartialDate, months: Months): boolean =>
  after(addMonths(latestDay(date).slice(0, 7), 1), months).length > 0

/** When the debt entered a bankruptcy: the first such month, otherwise the filing date of the only bankruptcy on file. */
const bankruptSince = (row: Account, { onlyBankruptcy }: RuleContext): PartialDate | null => {
  const month = row.paymentHistory.find(({ status }) => status === 'BK')?.date
  if (month !== undefined) return month
  const filed = onlyBankruptcy?.filed ?? null
  return isBefore(filed, row.dateOpened) ? null : filed
}

/**
 * The stay of 11 USC 362 stops collection but not lateness, so only months after the discharge conflict with it (11 USC
 * 524(a)).
 */
const afterBankruptcy = (row: Account, context: RuleContext): Statement | null => {
  const since = bankruptSince(row, context)
  const months = after(since, lateMonths(row))
  if (since !== null && months.length > 0) {
    const discharged =
      isDischarged(row) && !isBankruptcyPlan(row) ? (context.onlyBankruptcy?.disposed ?? null) : null
    const later = after(discharged, months)
    return later.length > 0
      ? {
          text: `shows it as ${listed(later)}, though the debt was discharged in the bankruptcy that ended on ${showDate(discharged)}`,
          fields: ['payStatus', 'remarks'],
          months: later,
          verdict: 'contradiction',
          title: 'A late mark came after a discharge',
        }
      : {
          text: `shows it as ${listed(months)}, though it was in a bankruptcy since ${showDate(since)}`,
          fields: ['payStatus', 'remarks'],
          months,
          verdict: 'ask',
          severity: 'medium',
          title: 'A late mark came after a bankruptcy began',
          closing: 'A payment can be missed while a case is open. Was one due then?',
        }
  }
  const closed = after(row.dateClosed, lateMonths(row))
  return since === null && isClosed(row) && closed.length > 0
    ? {
        text: `shows it as ${listed(closed)}, though it was closed on ${showDate(row.dateClosed)} and included in a bankruptcy`,
        fields: ['dateClosed', 'payStatus', 'remarks'],
        months: closed,
        verdict: 'ask',
        severity: 'medium',
        title: 'A late mark came after an account in a bankruptcy was closed',
        closing: 'The account may have been closed before the bankruptcy began. Was it late in between?',
      }
    : null
}

/** The day the bureau reports as paid, otherwise the last payment of what the user paid. */
const paidOn = (row: Account): PartialDate | null => {
  if (!isZeroAmount(row.currentBalance)) return null
  // A card that is open, or closed on an unknown day, can be used and become late after it was paid.
  const isOver = isLoan(row) || row.isCollection || (isClosed(row) && row.dateClosed !== null)
  if (!isOver) return null
  return row.datePaid ?? (isPaid(row) && !isPaidByOthers(row) ? row.dateLastPayment : null)
}

const later = (one: PartialDate, other: PartialDate | null): PartialDate =>
  other !== null && latestDay(other) > latestDay(one) ? other : one

/** Late months after the debt was paid, or after the account was closed with nothing owed. */
const afterTheEnd = (row: Account): Statement | null => {
  const late = lateMonths(row)
  const paid = paidOn(row)
  if (paid !== null) {
    // What was paid and closed later could be used, and become late, until it was closed.
    const end = later(paid, row.dateClosed)
    const months = after(end, late)
    if (months.length > 0) {
      return {
        text: `shows it as ${listed(months)}, though it was paid on ${showDate(paid)}${end === paid ? '' : ` and closed on ${showDate(end)}`}`,
        fields: ['datePaid', 'dateClosed', 'dateLastPayment', 'currentBalance'],
        months,
        ...(reachesFurther(end, months)
          ? {}
          : {
              verdict: 'ask',
              severity: 'medium',
              closing: 'This may be its last rating. Was it late when you paid it?',
            }),
      }
    }
  }
  const months = after(row.dateClosed, late)
  // A closed account may still be paid off, and be late, until nothing is owed.
  return isClosed(row) && months.length > 0 && isZeroAmount(row.currentBalance) && !row.isDerogatory
    ? {
        text: `shows it as ${listed(months)}, though it was closed on ${showDate(row.dateClosed)} and owes nothing`,
        fields: ['dateClosed', 'currentBalance', 'dateLastPayment'],
        months,
        verdict: 'ask',
        severity: 'medium',
        closing: 'Was anything left to pay when the account was closed?',
      }
    : null
}

/** This many months on time before the opening belong to an earlier lender or number. */
const carriedMonths = 3

const beforeTheBeginning = (row: Account): Statement | null => {
  if (beganElsewhere(row)) return null
  const months = row.paymentHistory.filter(
    month => (isLate(month.status) || isSevere(month.status)) && isBefore(month.date, row.dateOpened),
  )
  if (months.length === 0) return null
  const good = row.paymentHistory.filter(
    ({ date, status }) => status === 'OK' && isBefore(date, row.dateOpened),
  )
  return {
    text: `shows a late mark in ${showMonth(months[0]?.date ?? null)}, though it was opened on ${showDate(row.dateOpened)}`,
    fields: ['dateOpened'],
    months,
    // A history that starts before the opening was taken over; the opening date is the new lender's.
    ...(good.length >= carriedMonths
      ? {
          verdict: 'ask',
          severity: 'medium',
          closing: 'Its earlier months may have come from another lender or card. Did they?',
        }
      : {}),
  }
}

/**
 * One missed month adds thirty days. Finds lateness that increases faster, within a report or since the previous month.
 */

/**
 * Servicers of federal student loans report lateness only from 60 or 90 days, and a revoked deferment is late
 * immediately.
 */
const isFirstReportedLate = (row: Account, from: number, to: number): boolean =>
  from === 0 && to <= 3 && (isStudentLoan(row) || hasAccommodation(row))

const jumpsOf = (row: Account): Months[] =>
  row.paymentHistory.flatMap((month, index) => {
    const before = row.paymentHistory[index - 1]
    if (before === undefined || addMonths(before.date, 1) !== month.date) return []
    const [from, to] = [latenessStep(before.status), latenessStep(month.status)]
    return from !== null && to !== null && to - from > 1 && !isFirstReportedLate(row, from, to)
      ? [[before, month]]
      : []
  })

const stepsIn = ([before, month]: Months): number =>
  (latenessStep(month?.status ?? null) ?? 0) - (latenessStep(before?.status ?? null) ?? 0)

const jumpedWithin = (row: Account): Statement | null => {
  const jumps = jumpsOf(row)
  const [worst] = jumps.toSorted((one, other) => stepsIn(other) - stepsIn(one))
  if (worst === undefined) return null
  const [before, month] = worst
  const was = before?.status === 'OK' ? 'on time' : `${before?.status} days late`
  return {
    text: `shows it as ${was} in ${showMonth(before?.date ?? null)} and ${month?.status} days late in ${showMonth(month?.date ?? null)}`,
    fields: [],
    months: [...new Set(jumps.flat())],
    // A returned payment can make one month late after all.
    ...(stepsIn(worst) > 2 ? {} : { verdict: 'contradiction' }),
  }
}

const jumpedSince = (row: Account, context: RuleContext): Statement | null => {
  const step = latenessStep(row.payStatus)
  const now = monthOf(row.lastReported)
  if (step === null || now === null) return null
  const before = findEarlierRow(row, context, was => {
    const from = latenessStep(was.payStatus)
    const reported = monthOf(was.lastReported)
    return from !== null && from > 0 && reported !== null && addMonths(reported, 1) === now && step - from > 1
  })
  return (
    before &&
    describeChange(before, {
      now: `shows it as ${row.payStatus ?? '-'} days late`,
      earlier: `, one month before, showed it as ${before.row.payStatus ?? '-'} days late`,
      fields: ['payStatus', 'lastReported'],
      verdict: 'contradiction',
    })
  )
}

export const paymentHistoryRules: readonly Rule[] = [
  accountRule({
    id: 'C-12',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; CFPB advisory opinion of October 2022: derogatory information outside the life of an account; 11 USC 524(a) for a debt that was discharged`,
    implies: ['C-25'],
    title: 'A late mark lies outside the life of the account',
    // Either the mark or the date is wrong, and no month outside the account's life was on time either.
    reason: 'other',
    check: (row, context) =>
      beforeTheBeginning(row) ??
      (isInBankruptcy(row) || isDischarged(row) ? afterBankruptcy(row, context) : afterTheEnd(row)),
  }),
  accountRule({
    id: 'C-14',
    verdict: 'impossible',
    severity: 'medium',
    source:
      '15 USC 1681s-2(a)(5); Metro 2 field 25: a first delinquency is given only for a delinquent account',
    needs: ['paymentHistory'],
    title: 'A first missed payment is given, though none is shown',
    reason: 'wrong_dates',
    check: row => {
      const month = monthOf(row.dateFirstDelinquency)
      const [first] = row.paymentHistory
      const isCurrent = row.payStatus === 'OK' && !row.isDerogatory && !isInBankruptcy(row)
      const isNeverLate =
        isCurrent &&
        !isLate(row.worstStatus) &&
        [row.late30, row.late60, row.late90].every(count => (count ?? 0) === 0) &&
        row.paymentHistory.every(({ status }) => status === 'OK')
      // A house can be surrendered without a late month (Metro 2 account status 89).
      if (month !== null && row.payStatus === 'FC' && first !== undefined && first.date <= month) {
        return row.paymentHistory.every(({ status }) => status === 'OK' || status === 'FC')
          ? {
              text: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment of a foreclosure, yet shows every month before it as paid on time`,
              fields: ['dateFirstDelinquency', 'payStatus'],
              months: row.paymentHistory.filter(({ date }) => date === month),
              verdict: 'ask',
              severity: 'low',
              closing: 'A house can be given up without a missed payment. Was one missed?',
            }
          : null
      }
      if (month === null || !isCurrent) return null
      return first !== undefined && first.date <= month && isNeverLate
        ? {
            text: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment, yet shows every month since ${showMonth(first.date)} as paid on time`,
            fields: ['dateFirstDelinquency', 'payStatus'],
            months: row.paymentHistory.filter(({ date }) => date === month),
          }
        : {
            text: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment of an account that is current`,
            fields: ['dateFirstDelinquency', 'payStatus'],
            verdict: 'ask',
            severity: 'low',
            title: 'A current account gives a first missed payment',
            closing:
              'The date is meant for accounts that are late now. Was the account late then, and current since?',
          }
    },
  }),
  accountRule({
    id: 'C-11',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 18: each month late adds thirty days`,
    title: 'Late status skips a month',
    // Some of the marks are wrong, but not that there was lateness.
    reason: 'other',
    closing: 'One missed month adds 30 days, so this cannot be right.',
    check: (row, context) => jumpedWithin(row) ?? jumpedSince(row, context),
  }),
]
