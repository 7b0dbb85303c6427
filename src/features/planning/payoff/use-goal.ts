import { sum } from '#values/money.ts'
import {
  type Budget,
  type Card,
  highestAprFirst,
  interestOf,
  MAX_MONTHS,
  MICROS_PER_CENT,
  type Micros,
  payInOrder,
  type Run,
  runPlan,
  type Split,
} from './model.ts'

/**
 * `caps`: the most that each card may owe to be below a share of its limit; null without a limit. `capOfAll`: the most that
 * the cards with a limit may owe together.
 */
export type UseGoal = { caps: readonly (Micros | null)[]; capOfAll: Micros }

/** The largest balance that is at most `most` after a month's interest. */
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

/** The balance after each month that grows to a card's cap by month `last` through interest alone. */
const levelsAlone = (cap: Micros, apr: number, last: number): Micros[] =>
  levelsFrom(cap, last, level => beforeInterest(level, apr))

/** The same with the minimum payments, with which no balance grows. */
const levelsWithMinimum = (cap: Micros, { apr, minimum }: Card, last: number): Micros[] =>
  levelsFrom(cap, last, level => Math.max(level, beforeInterest(level + minimum, apr)))

/** Reduces balances to their levels in the given order while the money lasts. Returns what is left. */
const payToLevels = (
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

/** A difference that is rounding: a thousandth of a cent. */
const ROUNDING: Micros = MICROS_PER_CENT / 1000

/** What one card needs each month, and the balances from which it is at its cap in time. */
type Demand = { dueOf: (month: number) => Micros; levels: readonly Micros[] | null }

/**
 * The least that any plan spends on one card by month `last`. A card that reaches its cap through its minimum payments
 * gets those, as late as they are due and without interest. One that needs more gets its minimums and the rest, unless
 * paying it off earlier could leave more for the others; then only what the goal needs.
 */
const demandOf = (card: Card, cap: Micros | null, last: number): Demand => {
  const { balance, apr, minimum } = card
  const levels = cap === null ? null : levelsWithMinimum(cap, card, last)
  if (cap === null || levels === null || balance <= (levels[0] ?? 0))
    return {
      dueOf: month => Math.max(0, Math.min(minimum, balance - minimum * (month - 1))),
      levels: null,
    }
  const isBetterPaidOff =
    interestOf(balance, apr) > minimum || levels.some((level, month) => minimum * (last - month) > level)
  return isBetterPaidOff
    ? { dueOf: () => 0, levels: levelsAlone(cap, apr, last) }
    : { dueOf: () => minimum, levels }
}

/** False only if no plan brings each card below by month `last`: the money does not even cover the least demands. */
const couldReach = (
  cards: readonly Card[],
  { now, monthly }: Budget,
  { caps }: UseGoal,
  last: number,
): boolean => {
  const demands = cards.map((card, index) => demandOf(card, caps[index] ?? null, last))
  const order = highestAprFirst(cards).filter(index => demands[index]?.levels)
  const balances = cards.map(({ balance }) => balance)
  payToLevels(now, balances, order, index => demands[index]?.levels?.[0])
  for (let month = 1; month <= last; month++) {
    let left = monthly
    for (const [index, { dueOf }] of demands.entries()) {
      const balance = balances[index] ?? 0
      const due = dueOf(month)
      balances[index] = balance + interestOf(balance, cards[index]?.apr ?? 0) - due
      left -= due
    }
    payToLevels(left, balances, order, index => demands[index]?.levels?.[month])
  }
  return order.every(index => (balances[index] ?? 0) <= (caps[index] ?? 0) + ROUNDING)
}

const isReached = ({ caps, capOfAll }: UseGoal, balances: readonly Micros[]): boolean =>
  balances.every((balance, index) => balance <= (caps[index] ?? Number.POSITIVE_INFINITY)) &&
  sum(balances.filter((_balance, index) => caps[index] !== null)) <= capOfAll

/** The first month after which each card and all together are below; null if never. */
export const findMonthBelow = (run: Run, goal: UseGoal): number | null => {
  if (run.kind === 'short') return null
  const month = run.balances.findIndex(balances => isReached(goal, balances))
  return month === -1 ? null : month
}

/** Pays the highest APR first, each card only as far as the goal needs by month `last`; the rest goes to the highest APR. */
const payForGoal = (cards: readonly Card[], { caps }: UseGoal, last: number): Split => {
  const order = highestAprFirst(cards)
  const levels = cards.map((card, index) => {
    const cap = caps[index] ?? null
    return cap === null ? [] : levelsWithMinimum(cap, card, last)
  })
  const payAll = payInOrder(order)
  return (extra, balances, month) =>
    payAll(
      payToLevels(extra, balances, order, index => levels[index]?.[month]),
      balances,
      month,
    )
}

/** The first month up to `most` for which `holds` is true, given that it is then true for all later ones; null if none. */
const findFirstMonth = (most: number, holds: (month: number) => boolean): number | null => {
  let [no, yes] = [-1, most + 1]
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes > most ? null : yes
}

/**
 * The plan that brings each card and the total below a share of the limits in the fewest months, among those that pay no
 * card more than the goal needs. If paying the highest APR first is as soon, that plan, because it costs least. Null if
 * neither reaches the goal.
 */
export const findUsePlan = (
  cards: readonly Card[],
  budget: Budget,
  goal: UseGoal,
): { split: Split; month: number } | null => {
  const byApr = payInOrder(highestAprFirst(cards))
  const monthByApr = findMonthBelow(runPlan(cards, budget, byApr), goal)
  const onEach = { ...goal, capOfAll: Number.POSITIVE_INFINITY }
  const last = findFirstMonth(
    monthByApr === null ? MAX_MONTHS : monthByApr - 1,
    month => findMonthBelow(runPlan(cards, budget, payForGoal(cards, goal, month), month), onEach) !== null,
  )
  if (last !== null) {
    const split = payForGoal(cards, goal, last)
    const month = findMonthBelow(runPlan(cards, budget, split), goal)
    if (month !== null && (monthByApr === null || month < monthByApr)) return { split, month }
  }
  return monthByApr === null ? null : { split: byApr, month: monthByApr }
}

/** The month before which no plan reaches the goal; `month` is when a known plan does. */
export const findEarliestMonth = (
  cards: readonly Card[],
  budget: Budget,
  goal: UseGoal,
  month: number,
): number => {
  const byApr = payInOrder(highestAprFirst(cards))
  const inAll = { ...goal, caps: cards.map(() => Number.POSITIVE_INFINITY) }
  // Paying the highest APR first leaves the least total debt after every month.
  const forAll = goal.caps.includes(null) ? 0 : findMonthBelow(runPlan(cards, budget, byApr, month), inAll)
  return Math.max(
    findFirstMonth(month, candidate => couldReach(cards, budget, goal, candidate)) ?? month,
    forAll ?? month,
  )
}
