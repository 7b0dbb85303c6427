import { type Budget, type Card, highestAprFirst, interestOf, MICROS_PER_CENT, type Micros } from './model.ts'
import { levelsAlone, levelsWithMinimum, payToLevels, type UseGoal } from './use-levels.ts'

/** A difference that is rounding: a thousandth of a cent. */
const ROUNDING: Micros = MICROS_PER_CENT / 1000

/** What a month takes from the others for one card, and from which balance the card is at its cap in time. */
type Demand = { dueOf: (month: number) => Micros; levels: readonly Micros[] | null }

/**
 * The least that any plan spends on one card by month `last`. A card that its minimum payments bring to its cap takes
 * them, as late as they are due and without interest. One that needs more takes its minimums and the rest, unless paying
 * it off before could leave more for the others; then only what the goal needs.
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

/** False only if no plan brings each card below by month `last`: with the demands at their least, the money is too little. */
export const couldReach = (
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
