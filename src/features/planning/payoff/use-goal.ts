import {
  type Budget,
  type Card,
  highestAprFirst,
  MAX_MONTHS,
  type Micros,
  payInOrder,
  type Run,
  runPlan,
  type Split,
  sumOf,
} from './model.ts'
import { couldReach } from './use-goal-bound.ts'
import { levelsWithMinimum, payToLevels, type UseGoal } from './use-levels.ts'

const isReached = ({ caps, capOfAll }: UseGoal, balances: readonly Micros[]): boolean =>
  balances.every((balance, index) => balance <= (caps[index] ?? Number.POSITIVE_INFINITY)) &&
  sumOf(balances.filter((_balance, index) => caps[index] !== null)) <= capOfAll

/** The first month after which each card and all together are below; null if never. */
export const findMonthBelow = (run: Run, goal: UseGoal): number | null => {
  if (run.kind === 'short') return null
  const month = run.balances.findIndex(balances => isReached(goal, balances))
  return month === -1 ? null : month
}

/** The highest APR first, each card only as far as the goal needs by month `last`; what is left, to the highest APR. */
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

/** The first month up to `most` for which something holds that also holds for all later ones; null if for none. */
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
 * The plan that brings each card and all together below a share of the limits in the fewest months, of those that pay no
 * card more than the goal needs; the highest APR first, which costs least, where that is as soon. Null if neither does.
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

/** No plan at all reaches the goal before this month; `month` is when one is known to. */
export const findEarliestMonth = (
  cards: readonly Card[],
  budget: Budget,
  goal: UseGoal,
  month: number,
): number => {
  const byApr = payInOrder(highestAprFirst(cards))
  const inAll = { ...goal, caps: cards.map(() => Number.POSITIVE_INFINITY) }
  // The highest APR first leaves the least debt after every month, of all cards together.
  const forAll = goal.caps.includes(null) ? 0 : findMonthBelow(runPlan(cards, budget, byApr, month), inAll)
  return Math.max(
    findFirstMonth(month, candidate => couldReach(cards, budget, goal, candidate)) ?? month,
    forAll ?? month,
  )
}
