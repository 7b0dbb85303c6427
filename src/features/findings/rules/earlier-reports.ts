import type { Account, PayToken } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { addMonths, monthOf, type PartialDate, showDate, showMonth } from '#values/dates.ts'
import {
  beganElsewhere,
  centsOwed,
  detectAccountKind,
  formatAmount,
  formatStatus,
  hasRemark,
  isClosed,
  isHomeEquityLine,
  isInBankruptcy,
  isLate,
  isLoan,
  isPaid,
  isRevolving,
  isSevere,
  isTransferredIn,
  isZeroAmount,
  latenessStep,
  statusByMonth,
} from '../account-facts.ts'
import { findEarlierRow, type RuleContext } from '../context.ts'
import { suggestMonthsReason } from '../disputed-months.ts'
import { accuracy, type Rule } from '../finding.ts'
import { datesDiffer, minDaysBetween } from '../partial-dates.ts'
import { accountRule, describeChange, type Statement } from '../row-rules.ts'
import { isShiftedByOneMonth } from './across-bureaus.ts'

/** Accounts that a bureau reported differently in an earlier report of the same history. */

/** A status beyond lateness: nothing restarts its clock. */
const isBeyondLate = (row: Account): boolean =>
  isSevere(row.payStatus) || row.isCollection || (isPaid(row) && row.dateFirstDelinquency !== null)

/** Late then, late now, and late in every month between. */
const isLateSince = (was: Account, row: Account): boolean => {
  const [from, to] = [monthOf(was.lastReported), monthOf(row.lastReported)]
  if (from === null || to === null || !isLate(was.payStatus) || !isLate(row.payStatus)) return false
  const months = statusByMonth(row)
  for (let month = addMonths(from, 1); month < to; month = addMonths(month, 1))
    if (!isLate(months.get(month) ?? null)) return false
  return months.get(from) !== 'OK' && months.get(to) !== 'OK'
}

/** A debt that was caught up and missed again has a new first missed payment. */
const caughtUpAfter = (row: Account, date: PartialDate): boolean =>
  row.paymentHistory.some(month => month.status === 'OK' && month.date > date.slice(0, 7))

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
  return describeChange(before, {
    now: `gives ${showDate(first)} as the first missed payment`,
    earlier: `gave ${showDate(before.row.dateFirstDelinquency)}`,
    fields: ['dateFirstDelinquency'],
    // Without a derogatory entry the date makes nothing look newer.
    ...(row.isDerogatory ? {} : { reason: 'wrong_dates' }),
  })
}

const reopened = (row: Account, context: RuleContext): Statement | null => {
  const opened = row.dateOpened
  if (opened === null || opened.length === 4 || isTransferredIn(row)) return null
  const before = findEarlierRow(
    row,
    context,
    ({ dateOpened }) => (dateOpened?.length ?? 0) > 4 && datesDiffer(dateOpened, opened),
  )
  return (
    before &&
    describeChange(before, {
      now: `gives ${showDate(opened)} as the opening date`,
      earlier: `gave ${showDate(before.row.dateOpened)}`,
      fields: ['dateOpened'],
    })
  )
}

/** More than ten dollars and one percent; less is a correction. */
const hasGrown = (was: Account, is: Account): boolean => {
  const [before, now] = [centsOwed(was.currentBalance), centsOwed(is.currentBalance)]
  return before > 0 && now - before > Math.max(1_000, before / 100)
}

/** Charged off by the creditor that still owns it (Metro 2 account status 97). */
const isChargedOff = (row: Account): boolean => row.payStatus === 'CO' && !row.isCollection

const growing = (row: Account, context: RuleContext): Statement | null => {
  if (!isChargedOff(row)) return null
  const before = findEarlierRow(row, context, was => isChargedOff(was) && hasGrown(was, row))
  return (
    before &&
    describeChange(before, {
      now: `lists it as charged off with a balance of ${formatAmount(row.currentBalance)}`,
      earlier: `listed ${formatAmount(before.row.currentBalance)}`,
      fields: ['currentBalance'],
    })
  )
}

const owedAgain = (row: Account, context: RuleContext): Statement | null => {
  if (isPaid(row) || centsOwed(row.currentBalance) <= 0) return null
  // A reopened card may have a balance again and fall behind, but is not charged off without warning.
  const isCardAgain = isRevolving(row) && row.openClosed !== 'Closed' && !isSevere(row.payStatus)
  if (isCardAgain && !isLate(row.payStatus)) return null
  const before = findEarlierRow(row, context, was => isPaid(was) && centsOwed(was.currentBalance) === 0)
  return (
    before &&
    describeChange(before, {
      now: `shows ${formatAmount(row.currentBalance)} owed`,
      earlier: 'listed it as paid',
      fields: ['accountStatus', 'payStatus', 'currentBalance'],
      earlierFields: ['accountStatus', 'currentBalance'],
      ...(isCardAgain
        ? {
            verdict: 'ask',
            severity: 'medium',
            closing: 'A card can be opened again. Did you use it after you paid it?',
          }
        : {}),
    })
  )
}

const liableAgain = (row: Account, context: RuleContext): Statement | null => {
  const ended = /terminat|relinquish|ended/i
  if (row.responsibility === null || ended.test(row.responsibility)) return null
  const before = findEarlierRow(row, context, was => ended.test(was.responsibility ?? ''))
  return (
    before &&
    describeChange(before, {
      now: `lists you as ${row.responsibility.toLowerCase()}`,
      earlier: `said ${before.row.responsibility?.toLowerCase() ?? '-'}`,
      fields: ['responsibility'],
      title: 'An account you had left is listed as yours again',
      reason: 'not_responsible',
    })
  )
}

/** Months that an earlier report showed on time or less late. */
const nowLate = (row: Account, context: RuleContext): Statement | null => {
  if (isInBankruptcy(row)) return null
  const late = row.paymentHistory.filter(({ status }) => isLate(status))
  if (late.length === 0) return null
  const now = statusByMonth(row)
  const worseThan = (was: Account): Account['paymentHistory'] => {
    const ends = monthOf(was.lastReported)
    if (ends === null || isInBankruptcy(was)) return []
    const then = statusByMonth(was)
    // That report's month was not over yet.
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
  return describeChange(before, {
    now: `shows ${showMonth(first?.date ?? null)} as ${formatStatus(first?.status ?? null)}`,
    earlier: `showed it as ${formatStatus(was)}`,
    fields: [],
    months,
    moreEvidence: months.map(({ date }) => ({
      bureau: row.bureau,
      field: `paymentHistory ${showMonth(date)} (report of ${showDate(before.reportDate)})`,
      value: then.get(date) ?? '-',
    })),
    // A month that was late before is still late, so no letter may deny it.
    ...(months.every(({ date }) => then.get(date) === 'OK')
      ? { reason: suggestMonthsReason(months, row) }
      : { reason: 'other', title: 'A month is now reported as later' }),
  })
}

/**
 * Compares the month of the earlier report itself: its status then was better than the history shows now, or different.
 */
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
  return describeChange(before, {
    now: `shows ${showMonth(doubted[0]?.date ?? null)} as ${formatStatus(doubted[0]?.status ?? null)}`,
    earlier: `gave it as ${was === 'OK' ? 'current' : formatStatus(was)}`,
    fields: [],
    months: doubted,
    earlierFields: ['payStatus', 'lastReported'],
    verdict: 'ask',
    severity: 'medium',
    ...(was === 'OK'
      ? {
          reason: suggestMonthsReason(doubted, row),
          closing: 'A payment can be missed or returned after a report. Was it?',
        }
      : {
          reason: 'other',
          title: 'A month is reported differently than before',
          closing: 'A lender may correct a month later. Which is right?',
        }),
  })
}

/** An ended loan: its last rating cannot change (Metro 2 field 17B). */
const isEndedLoan = (row: Account): boolean =>
  isLoan(row) && isClosed(row) && isZeroAmount(row.currentBalance)

const severityOf = (status: PayToken | null): number | null => (isSevere(status) ? 7 : latenessStep(status))

const ratingNowWorse = (row: Account, context: RuleContext): Statement | null => {
  const now = severityOf(row.payStatus)
  // A bankruptcy can be marked on all accounts, even those already closed.
  if (now === null || row.payStatus === 'BK' || !isEndedLoan(row)) return null
  const before = findEarlierRow(row, context, was => {
    const then = severityOf(was.payStatus)
    return isEndedLoan(was) && then !== null && now > then
  })
  return (
    before &&
    describeChange(before, {
      now: `rates it as ${formatStatus(row.payStatus)}`,
      earlier: `, when it had already ended, rated it as ${formatStatus(before.row.payStatus)}`,
      fields: ['accountStatus', 'payStatus'],
      title: 'The last rating of a closed loan became worse',
    })
  )
}

const closedOtherwise = (row: Account, context: RuleContext): Statement | null => {
  if (beganElsewhere(row)) return null
  const closed = row.dateClosed
  const before = findEarlierRow(row, context, was =>
    closed === null
      ? row.openClosed === 'Open' && was.openClosed === 'Closed' && was.dateClosed !== null
      : (was.dateClosed?.length ?? 0) > 4 && closed.length > 4 && datesDiffer(was.dateClosed, closed),
  )
  if (before === null) return null
  // A loan ends once; a card can be reopened and closed again, and a charge-off settled later.
  const isOnce = isEndedLoan(row) && isEndedLoan(before.row) && !row.isDerogatory && !before.row.isDerogatory
  return describeChange(before, {
    now: closed === null ? 'lists it as open' : `lists it as closed on ${showDate(closed)}`,
    earlier: `listed it as closed on ${showDate(before.row.dateClosed)}`,
    fields: ['openClosed', 'dateClosed'],
    ...(closed === null
      ? {
          verdict: 'ask',
          title: 'A closed account is open again',
          closing: 'An account can be opened again. Did you open it?',
        }
      : isOnce
        ? {}
        : { verdict: 'ask', closing: 'It may have been open in between. When was it closed?' }),
  })
}

const typedOtherwise = (row: Account, context: RuleContext): Statement | null => {
  const kind = detectAccountKind(row)
  if (kind === null || beganElsewhere(row)) return null
  const before = findEarlierRow(row, context, was => {
    const then = detectAccountKind(was)
    return then !== null && then !== kind && !beganElsewhere(was)
  })
  return (
    before &&
    describeChange(before, {
      now: `lists it as ${row.accountTypeDetail?.toLowerCase() ?? '-'}`,
      earlier: `listed it as ${before.row.accountTypeDetail?.toLowerCase() ?? '-'}`,
      fields: ['accountTypeDetail'],
      severity: 'low',
      reason: 'other',
      closing: 'A lender may reclassify an account. Which is right?',
    })
  )
}

/** Metro 2 consumer information indicators V and R. */
const reaffirmedAgain = (row: Account, context: RuleContext): Statement | null => {
  const isRescinded = (one: Account) => hasRemark(one, /reaffirm.*rescinded|rescinded.*reaffirm/i)
  if (!hasRemark(row, /reaffirm/i) || isRescinded(row)) return null
  const before = findEarlierRow(row, context, isRescinded)
  return (
    before &&
    describeChange(before, {
      now: 'says that the debt was reaffirmed',
      earlier: 'said that this was rescinded',
      fields: ['remarks'],
      reason: 'other',
      title: 'A debt is listed as reaffirmed again',
      closing:
        'After a discharge, a debt is not owed once its reaffirmation is rescinded. Did you reaffirm it again?',
    })
  )
}

/** Metro 2 field 8 allows only one of these; a home equity line may be either. */
const kindOfPortfolio = (row: Account): string | null => {
  if (isHomeEquityLine(row)) return null
  if (isRevolving(row)) return 'revolving'
  return isLoan(row) ? row.accountType : null
}

export const earlierReportRules: readonly Rule[] = [
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
    source: `${accuracy}; Metro 2 field 10: the date opened does not change`,
    title: 'The opening date changed since an earlier report',
    reason: 'wrong_dates',
    implies: ['C-21'],
    check: reopened,
  }),
  accountRule({
    id: 'C-41',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 97, fields 21 and 23: current balance and charge-off amount`,
    title: 'The balance of a charged-off account still grows',
    reason: 'wrong_balance',
    closing:
      'A creditor may add interest only where the contract or the law allows it. Were you told about it?',
    check: growing,
  }),
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
      return describeChange(before, {
        now: `gives a charge-off of ${formatAmount(row.chargeOffAmount)}`,
        earlier: `gave ${formatAmount(before.row.chargeOffAmount)}`,
        fields: ['chargeOffAmount'],
        // Some lenders report what is left after payments.
        ...(isLess
          ? { verdict: 'ask', severity: 'low', closing: 'Payments may have been subtracted. Did you pay?' }
          : {}),
      })
    },
  }),
  accountRule({
    id: 'C-53',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 13 and 61 to 65: final; ECOA code Z: ends the responsibility`,
    title: 'A paid debt is owed again',
    reason: 'paid_or_settled',
    check: (row, context) => owedAgain(row, context) ?? liableAgain(row, context),
  }),
  accountRule({
    id: 'C-54',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 18 payment history profile: a reported month does not change`,
    title: 'A month that was on time is now late',
    reason: 'other',
    check: (row, context) => nowLate(row, context) ?? monthNowLate(row, context),
  }),
  accountRule({
    id: 'C-55',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 account status 94: a completed foreclosure is final; field 8: portfolio type`,
    title: 'An account changed its type between two reports',
    reason: 'wrong_payment_status',
    closing: 'A lender may reclassify an account, or write off what a sale left unpaid. Which is right?',
    check: (row, context) => {
      const foreclosed =
        row.payStatus === 'CO' ? findEarlierRow(row, context, was => was.payStatus === 'FC') : null
      if (foreclosed !== null) {
        return describeChange(foreclosed, {
          now: 'lists it as charged off',
          earlier: 'listed a foreclosure',
          fields: ['payStatus'],
        })
      }
      const kind = kindOfPortfolio(row)
      const other = isMergedRow(row)
        ? undefined
        : context.earlierRows(row).find(({ row: was }) => {
            const then = kindOfPortfolio(was)
            return kind !== null && then !== null && then !== kind
          })
      if (other === undefined) return typedOtherwise(row, context) ?? reaffirmedAgain(row, context)
      const areLoans = isLoan(row) && isLoan(other.row)
      return beganElsewhere(row) || isSevere(row.payStatus) || isZeroAmount(row.currentBalance)
        ? null
        : describeChange(other, {
            now: `lists it as ${row.accountType.toLowerCase()}`,
            earlier: `listed it as ${other.row.accountType.toLowerCase()}`,
            fields: ['accountType'],
            reason: 'other',
            ...(areLoans ? { severity: 'low' } : {}),
          })
    },
  }),
  accountRule({
    id: 'C-60',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 17B and 26: the payment rating is that of the day on which an account ended`,
    title: 'A closing date changed since an earlier report',
    reason: 'other',
    check: (row, context) => {
      const rated = ratingNowWorse(row, context)
      if (rated !== null) return rated
      const statement = closedOtherwise(row, context)
      return statement === null ? null : { severity: 'low', ...statement }
    },
  }),
]
