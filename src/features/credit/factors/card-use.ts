import type { ShownAccount } from '#features/reports/contract.ts'
import { showList } from '#values/list.ts'
import { centsOf, dollarsOf, rounded, showPercent, showShare, sum } from '#values/money.ts'
import type { CardUse, PayPlan, Recommendation } from '../contract.ts'
import { capitalize, type FactorMeasurement, factorBands, formatMeasure } from '../factor-bands.ts'
import { type CreditFacts, isAuthorizedUserAccount, isOpenCard, type MatchedAccount } from '../facts.ts'
import { accountBasis, accountName, describeRepeated, formatCents, openAccount } from '../wording.ts'

/** In cents. */
type Card = { row: ShownAccount; balance: number; limit: number }

type Payment = { card: Card; cents: number }

/** The next better rating: the percent below which it begins, and the payments that reach it. */
type NextBand = { percent: number; payments: Payment[]; atMost: number }

const { excellent, good, fair } = factorBands.credit_utilization

/** In whole cents. */
export const maxBalanceBelow = (limit: number, percent: number): number =>
  Math.ceil((limit * percent) / 100) - 1

/**
 * The smallest payments on the user's own cards that bring all cards together below a percentage, starting
 * with the most used card. Null when they are below it, or these cards cannot do it.
 */
const planPayments = (cards: readonly Card[], own: readonly Card[], percent: number): NextBand | null => {
  const balance = sum(cards.map(card => card.balance))
  const limit = sum(cards.map(card => card.limit))
  if (balance * 100 < limit * percent) return null
  const atMost = maxBalanceBelow(limit, percent)
  let left = balance - atMost
  const payments: Payment[] = []
  for (const card of own.toSorted((one, other) => other.balance / other.limit - one.balance / one.limit)) {
    const cents = Math.min(left, card.balance)
    if (cents > 0) payments.push({ card, cents })
    left -= cents
  }
  return left > 0 ? null : { percent, payments, atMost }
}

/** The bounds of the better ratings, the nearest first. */
const betterBounds = [fair, good, excellent].filter(bound => bound !== null)

/** Finds the next better rating; null at the best one. */
const findNextBand = (cards: readonly Card[], own: readonly Card[]): NextBand | null => {
  const balance = sum(cards.map(card => card.balance))
  const limit = sum(cards.map(card => card.limit))
  const percent = betterBounds.find(bound => balance * 100 >= limit * bound)
  return percent === undefined ? null : planPayments(cards, own, percent)
}

const ownCards = (cards: readonly Card[], facts: CreditFacts): Card[] =>
  cards.filter(card => !isAuthorizedUserAccount(facts, card.row))

/** A plan for each better rating that payments can reach, the nearest first. */
export const listPayPlans = (facts: CreditFacts): PayPlan[] => {
  const cards = openCards(facts)
  const own = ownCards(cards, facts)
  return betterBounds.flatMap(percent => {
    const plan = planPayments(cards, own, percent)
    return plan === null
      ? []
      : [
          {
            belowPercent: percent,
            total: dollarsOf(sum(plan.payments.map(({ cents }) => cents))),
            payments: plan.payments.map(({ card: { row, balance }, cents }) => ({
              accountId: row.id,
              bureau: row.bureau,
              label: accountName(row, facts),
              amount: dollarsOf(cents),
              balanceAfter: dollarsOf(balance - cents),
            })),
          },
        ]
  })
}

/** Every open card once, the highest utilization first; last those whose balance or limit is not reported. */
export const listCardUse = (facts: CreditFacts): CardUse[] =>
  facts.accounts
    .filter(isOpenCard)
    .map(account => {
      const card = findCard(account)
      const row = card?.row ?? account.latest
      return {
        accountId: row.id,
        bureau: row.bureau,
        label: accountName(row, facts),
        balance: card === undefined ? row.currentBalance : dollarsOf(card.balance),
        limit: card === undefined ? row.creditLimit : dollarsOf(card.limit),
        percent: card === undefined ? null : rounded((card.balance * 100) / card.limit, 1),
        use: card === undefined ? null : formatUtilization(card.balance, card.limit),
        own: !isAuthorizedUserAccount(facts, row),
      }
    })
    .toSorted((one, other) => (other.percent ?? -1) - (one.percent ?? -1))

/** In cents; null unless both are reported and there is a limit. A credit balance counts as 0. */
const cardOf = (row: ShownAccount): Card | null => {
  const balance = centsOf(row.currentBalance)
  const limit = centsOf(row.creditLimit)
  return balance === null || limit === null || limit <= 0
    ? null
    : { row, balance: Math.max(balance, 0), limit }
}

/** The open cards that a bureau lists twice, which are counted once. */
export const repeatedCards = (facts: CreditFacts): MatchedAccount[] => facts.repeated.filter(isOpenCard)

/** By the most recently reported row with both balance and limit. */
const findCard = (account: MatchedAccount): Card | undefined =>
  account.rows.map(cardOf).find(card => card !== null)

/** The open cards that report both balance and limit. */
export const openCards = (facts: CreditFacts): Card[] =>
  facts.accounts
    .filter(isOpenCard)
    .map(findCard)
    .filter(card => card !== undefined)

/** Rounded without crossing a rating band: `64%`, `9.6%`, `under 1%`. */
export const formatUtilization = (balance: number, limit: number): string =>
  balance * 100 < limit
    ? showShare(balance, limit)
    : formatMeasure('credit_utilization', (balance * 100) / limit, 0, showPercent)

const goodPercent = factorBands.credit_utilization.good ?? 0

const risk = 'Scoring models tend to read high use as higher risk, even when every payment is on time.'

const aboutCard = ({ row, balance, limit }: Card, facts: CreditFacts): Recommendation => ({
  title: `Balance of ${accountName(row, facts)}`,
  recommendation: `Pay ${accountName(row, facts)} below ${formatCents(Math.round((limit * goodPercent) / 100))}.`,
  explanation: `It uses ${formatUtilization(balance, limit)} of its limit of ${formatCents(limit)}. ${risk}`,
  acts: [openAccount(row, facts)],
})

/** Names up to three cards with their amounts, else the sum and where to start. */
const paymentWords = ({ payments }: NextBand, facts: CreditFacts): string => {
  const [first, ...others] = payments
  if (first === undefined) return ''
  const name = accountName(first.card.row, facts)
  if (others.length === 0)
    return `Pay ${name} down by ${formatCents(first.cents)}, to ${formatCents(first.card.balance - first.cents)}.`
  const total = sum(payments.map(({ cents }) => cents))
  return payments.length > 3
    ? `Pay ${formatCents(total)} in all on ${payments.length} cards, ${name} first.`
    : `Pay ${showList(payments.map(({ card, cents }) => `${formatCents(cents)} on ${accountName(card.row, facts)}`))}.`
}

const aboutBand = (band: NextBand, limit: number, facts: CreditFacts): Recommendation => ({
  title: `Card use below ${showPercent(band.percent)}`,
  recommendation: `${paymentWords(band, facts)} That would bring your card use below ${showPercent(band.percent)}.`,
  explanation: `Your balances are then ${formatCents(band.atMost)} of ${formatCents(limit)} in limits, if nothing else changes. ${risk}`,
  acts: [{ kind: 'pay_plan' }],
})

/** All balances divided by all limits of open revolving accounts that report both. */
export const measureCardUse = (facts: CreditFacts): FactorMeasurement | null => {
  const cards = openCards(facts)
  if (cards.length === 0) return null
  const balance = sum(cards.map(card => card.balance))
  const limit = sum(cards.map(card => card.limit))
  const own = ownCards(cards, facts)
  const band = findNextBand(cards, own)
  const paid = new Set(band?.payments.map(payment => payment.card))
  const high = own
    .filter(card => !paid.has(card) && card.balance * 100 >= card.limit * goodPercent)
    .toSorted((one, other) => other.balance / other.limit - one.balance / one.limit)
  return {
    id: 'credit_utilization',
    measure: (balance * 100) / limit,
    value: capitalize(formatUtilization(balance, limit)),
    description: `You are using ${formatCents(balance)} of ${formatCents(limit)} in card limits.${describeRepeated(repeatedCards(facts))}`,
    alerts: [
      ...(band === null ? [] : [aboutBand(band, limit, facts)]),
      ...high.slice(0, 2).map(card => aboutCard(card, facts)),
    ],
    basis: cards.map(card =>
      accountBasis(
        card.row,
        facts,
        `${formatCents(card.balance)} of ${formatCents(card.limit)} (${formatUtilization(card.balance, card.limit)})`,
      ),
    ),
  }
}
