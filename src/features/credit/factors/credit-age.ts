import { isAuthorizedUser } from '#features/reports/whose-row.ts'
import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import type { ShownAccount } from '../contract.ts'
import { type Measured, rate } from '../factor-bands.ts'
import { type Facts, isOpen, latestWith } from '../facts.ts'
import { type Advice, basisOf, nameOf } from '../wording.ts'

const daysPerYear = 365.25

type Opened = { row: ShownAccount; date: PartialDate }

const openedOf = (row: ShownAccount | undefined): Opened | null => {
  const date = row?.dateOpened ?? null
  return row === undefined || date === null ? null : { row, date }
}

const keepOpen = (cards: readonly Opened[], facts: Facts): Advice[] => {
  const [oldest] = cards.toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date))
  if (oldest === undefined) return []
  const name = nameOf(oldest.row, facts)
  return [
    {
      title: `The oldest open card of your own is ${name}`,
      recommendation: `Keep ${name} open, even if you use it rarely.`,
      explanation: `It was opened ${showDate(oldest.date)}. The age of open accounts is measured from that date.`,
    },
  ]
}

/**
 * Mean age of the open accounts at the report's date, in years to one decimal, rated as shown (decisions
 * section 5). Accounts without an opening date, or with one after the report, have no age.
 */
export const creditAge = (facts: Facts): Measured | null => {
  const { asOf } = facts
  if (asOf === null) return null
  const opened = facts.accounts
    .filter(isOpen)
    .map(account => openedOf(latestWith(account, row => row.dateOpened !== null)))
    .filter(account => account !== null)
    .filter(({ date }) => dayNumber(date) <= dayNumber(asOf))
  if (opened.length === 0) return null
  const daysOld = (date: PartialDate) => dayNumber(asOf) - dayNumber(date)
  const days = opened.reduce((sum, { date }) => sum + daysOld(date), 0) / opened.length
  const years = Math.round((days / daysPerYear) * 10) / 10
  const cards = opened.filter(({ row }) => row.accountType === 'Revolving' && !isAuthorizedUser(row))
  return {
    id: 'credit_age',
    measure: years,
    value: `${years.toFixed(1)} years`,
    description:
      opened.length === 1
        ? `The age of your one open account on ${showDate(asOf)}.`
        : `The average age of your ${opened.length} open accounts on ${showDate(asOf)}.`,
    alerts: rate('credit_age', years) === 'excellent' ? [] : keepOpen(cards, facts),
    basis: opened.map(({ row, date }) =>
      basisOf(row, facts, `Opened ${showDate(date)}, ${(daysOld(date) / daysPerYear).toFixed(1)} years`),
    ),
  }
}
