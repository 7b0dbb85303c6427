import type { Account } from '#features/reports/canonical.ts'
import { isStudentLoan } from '#features/reports/listed-twice.ts'
import { isAuthorizedUserRow } from '#features/reports/row-ownership.ts'
import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import {
  beganElsewhere,
  isCollectorAccount,
  isInBankruptcy,
  isLate,
  isLoan,
  isSevere,
} from '../account-facts.ts'
import { memoizePerBureau } from '../context.ts'
import type { DateField } from '../evidence.ts'
import { accuracy, type Rule } from '../finding.ts'
import { isBefore } from '../partial-dates.ts'
import { eighteenthBirthday } from '../personal-details.ts'
import { accountRule, recordRule, type Statement } from '../row-rules.ts'

/** Dates that are impossible or in the wrong order. */

const falseData = 'CFPB advisory opinion of October 2022, facially false data'

const named: readonly (readonly [DateField, string])[] = [
  ['dateOpened', 'an opening date'],
  ['dateClosed', 'a closing date'],
  ['dateFirstDelinquency', 'a first missed payment'],
  ['dateLastPayment', 'a last payment'],
  ['dateLastActive', 'a last activity'],
  ['datePaid', 'a day of being paid'],
  ['dateChargeOff', 'a charge-off'],
]

/** A later user or joint holder of a card may be younger than the card. */
const mayHaveJoined = (row: Account): boolean =>
  !isLoan(row) && !row.isCollection && !/individual|sole|primary/i.test(row.responsibility ?? '')

const joined =
  'Someone older may have added you as a user or joint holder. Is it a card of your family, or a stranger’s?'

/** One day of grace for other time zones; a date without its day is compared by month. */
export const isAfterReport = (date: PartialDate, reportDate: PartialDate): boolean => {
  const length = Math.min(date.length, reportDate.length)
  return date.slice(0, length) > reportDate.slice(0, length) && dayNumber(date) - dayNumber(reportDate) > 1
}

/** Some lenders date a report before a payment that it already includes, or at the end of the cycle. */
const reportingLag = 31

const lateDates = (row: Account, asOf: PartialDate): DateField[] => {
  const fields = named.flatMap(([field]) => {
    const date = row[field]
    return date !== null && isAfterReport(date, asOf) ? [field] : []
  })
  const reported = row.lastReported
  const isFarAhead =
    reported !== null && isAfterReport(reported, asOf) && dayNumber(reported) - dayNumber(asOf) > reportingLag
  return isFarAhead ? [...fields, 'lastReported'] : fields
}

const nameOf = (field: DateField): string => named.find(([one]) => one === field)?.[1] ?? 'a last report'

const outOfOrder = (row: Account): readonly [DateField, DateField] | null => {
  const pairs: readonly (readonly [DateField, DateField])[] = [
    ['dateOpened', 'dateLastPayment'],
    ['dateOpened', 'dateClosed'],
    ['dateOpened', 'dateChargeOff'],
  ]
  return pairs.find(([begins, ends]) => isBefore(row[ends], row[begins])) ?? null
}

const laterThanReported = (row: Account): boolean =>
  row.dateLastPayment !== null &&
  row.lastReported !== null &&
  isBefore(row.lastReported, row.dateLastPayment) &&
  dayNumber(row.dateLastPayment) - dayNumber(row.lastReported) > reportingLag

const firstSevere = (row: Account): PartialDate | null =>
  row.paymentHistory.find(({ status }) => isSevere(status) && status !== 'BK')?.date ?? null

/** A later first missed payment makes a negative entry look newer. */
const ofLaterDate = (row: Account) => (row.isDerogatory ? 'reaged' : 'wrong_dates')

const firstDelinquency = (row: Account): Statement | null => {
  const first = row.dateFirstDelinquency
  if (first === null) return null
  const opening = `gives ${showDate(first)} as first missed payment`
  if (!beganElsewhere(row) && isBefore(first, row.dateOpened)) {
    return {
      text: `${opening}, before it was opened on ${showDate(row.dateOpened)}`,
      fields: ['dateFirstDelinquency', 'dateOpened'],
    }
  }
  if (isBefore(row.dateChargeOff, first)) {
    return {
      text: `${opening}, after it was charged off on ${showDate(row.dateChargeOff)}`,
      fields: ['dateFirstDelinquency', 'dateChargeOff'],
      reason: ofLaterDate(row),
    }
  }
  const severe = firstSevere(row)
  return !isCollectorAccount(row) && isBefore(severe, first)
    ? {
        text: `${opening}, after it was already listed as charged off or worse in ${showDate(severe)}`,
        fields: ['dateFirstDelinquency'],
        months: row.paymentHistory.filter(({ date }) => date === severe),
        reason: ofLaterDate(row),
      }
    : null
}

/** The kinds of account for which a bureau reports the first missed payment. */
const datedKinds = memoizePerBureau(rows => {
  const dated = rows.filter(({ dateFirstDelinquency }) => dateFirstDelinquency !== null)
  return {
    any: dated.length > 0,
    bankrupt: dated.some(isInBankruptcy),
    late: dated.some(({ payStatus }) => isLate(payStatus)),
  }
})

export const dateRules: readonly Rule[] = [
  accountRule({
    id: 'C-13',
    verdict: 'impossible',
    severity: 'high',
    source: `15 USC 1681s-2(a)(5); ${falseData}: first delinquency before the opening or after the charge-off; Metro 2 field 25`,
    title: 'The first missed payment does not fit the other dates',
    reason: 'wrong_dates',
    check: firstDelinquency,
  }),
  accountRule({
    id: 'C-15',
    verdict: 'ask',
    severity: 'medium',
    source: '15 USC 1681s-2(a)(5); Metro 2 field 25, required for collections and charge-offs',
    title: 'A negative account does not say when it began',
    reason: 'other',
    closing: 'The entry must go seven years after that date. Do you know when the first payment was missed?',
    // Most formats never carry the date: it counts as missing only if the bureau reports it for other negative rows.
    check: (row, context) => {
      if (row.dateFirstDelinquency !== null) return null
      const dated = datedKinds(context, row.bureau)
      const isBankrupt = isInBankruptcy(row)
      const isNegative = row.isDerogatory && (isSevere(row.payStatus) || row.isCollection) && !isBankrupt
      const isLikeDated = isBankrupt ? dated.bankrupt : isLate(row.payStatus) && dated.late
      if (!(isNegative ? dated.any : isLikeDated)) return null
      const statement = {
        text: 'gives no date of a first missed payment, as it does for other accounts',
        fields: ['accountStatus', 'dateFirstDelinquency'],
      } as const
      // The law requires the date for collections, charge-offs and the like; the format for every late account.
      return isNegative ? statement : { ...statement, severity: 'low' }
    },
  }),
  accountRule({
    id: 'C-18',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; ${falseData}: a date in the future`,
    implies: ['C-13', 'C-20', 'C-21', 'C-44'],
    title: 'An account has a date in the future',
    reason: 'wrong_dates',
    check: (row, { asOf }) => {
      if (asOf === null) return null
      const [first, ...others] = lateDates(row, asOf)
      const months = row.paymentHistory.filter(({ date }) => isAfterReport(date, asOf))
      if (first === undefined && months.length === 0) return null
      return {
        text:
          first === undefined
            ? `shows a payment of ${showDate(months[0]?.date ?? null)}, but the report is of ${showDate(asOf)}`
            : `gives it ${nameOf(first)} of ${showDate(row[first])}, but the report is of ${showDate(asOf)}`,
        fields: first === undefined ? [] : [first, ...others],
        months,
      }
    },
  }),
  recordRule({
    id: 'C-18',
    title: 'A public record has a date in the future',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; ${falseData}: a date in the future`,
    check: ({ filed, disposed }, { asOf }) => {
      if (asOf === null) return null
      const date = [filed, disposed].find(
        one => one !== null && isBefore(asOf, one) && isAfterReport(one, asOf),
      )
      return date
        ? {
            text: `gives it a date of ${showDate(date)}, but the report is of ${showDate(asOf)}. Both can’t be true.`,
            field: 'filed',
            date,
          }
        : null
    },
  }),
  accountRule({
    id: 'C-19',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; ${falseData}: an account older than its holder`,
    title: 'An account is older than you are',
    reason: 'not_mine',
    check: (row, { birthDateAt }) => {
      const birth = birthDateAt(row.bureau)
      if (birth === null || row.dateOpened === null) return null
      const fields = ['dateOpened', 'responsibility'] as const
      const more = [{ bureau: row.bureau, field: 'dob', value: showDate(birth) ?? '-' }]
      if (isAuthorizedUserRow(row)) return null
      if (isBefore(row.dateOpened, birth)) {
        return {
          text: `shows it as opened ${showDate(row.dateOpened)}, before your date of birth of ${showDate(birth)}`,
          fields,
          moreEvidence: more,
          // Either the account or the date is wrong.
          ...(mayHaveJoined(row) ? { verdict: 'ask', closing: joined } : { reason: 'other' }),
        }
      }
      // An authorized user and a student borrower may be younger.
      return isBefore(row.dateOpened, eighteenthBirthday(birth)) && !isStudentLoan(row)
        ? {
            text: `shows it as opened ${showDate(row.dateOpened)}, before you were eighteen`,
            fields,
            moreEvidence: more,
            verdict: 'ask',
            title: 'An account was opened before you were eighteen',
            closing: 'Is it yours, or does it belong to someone with a similar name?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-20',
    verdict: 'impossible',
    severity: 'medium',
    source: `${accuracy}; ${falseData}: dates that contradict the opening date; Metro 2 fields 10, 24, 26, 27`,
    title: 'The dates of an account are in the wrong order',
    reason: 'wrong_dates',
    check: row => {
      const pair = beganElsewhere(row) ? null : outOfOrder(row)
      if (pair !== null) {
        const [begins, ends] = pair
        return {
          text: `gives it ${nameOf(ends)} of ${showDate(row[ends])}, before it was opened on ${showDate(row[begins])}`,
          fields: [begins, ends],
        }
      }
      return laterThanReported(row)
        ? {
            text: `gives it a last payment of ${showDate(row.dateLastPayment)}, but it was last reported on ${showDate(row.lastReported)}`,
            fields: ['dateLastPayment', 'lastReported'],
            // The date of the last report may be outdated instead.
            verdict: 'contradiction',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-43',
    verdict: 'ask',
    severity: 'low',
    source: '15 USC 1681c(c)(1): activity does not restart the seven years',
    title: 'An old debt shows newer activity without a payment',
    // Nothing shows that the start of the seven years has changed.
    reason: 'wrong_dates',
    closing: 'Activity need not be a payment, and does not restart the clock. Did anything happen then?',
    check: row =>
      row.isDerogatory &&
      row.dateLastActive !== null &&
      row.dateLastPayment !== null &&
      isBefore(row.dateLastPayment, row.dateLastActive) &&
      dayNumber(row.dateLastActive) - dayNumber(row.dateLastPayment) > 365
        ? {
            text: `shows a last activity of ${showDate(row.dateLastActive)} and a last payment of ${showDate(row.dateLastPayment)}`,
            fields: ['dateLastActive', 'dateLastPayment'],
          }
        : null,
  }),
]
