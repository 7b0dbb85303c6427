import { type Card, interestOf, type Micros } from './model.ts'

/**
 * `caps`: the most that each card may owe to be below a share of its limit; null without a limit. `capOfAll`: the most that
 * the cards with a limit may owe together.
 */
export type UseGoal = { caps: readonly (Micros | null)[]; capOfAll: Micros }

/** The largest balance that a month's interest brings to `most` at most. */
const beforeInterest = (most: Micros, apr: number): Micros => {
  let balance = Math.floor(most / (1 + apr / 120_000))
  while (balance + interestOf(balance, apr) > most) balance -= 1
  while (balance + 1 + interestOf(balance + 1, apr) <= most) balance += 1
  return balance
}

const levelsFrom = (cap: Micros, last: number, monthBefore: (level: Micros) => Micros): Micros[] => {
  const levels = [cap]
  for (let month = last; month > 0; month--) levels.push(monthBefore(levels.at(-1) ?? cap))
  return levels.toReversed()
}

/** The balance after each month that interest alone brings to a card's cap by month `last`. */
export const levelsAlone = (cap: Micros, apr: number, last: number): Micros[] =>
  levelsFrom(cap, last, level => beforeInterest(level, apr))

/** The same with the minimum payments, with which no balance grows. */
export const levelsWithMinimum = (cap: Micros, { apr, minimum }: Card, last: number): Micros[] =>
  levelsFrom(cap, last, level => Math.max(level, beforeInterest(level + minimum, apr)))

/** Lowers balances to their levels in an order, as far as the money goes. Returns what is left. */
export const payToLevels = (
  money: Micros,
  balances: Micros[],
  order: readonly number[],
  levelOf: (index: number) => Micros | undefined,
): Micros => {
  let left = money
  for (const index of order) {
    const balance = balances[index] ?? 0
    const payment = Math.max(0, Math.min(left, balance - (levelOf(index) ?? balance)))
    balances[index] = balance - payment
    left -= payment
  }
  return left
}
