import { monthOf } from '#values/dates.ts'
import type { Account, PayToken } from '../../canonical.ts'
import { type AccountKind, payTokenFromCode, payTokenFromRating } from '../codes.ts'
import { isOwed, parseCount, parseDate, parseMoney, parseText } from '../fields.ts'
import {
  addReportedMonth,
  detectPaymentDialect,
  type LateCounts,
  type PaymentDialect,
  parsePaymentMonths,
  sortByMonth,
} from '../payment-pattern.ts'

/** How a MISMO liability is and was paid: rating, late counters, payment pattern. */

/** A value of a liability by its element name. */
export type Leaf = (name: string) => string | undefined

/** Months counted apart as 120 days late belong to the 90-or-worse of our model. */
const countsOf = (leaf: Leaf): LateCounts => {
  const count = (days: string) => parseCount(leaf(`CreditLiability${days}DaysLateCount`))
  const [late90, late120] = [count('90'), count('120')]
  return {
    late30: count('30'),
    late60: count('60'),
    late90: late90 === null ? late120 : late90 + (late120 ?? 0),
  }
}

/** The rating as given: its type; else its code, whose digits 1 to 6 mean nothing until the counting is known. */
const ratingOf = (
  leaf: Leaf,
  typed: PayToken | null,
  dialect: PaymentDialect | null,
  kind: AccountKind,
): PayToken | null => {
  const code = parseText(leaf('CreditLiabilityCurrentRatingCode'))
  if (typed !== null) return typed
  return dialect === null && /^[1-6]$/.test(code ?? '')
    ? null
    : payTokenFromCode(dialect ?? 'experian', code, kind)
}

/** Where no rating tells, a charge-off amount or date does. */
const chargedOff = (leaf: Leaf): PayToken | null =>
  isOwed(parseMoney(leaf('CreditLiabilityChargeOffAmount'))) ||
  parseDate(leaf('CreditLiabilityChargeOffDate')) !== null
    ? 'CO'
    : null

type Ratings = Pick<
  Account,
  'payStatus' | 'worstStatus' | 'late30' | 'late60' | 'late90' | 'paymentHistory' | 'isCollection'
>

/** `kind.collection`: a collection agency's account. `declared`: the CreditRatingCodeType of the response. */
export const readRatings = (
  leaf: Leaf,
  kind: AccountKind,
  declared: string | null,
  isClosed: boolean,
): Ratings => {
  const pattern = (leaf('CreditLiabilityPaymentPatternDataText') ?? '').trim()
  const counts = countsOf(leaf)
  const reported = monthOf(parseDate(leaf('CreditLiabilityAccountReportedDate')))
  const start = monthOf(parseDate(leaf('CreditLiabilityPaymentPatternStartDate')))
  const newest = start ?? reported
  const typed = payTokenFromRating(parseText(leaf('CreditLiabilityCurrentRatingType')), kind)
  const dialect = detectPaymentDialect(
    pattern,
    counts,
    declared,
    start !== null && start === reported ? typed : null,
  )
  const monthsAs = (collection: boolean) =>
    newest === null ? [] : parsePaymentMonths(pattern, newest, dialect ?? 'experian', { ...kind, collection })

  const given = ratingOf(leaf, typed, dialect, kind)
  const lastMonth = dialect === null ? undefined : sortByMonth(monthsAs(kind.collection)).at(-1)
  const inPattern =
    lastMonth !== undefined && lastMonth.date === (reported ?? newest) ? lastMonth.status : null
  const unrated = chargedOff(leaf) ?? given ?? inPattern
  const payStatus = given === null || given === 'U' ? unrated : given
  const isCollection = kind.collection || payStatus === 'COL'
  const worst = payTokenFromRating(parseText(leaf('CreditLiabilityHighestAdverseRatingType')), {
    ...kind,
    collection: isCollection,
  })
  return {
    ...counts,
    payStatus,
    worstStatus: worst === 'U' ? null : worst,
    isCollection,
    paymentHistory: addReportedMonth(monthsAs(isCollection), reported, payStatus, isClosed),
  }
}
