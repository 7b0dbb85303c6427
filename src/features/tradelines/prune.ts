import { findGreedyPlan } from './greedy.ts'
import { type Goal, type Offer, type PlanningInput, sumSlots } from './planning-model.ts'

/**
 * Leaves out what no best plan needs. A plan costs at most what the greedy one does, so it has at most that many of the
 * cheapest slots. Where the lines that are no worse than another in price, age and limit hold that many slots, one of
 * them is free whenever the other is chosen, and can take its place: the plan gets no dearer, no longer and no smaller.
 */

/** The best first, so that of equals only the later one can be left out. */
const inOrder = (one: Offer, other: Offer): number =>
  one.price - other.price || other.months - one.months || other.limit - one.limit

/** The places of the offers that a best plan may need, and what it costs at most; null when the greedy way finds no plan. */
export type PrunedOffers = { places: readonly number[]; budget: number | null }

/** What a best plan may need; everything when the greedy way finds no plan. */
export const pruneOffers = (instance: PlanningInput, goal: Goal): PrunedOffers => {
  const { offers } = instance
  const all = offers.map((_offer, index) => index)
  const greedy = findGreedyPlan(instance, goal)
  const cheapest = offers.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY)
  if (greedy === null || !(cheapest > 0)) return { places: all, budget: null }
  const budget = sumSlots(offers, greedy).cost
  const mostSlots = Math.floor(budget / cheapest)
  const ranked = all
    .map(index => ({ index, offer: offers[index] }))
    .filter((one): one is { index: number; offer: Offer } => one.offer !== undefined)
    .toSorted((one, other) => inOrder(one.offer, other.offer) || one.index - other.index)
  const kept: { index: number; offer: Offer }[] = []
  for (const one of ranked) {
    if (one.offer.price > budget) break
    let better = 0
    // Lines that were left out had enough better ones themselves, and those stand here for them.
    for (const { offer } of kept) {
      if (offer.months >= one.offer.months && offer.limit >= one.offer.limit) better += offer.stock
      if (better >= mostSlots) break
    }
    if (better < mostSlots) kept.push(one)
  }
  return { places: kept.map(({ index }) => index).toSorted((a, b) => a - b), budget }
}
