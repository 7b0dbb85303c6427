import { openCards } from '#features/credit/factors/card-use.ts'
import {
  type CreditFacts,
  findLatestRow,
  findLimit,
  isAuthorizedUserAccount,
  isOpenCard,
  listedAccounts,
} from '#features/credit/facts.ts'
import { accountName, formatCents } from '#features/credit/wording.ts'
import { clearestNumber } from '#features/reports/account-number.ts'
import { addMonthsToDay, type PartialDate, showDate } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import { MAX_CARDS } from '../limits.ts'
import { planBalances } from './evaluate.ts'
import type { CardProgress, PayoffProgress, PayoffRequest, PayoffStart, ReportedCard } from './payoff.ts'

type FollowedPlan = { planId: string; startsOn: string; request: PayoffRequest }

/** Reports often round to whole dollars. */
const SAME = 100

/** The first day that a partial date can mean: a plan is not compared with a balance that may predate it. */
const firstDayOf = (date: PartialDate): string => `${date}-01-01`.slice(0, 10)

/** The number of payments due up to a day: month 0 is on the first day, each later one a month after. */
const monthsUntil = (startsOn: string, day: string, last: number): number => {
  let month = 0
  while (month < last && addMonthsToDay(startsOn, month + 1) <= day) month += 1
  return month
}

const reportedRow = (facts: CreditFacts, accountId: string) =>
  listedAccounts(facts)
    .find(({ id }) => id === accountId)
    ?.rows.find(({ currentBalance }) => currentBalance !== null)

const compare = (expected: number, reported: number): CardProgress['state'] => {
  if (Math.abs(reported - expected) < SAME) return 'on_plan'
  return reported < expected ? 'ahead' : 'behind'
}

const stateWords = (state: 'ahead' | 'behind' | 'on_plan', difference: number): string =>
  state === 'on_plan'
    ? 'As planned'
    : `${formatCents(Math.abs(difference))} ${state === 'ahead' ? 'ahead of' : 'behind'} the plan`

/** The balances of a saved plan compared with those of the newest report, each at the date of its row. */
export const followPlan = (
  { planId, startsOn, request }: FollowedPlan,
  facts: CreditFacts,
): PayoffProgress => {
  const planned = planBalances(request)
  const cards = request.cards.map(({ accountId, label }, index): CardProgress => {
    const row = reportedRow(facts, accountId)
    const reported = centsOf(row?.currentBalance ?? null)
    const asOf = row?.lastReported ?? facts.asOf
    const nothing = { accountId, label, expected: null, reported, asOf }
    if (reported === null || asOf === null)
      return {
        ...nothing,
        state: 'missing',
        sentence: 'Not comparable: your newest report has no balance of this card.',
      }
    if (firstDayOf(asOf) < startsOn)
      return {
        ...nothing,
        state: 'older',
        sentence: `Not comparable: your report has the balance of ${showDate(asOf)}, and the plan began on ${showDate(startsOn)}.`,
      }
    const month = monthsUntil(startsOn, firstDayOf(asOf), planned.length - 1)
    const expected = planned[month]?.[index] ?? 0
    const state = compare(expected, reported)
    const words = state === 'ahead' || state === 'behind' ? state : 'on_plan'
    return {
      accountId,
      label,
      expected,
      reported,
      asOf,
      state,
      sentence: `${stateWords(words, reported - expected)}: ${formatCents(reported)} reported on ${showDate(asOf)}, ${formatCents(expected)} expected.`,
    }
  })
  return { planId, sentence: summarize(cards), cards }
}

/** All comparable cards together. */
const summarize = (cards: readonly CardProgress[]): string => {
  const compared = cards.filter(({ expected }) => expected !== null)
  if (compared.length === 0)
    return cards.some(({ state }) => state === 'older')
      ? 'Not comparable yet: your report is from before the plan began.'
      : 'Not comparable: the cards of this plan are not in your newest report.'
  const difference = compared.reduce(
    (sum, { expected, reported }) => sum + (reported ?? 0) - (expected ?? 0),
    0,
  )
  const state = Math.abs(difference) < SAME ? 'on_plan' : difference < 0 ? 'ahead' : 'behind'
  const left = cards.length - compared.length
  const rest = left === 0 ? '' : ` ${left === 1 ? 'One card' : `${left} cards`} cannot be compared.`
  return `${stateWords(state, difference)} by your newest report.${rest}`
}

/** The user's own open cards with a balance, largest first: the user does not pay another owner's card. */
const listOwnCards = (facts: CreditFacts): ReportedCard[] =>
  facts.accounts
    .filter(account => isOpenCard(account) && !isAuthorizedUserAccount(facts, account.latest))
    .flatMap(account => {
      const row = findLatestRow(account, one => one.currentBalance !== null)
      const balance = centsOf(row?.currentBalance ?? null) ?? 0
      if (row === undefined || balance <= 0) return []
      return {
        accountId: row.id,
        label: accountName(row, facts),
        bureau: row.bureau,
        number: clearestNumber(account.rows),
        balance,
        limit: findLimit(account),
        minimum: centsOf(row.monthlyPayment),
        asOf: row.lastReported ?? facts.asOf,
      }
    })
    .toSorted((one, other) => other.balance - one.balance)
    .slice(0, MAX_CARDS)

/** The cards to plan for, and the balances and limits of all other open cards that report both. */
export const listReportCards = (facts: CreditFacts): Pick<PayoffStart, 'cards' | 'others'> => {
  const cards = listOwnCards(facts)
  const others = openCards(facts).filter(({ row }) => cards.every(({ accountId }) => accountId !== row.id))
  return {
    cards,
    others: {
      balance: others.reduce((sum, { balance }) => sum + balance, 0),
      limit: others.reduce((sum, { limit }) => sum + limit, 0),
    },
  }
}
