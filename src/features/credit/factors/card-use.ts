import type { ShownAccount } from '#features/reports/contract.ts'
import { showList } from '#values/list.ts'
import { centsOf } from '#values/money.ts'
import { showPercent, showShare } from '#values/percent.ts'
import { capitalize, type FactorMeasurement, factorBands, formatMeasure } from '../factor-bands.ts'
import { type CreditFacts, findLatestRow, isAuthorizedUserAccount, isOpenAccount } from '../facts.ts'
import { type Advice, accountBasis, accountName, formatCents } from '../wording.ts'

/** In cents. */
type Card = { row: ShownAccount; balance: number; limit: number }

type Payment = { card: Card; cents: number }

/** The next better rating: the percent below which it begins, and the payments that reach it. */
type NextBand = { percent: number; payments: Payment[]; atMost: number }

const { excellent, good, fair } = factorBands.credit_utilization

/** In whole cents. */
export const maxBalanceBelow = (limit: number, percent: number): number =>
  Math.ceil((limit * percent) / 100) - 1

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/**
 * The smallest payments on the user's own cards that reach the next better rating, starting with the most
 * used card. Null at the best rating, or when these cards cannot do it.
 */
const findNextBand = (cards: readonly Card[], own: readonly Card[]): NextBand | null => {
  const balance = sumOf(cards.map(card => card.balance))
  const limit = sumOf(cards.map(card => card.limit))
  const percent = [fair, good, excellent].find(
    bound => bound !== null && balance * 100 >= limit * bound && bound > 0,
  )
  if (percent === undefined || percent === null) return null
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

/** In cents; null unless both are reported and there is a limit. A credit balance counts as 0. */
const cardOf = (row: ShownAccount | undefined): Card | null => {
  const balance = centsOf(row?.currentBalance ?? null)
  const limit = centsOf(row?.creditLimit ?? null)
  return row === undefined || balance === null || limit === null || limit <= 0
    ? null
    : { row, balance: Math.max(balance, 0), limit }
}

/** The open cards that report both balance and limit. */
export const openCards = (facts: CreditFacts): Card[] =>
  facts.accounts
    .filter(account => isOpenAccount(account) && account.latest.accountType === 'Revolving')
    .map(account => cardOf(findLatestRow(account, row => cardOf(row) !== null)))
    .filter(card => card !== null)

/** Rounded without crossing a rating band: `64%`, `9.6%`, `under 1%`. */
export const formatUtilization = (balance: number, limit: number): string =>
  balance * 100 < limit
    ? showShare(balance, limit)
    : formatMeasure('credit_utilization', (balance * 100) / limit, 0, showPercent)

const goodPercent = factorBands.credit_utilization.good ?? 0

const risk = 'Scoring models tend to read high use as higher risk, even when every payment is on time.'

const aboutCard = ({ row, balance, limit }: Card, facts: CreditFacts): Advice => ({
  title: `Balance of ${accountName(row, facts)}`,
  recommendation: `Pay ${accountName(row, facts)} below ${formatCents(Math.round((limit * goodPercent) / 100))}.`,
  explanation: `It uses ${formatUtilization(balance, limit)} of its limit of ${formatCents(limit)}. ${risk}`,
})

/** Names up to three cards with their amounts, else the sum and where to start. */
const paymentWords = ({ payments }: NextBand, facts: CreditFacts): string => {
  const [first, ...others] = payments
  if (first === undefined) return ''
  const name = accountName(first.card.row, facts)
  if (others.length === 0)
    return `Pay ${name} down by ${formatCents(first.cents)}, to ${formatCents(first.card.balance - first.cents)}.`
  const sum = payments.reduce((total, { cents }) => total + cents, 0)
  return payments.length > 3
    ? `Pay ${formatCents(sum)} in all on ${payments.length} cards, ${name} first.`
    : `Pay ${showList(payments.map(({ card, cents }) => `${formatCents(cents)} on ${accountName(card.row, facts)}`))}.`
}

const aboutBand = (band: NextBand, limit: number, facts: CreditFacts): Advice => ({
  title: `Card use below ${showPercent(band.percent)}`,
  recommendation: `${paymentWords(band, facts)} That would bring your card use below ${showPercent(band.percent)}.`,
  explanation: `Your balances are then ${formatCents(band.atMost)} of ${formatCents(limit)} in limits, if nothing else changes. ${risk}`,
})

/** All balances divided by all limits of open revolving accounts that report both. */
export const measureCardUse = (facts: CreditFacts): FactorMeasurement | null => {
  const cards = openCards(facts)
  if (cards.length === 0) return null
  const balance = cards.reduce((sum, card) => sum + card.balance, 0)
  const limit = cards.reduce((sum, card) => sum + card.limit, 0)
  const own = cards.filter(card => !isAuthorizedUserAccount(facts, card.row))
  const band = findNextBand(cards, own)
  const paid = new Set(band?.payments.map(payment => payment.card))
  const high = own
    .filter(card => !paid.has(card) && card.balance * 100 >= card.limit * goodPercent)
    .toSorted((one, other) => other.balance / other.limit - one.balance / one.limit)
  return {
    id: 'credit_utilization',
    measure: (balance * 100) / limit,
    value: capitalize(formatUtilization(balance, limit)),
    description: `You are using ${formatCents(balance)} of ${formatCents(limit)} in card limits.`,
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
