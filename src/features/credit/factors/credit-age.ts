import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { capitalize, type FactorMeasurement, formatMeasure, rateMeasure } from '../factor-bands.ts'
import {
  type AccountOpening,
  type CreditFacts,
  findOpening,
  isAuthorizedUserAccount,
  isOpenAccount,
} from '../facts.ts'
import { type Advice, accountBasis, accountName } from '../wording.ts'

const daysPerYear = 365.25

const keepOpen = (cards: readonly AccountOpening[], facts: CreditFacts): Advice[] => {
  const [oldest] = cards.toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date))
  if (oldest === undefined) return []
  const name = accountName(oldest.row, facts)
  return [
    {
      title: `The oldest open card of your own is ${name}`,
      recommendation: `Keep ${name} open, even if you use it rarely.`,
      explanation: `It was opened ${showDate(oldest.date)}. The age of open accounts is measured from that date.`,
    },
  ]
}

/**
 * Mean age of the open accounts at the report's date, in years to one decimal (decisions section 5). A missing day or month counts as the first. Accounts without an opening date, or with one after the report,
 * have no age.
 */
export const measureCreditAge = (facts: CreditFacts): FactorMeasurement | null => {
  const { asOf } = facts
  if (asOf === null) return null
  const opened = facts.accounts
    .filter(isOpenAccount)
    .map(account => findOpening(account, asOf))
    .filter(opening => opening !== null)
  if (opened.length === 0) return null
  const daysOld = (date: PartialDate) => Math.max(0, dayNumber(asOf) - dayNumber(date))
  const days = opened.reduce((sum, { date }) => sum + daysOld(date), 0) / opened.length
  const years = days / daysPerYear
  const cards = opened.filter(
    ({ row }) => row.accountType === 'Revolving' && !isAuthorizedUserAccount(facts, row),
  )
  return {
    id: 'credit_age',
    measure: years,
    value: capitalize(formatMeasure('credit_age', years, 1, number => `${number} years`)),
    description:
      opened.length === 1
        ? `The age of your one open account on ${showDate(asOf)}.`
        : `The average age of your ${opened.length} open accounts on ${showDate(asOf)}.`,
    alerts: rateMeasure('credit_age', years) === 'excellent' ? [] : keepOpen(cards, facts),
    basis: opened.map(({ row, date }) =>
      accountBasis(row, facts, `Opened ${showDate(date)}, ${(daysOld(date) / daysPerYear).toFixed(1)} years`),
    ),
  }
}
