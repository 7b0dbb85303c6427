import type { Account } from '#features/reports/canonical.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { hasRemark, isCollectorAccount, isLate, isStudentLoan } from '../account-facts.ts'
import type { DateField } from '../evidence.ts'
import type { Rule } from '../finding.ts'
import {
  add180Days,
  addSevenYears,
  addYears,
  earliestDay,
  latestDay,
  mayBeTooOld,
  reportingEndRange,
  wasCollectedOrChargedOff,
} from '../reporting-period.ts'
import { accountRule, recordRule, type Statement } from '../row-rules.ts'

/** Negative entries past the time for which the law allows reporting. */

const law = '15 USC 1681c(a)(1) to (5) and (c)(1); larger credit and salaries are exempt by 1681c(b)'

const adverse = (row: Account): boolean => row.isDerogatory || isLate(row.payStatus)

/**
 * Student loans in default: federal ones may be listed for seven years from a paid claim or a newer default
 * (20 USC 1080a(f)), Perkins loans until they are paid (20 USC 1087cc(c)(3)).
 */
const mayBeFederalDefault = (row: Account): boolean =>
  (isStudentLoan(row) && wasCollectedOrChargedOff(row)) ||
  hasRemark(row, /claim filed with government|assigned to (?:the )?(?:u\.?s\.? )?government/i)

/**
 * A date that cannot be before the first missed payment: a debt is charged off, or reaches a collector, after
 * it.
 */
const notBeforeFirst = (row: Account): DateField | null => {
  if (!wasCollectedOrChargedOff(row)) return null
  if (row.dateChargeOff !== null) return 'dateChargeOff'
  return isCollectorAccount(row) && row.dateOpened !== null ? 'dateOpened' : null
}

const endAfter = (date: PartialDate): string => addSevenYears(add180Days(latestDay(date)))

const byFirstDelinquency = (row: Account, asOf: string): Statement | null => {
  const ends = reportingEndRange(row)
  if (ends === null || ends.latest >= asOf) return null
  return {
    text: `gives ${showDate(row.dateFirstDelinquency)} as first missed payment, which sets its end at ${showDate(ends.latest)}`,
    fields: ['accountStatus', 'dateFirstDelinquency'],
  }
}

const byLaterDate = (row: Account, asOf: string): Statement | null => {
  const field = notBeforeFirst(row)
  const date = field === null ? null : row[field]
  if (row.dateFirstDelinquency !== null || field === null || date === null || endAfter(date) >= asOf)
    return null
  const what = field === 'dateOpened' ? 'came to the collector' : 'was charged off'
  return {
    text: `shows that it ${what} on ${showDate(date)}, so the first missed payment is older and its time ended by ${showDate(endAfter(date))}`,
    fields: ['accountStatus', field],
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
        // A newer first missed payment is not what makes this month too old.
        ...(mayBeTooOld(row, asOf) ? {} : { reason: 'other' }),
      }
}

const bankruptcyYears = 10

/** Kinds with a time limit. Convictions have none. */
const kindsInTime =
  /lien|judg|attachment|deed in lieu|detainer|evict|foreclos|garnish|support|(?:law|civil )suit|arrest|trusteeship|repossess/i

/** Years from the filing; null when the kind is unknown or has no limit. */
const yearsOf = (type: string): number | null => {
  if (/convict|criminal/i.test(type)) return null
  if (/bankrupt|chapter/i.test(type)) return bankruptcyYears
  return kindsInTime.test(type) ? 7 : null
}

/**
 * A paid lien counts from its payment. A suit, a judgment or an arrest may be listed as long as it can be
 * enforced (15 USC 1681c(a)(2), (3)), so only its end starts the time.
 */
const isOpenEnded = (type: string): boolean => /lien|judg|suit|arrest/i.test(type)

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
    check: ({ type, filed, disposed }, { asOf }) => {
      const years = yearsOf(type)
      if (asOf === null || filed === null || years === null) return null
      const from = isOpenEnded(type) ? disposed : filed
      if (from === null || addYears(latestDay(from), years) >= earliestDay(asOf)) return null
      return {
        text: `lists a record of ${showDate(from)}. A record of this kind may be listed for ${years} years.`,
        field: from === filed ? 'filed' : 'disposed',
        date: from,
      }
    },
  }),
]
