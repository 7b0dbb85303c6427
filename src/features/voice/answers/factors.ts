import type { Factor, ShownAccount } from '#features/credit/contract.ts'
import { formatUtilization, openCards } from '#features/credit/factors/card-use.ts'
import { accountName, formatCents } from '#features/credit/wording.ts'
import { showList } from '#values/list.ts'
import { type Answer, citeAccount, citeBasis, citeFactor, type ReportData, reportAnswer } from '../answer.ts'

const factorOf = ({ analytics }: ReportData, id: Factor['id']): Factor | undefined =>
  analytics.creditFactors.find(factor => factor.id === id)

const CITED = 12

const factorAnswer = (
  known: ReportData,
  id: Factor['id'],
  field: keyof ShownAccount,
  lead: (factor: Factor) => string,
  missing: string,
): Answer => {
  const factor = factorOf(known, id)
  if (factor === undefined) return reportAnswer(missing)
  return reportAnswer(`${lead(factor)} ${factor.description}`, [
    citeFactor(factor),
    ...citeBasis(factor.basis, field).slice(0, CITED),
  ])
}

/** Balances divided by limits of open cards. */
export const utilizationAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'credit_utilization',
    'creditLimit',
    ({ value, rating }) => `Your credit utilization is ${value.toLowerCase()}, rated ${rating}.`,
    'Your report has no open card with a balance and a limit, so there is no utilization to count.',
  )

export const cardUseAnswer = (known: ReportData): Answer => {
  const { facts } = known
  const cards = openCards(facts).toSorted(
    (one, other) => other.balance * one.limit - one.balance * other.limit,
  )
  if (cards.length === 0)
    return reportAnswer(
      'Your report has no open card with a balance and a limit, so there is no use to count.',
    )
  const lines = cards.map(
    ({ row, balance, limit }) =>
      `${accountName(row, facts)} uses ${formatUtilization(balance, limit)}: ${formatCents(balance)} of ${formatCents(limit)}.`,
  )
  return reportAnswer(
    lines.join(' '),
    cards.map(({ row }) => citeAccount(row, 'creditLimit', facts)),
  )
}

/** By impact, then by distance from the best rating. */
export const factorsAnswer = (known: ReportData): Answer => {
  const factors = known.analytics.creditFactors
  if (factors.length === 0) return reportAnswer('Your report holds too little to rate any factor.')
  const weak = factors.filter(({ rating }) => rating === 'fair' || rating === 'poor')
  const line = ({ title, value, rating, impactLevel }: Factor) =>
    `${title}: ${value}, rated ${rating}, ${impactLevel} impact.`
  return reportAnswer(
    [
      weak.length === 0
        ? 'Nothing is rated fair or poor.'
        : `What weighs against you now: ${showList(weak.map(({ title }) => title.toLowerCase()))}.`,
      ...factors.map(line),
    ].join(' '),
    factors.map(citeFactor),
  )
}

/** Share of reported months paid on time. */
export const paymentHistoryAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'payment_history',
    'paymentHistory',
    ({ value, rating }) => `${value} of your reported months were paid on time, rated ${rating}.`,
    'Your report has no payment history to count.',
  )

/** Mean age of open accounts. */
export const creditAgeAnswer = (known: ReportData): Answer =>
  factorAnswer(
    known,
    'credit_age',
    'dateOpened',
    ({ value, rating }) => `Your credit is ${value} old on average, rated ${rating}.`,
    'Your report has no open account with an opening date, so there is no age to count.',
  )

/** All accounts, open ones, and how many of each type. */
export const accountCountAnswer = (known: ReportData): Answer => {
  const answer = factorAnswer(
    known,
    'total_accounts',
    'accountStatus',
    ({ rating }) => `Your number of accounts is rated ${rating}.`,
    'Your report lists no accounts.',
  )
  const ofType = Map.groupBy(known.facts.accounts, ({ latest }) => latest.accountType)
  const types = [...ofType].map(([type, some]) => `${some.length} ${type.toLowerCase()}`)
  return types.length === 0 ? answer : { ...answer, text: `${answer.text} By type: ${types.join(', ')}.` }
}

/** Applications of the last 24 months, each company and date once, newest first. */
export const inquiriesAnswer = (known: ReportData): Answer => {
  const factor = factorOf(known, 'hard_inquiries')
  if (factor === undefined) return reportAnswer('Your report does not say anything of inquiries.')
  const { basis } = factor
  const named = basis.slice(0, 5).map(({ label, value }) => `${label} on ${value}`)
  const more = basis.length - named.length
  const list =
    named.length === 0
      ? ''
      : ` ${more > 0 ? 'The newest: ' : ''}${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
  return reportAnswer(`${factor.description}${list}`, [
    citeFactor(factor),
    ...citeBasis(basis, 'id').slice(0, CITED),
  ])
}

/** The first recommendations of the weakest factors, as in Overview. No score is promised. */
export const improveAnswer = (known: ReportData): Answer => {
  const advised = known.analytics.creditFactors.flatMap(factor =>
    factor.alerts.slice(0, 1).map(alert => ({ factor, alert })),
  )
  const first = advised.slice(0, 3)
  if (first.length === 0)
    return reportAnswer('Your report shows nothing that needs you now. Keep paying on time.')
  return reportAnswer(
    `What the report suggests, first things first: ${first.map(({ alert }) => alert.recommendation).join(' ')} Nobody can promise what a score does after that.`,
    first.flatMap(({ factor }) => [citeFactor(factor), ...citeBasis(factor.basis, 'id').slice(0, 3)]),
  )
}
