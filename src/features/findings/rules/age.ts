import type { Account } from '#features/reports/canonical.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { isLate } from '../account-facts.ts'
import type { Rule } from '../finding.ts'
import {
  addSevenYears,
  addYears,
  dateAfterFirstDelinquency,
  earliestDay,
  latestDay,
  latestReportingEnd,
  mayBeFederalDefault,
  mayBeTooOld,
  recordPeriod,
  reportingEndRange,
} from '../reporting-period.ts'
import { accountRule, recordRule, type Statement } from '../row-rules.ts'

/** Negative entries past the time for which the law allows reporting. */

const law =
  '15 USC 1681c(a)(1) to (5) and (c)(1); 11 USC 301(b), 303(a), (h); larger credit and salaries are exempt by 1681c(b)'

const adverse = (row: Account): boolean => row.isDerogatory || isLate(row.payStatus)

const byFirstDelinquency = (row: Account, asOf: string): Statement | null => {
  const ends = reportingEndRange(row)
  if (ends === null || ends.latest >= asOf) return null
  return {
    text: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment, which sets its end at ${showDate(ends.latest)}`,
    fields: ['accountStatus', 'dateFirstDelinquency'],
  }
}

const byLaterDate = (row: Account, asOf: string): Statement | null => {
  const later = dateAfterFirstDelinquency(row)
  if (row.dateFirstDelinquency !== null || later === null) return null
  const end = latestReportingEnd(later.date)
  if (end >= asOf) return null
  const what = later.field === 'dateOpened' ? 'came to the collector' : 'was charged off'
  return {
    text: `shows that it ${what} on ${showDate(later.date)}, so the first missed payment is older and its time ended by ${showDate(end)}`,
    fields: ['accountStatus', later.field],
  }
}

/** Each late month has its own seven years. */
const byMonths = (row: Account, asOf: string): Statement | null => {
  if (row.isDerogatory) return null
  const months = row.paymentHistory.filter(
    ({ date, status }) => isLate(status) && addSevenYears(latestDay(date)) < asOf,
  )
  const [first] = months
  return first === undefined
    ? null
    : {
        text: `still shows a late payment of ${showDate(first.date)}, more than seven years ago`,
        fields: [],
        months,
        // A later first missed payment is not the reason why this month is too old.
        ...(mayBeTooOld(row, asOf) ? {} : { reason: 'other' }),
      }
}

export const ageRules: readonly Rule[] = [
  accountRule({
    id: 'C-01',
    verdict: 'impossible',
    severity: 'high',
    source: law,
    implies: ['C-15', 'C-36', 'C-43'],
    title: 'A negative entry is older than the law allows',
    reason: 'too_old',
    closing:
      'Collections and charge-offs may be listed for seven years and 180 days, other late marks for seven years.',
    check: (row, { asOf }) => {
      if (asOf === null) return null
      const today = earliestDay(asOf)
      const whole = adverse(row) ? (byFirstDelinquency(row, today) ?? byLaterDate(row, today)) : null
      if (whole === null) return byMonths(row, today)
      return mayBeFederalDefault(row)
        ? {
            ...whole,
            verdict: 'ask',
            severity: 'medium',
            closing:
              'Federal student loans in default may be listed longer than others. Is it a private loan, or was it paid?',
          }
        : whole
    },
  }),
  recordRule({
    id: 'C-01',
    title: 'A public record is older than the law allows',
    verdict: 'impossible',
    severity: 'high',
    source: law,
    check: (record, { asOf }) => {
      const period = recordPeriod(record)
      if (asOf === null || record.filed === null || period === null) return null
      const isOver = (from: PartialDate | null) =>
        from !== null && addYears(latestDay(from), period.years) < earliestDay(asOf)
      const { date } = period
      if (date === null || !isOver(date)) return null
      if (!isOver(period.latest))
        return {
          text: `lists a bankruptcy filed ${showDate(date)}. It may be listed for ${period.years} years from the order for relief. ${
            period.petition === 'involuntary'
              ? 'Creditors filed it, so that order came later than the filing. Your court papers have its day.'
              : 'If you filed it, the filing is that order, and its time is over. If creditors filed it, the order came later. Who filed it?'
          }`,
          field: period.from,
          date,
          verdict: 'ask',
          severity: 'medium',
        }
      return {
        text: `lists a record of ${showDate(date)}. A record of this kind may be listed for ${period.years} years.`,
        field: period.from,
        date,
      }
    },
  }),
]
