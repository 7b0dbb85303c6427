import type { ShownAccount } from '../contract.ts'
import { factorBands } from '../factor-bands.ts'

/** An open card with its balance and its limit in cents. */
export type Card = { row: ShownAccount; balance: number; limit: number }

/** What to pay on one card, in cents. */
export type Payment = { card: Card; cents: number }

/** The next better band of card use: the percent below which it begins, and the payments that reach it. */
export type NextBand = { percent: number; payments: Payment[]; atMost: number }

const { excellent, good, fair } = factorBands.credit_utilization

/** The largest balance, in whole cents, that is below a percent of a limit. */
export const maxBalanceBelow = (limit: number, percent: number): number =>
  Math.ceil((limit * percent) / 100) - 1

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/**
 * The smallest sum that brings the use of all limits into the next better band (decisions section 5), taken from the
 * given own cards, the most used first, each at most to zero. null: the best band already, or these cards cannot do it.
 */
export const findNextBand = (cards: readonly Card[], own: readonly Card[]): NextBand | null => {
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
