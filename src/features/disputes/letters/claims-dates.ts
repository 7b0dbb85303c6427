import { datesDiffer } from '#features/findings/dates-apart.ts'
import { adverseMonths } from '#features/findings/disputed-months.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import {
  addSevenYears,
  latestDay,
  reportingEndRange,
  wasCollectedOrChargedOff,
} from '#features/findings/reporting-period.ts'
import type { PartialDate } from '#values/dates.ts'
import type { AccountRow } from '../facts.ts'
import type { ClaimWriter } from './claims.ts'
import { describeDifferences, describeRightValue } from './claims-values.ts'
import { type LetterEvidence, sourceName } from './told.ts'
import { longDate } from './words.ts'

const dates = [
  ['dateOpened', 'date opened'],
  ['dateClosed', 'date closed'],
  ['dateFirstDelinquency', 'date of first delinquency'],
] as const satisfies readonly (readonly [keyof AccountRow, string])[]

/** The dates of an account that another bureau gives too far apart from a row, with their names. */
export const differingDates = (row: AccountRow, other: AccountRow): { name: string; date: PartialDate }[] =>
  dates.flatMap(([field, name]) => {
    const date = other[field]
    return date !== null && datesDiffer(row[field], date) ? [{ name, date }] : []
  })

const firstDelinquency = (told: LetterEvidence): string =>
  told.facts.dateFirstDelinquency === null
    ? 'The report that I have gives no date of first delinquency.'
    : `${sourceName(told)} gives ${longDate(told.facts.dateFirstDelinquency)} as the date of first delinquency.`

/** When the reporting time ended, said only when the reported date proves it whatever day it stands for. */
const timeOver = (told: LetterEvidence, today: string): string[] => {
  const ends = reportingEndRange(told.facts)
  if (ends === null || ends.latest > today) return []
  return [
    ends.earliest === ends.latest
      ? `Counted from it, the time ended on ${longDate(ends.latest)}.`
      : `Counted from it, the time ended by ${longDate(ends.latest)}.`,
  ]
}

/** Whether a late month is shown that is younger than seven years. */
const isPartlyYounger = ({ facts }: LetterEvidence, today: string): boolean =>
  adverseMonths(facts).some(({ date }) => addSevenYears(latestDay(date)) > today)

/** The seven years of 15 USC 1681c(a)(4) and (5), with the start that 1681c(c)(1) gives collections and charge-offs. */
const limit = ({ facts }: LetterEvidence): string =>
  wasCollectedOrChargedOff(facts)
    ? 'Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began.'
    : 'Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years.'

/** When things happened and how long they may be shown. */
export const dateClaims = {
  too_old: (told, today) => {
    // An account that was late and neither collected nor charged off may stay; only what is adverse of it ends.
    const ends = wasCollectedOrChargedOff(told.facts)
    return {
      wrong: [
        ends
          ? 'This account is too old to be reported.'
          : `${isPartlyYounger(told, today) ? 'Some of what' : 'What'} is shown against me on this account is too old to be reported.`,
        limit(told),
        firstDelinquency(told),
        ...timeOver(told, today),
      ],
      ask: `Please check the date of first delinquency with ${told.facts.creditorNameReported}, and delete ${ends ? 'the account if its' : 'what is adverse if its'} time is over.`,
    }
  },
  reaged: told => ({
    wrong: [
      ...(told.right !== null
        ? [
            ...describeRightValue('reaged', told),
            'The date in your file makes the account look newer than it is.',
          ]
        : told.asksToVerify
          ? describeDifferences('reaged', told)
          : [
              'The date from which the age of this account is counted is too late, so that it looks newer than it is.',
              firstDelinquency(told),
            ]),
      'Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.',
    ],
    ask: 'Please have the date of first delinquency verified from the records of the original creditor, correct it, and delete the account if its time is over.',
  }),
} satisfies Partial<Record<AccountReason, ClaimWriter>>
