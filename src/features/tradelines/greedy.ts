import {
  ageGain,
  ageShortfall,
  type Goal,
  type Offer,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
} from './planning-model.ts'

/**
 * A plan by rule of thumb: always the slot that brings most of what is still lacking for its price. It costs a fifth to a third
 * more than the best plan (docs/benchmarks.md); it bounds the exact search, and stands in when that runs out of time.
 */

type Lack = { age: number; limit: number }

const lackOf = ({ standing, offers }: PlanningInput, slots: Slots, { ageTenths, limit }: Goal): Lack => {
  const added = sumSlots(offers, slots)
  const gained = offers.reduce(
    (sum, offer, index) => sum + ageGain(offer, ageTenths) * (slots[index] ?? 0),
    0,
  )
  // Without any account the first slot is lacking, whatever its age: an average needs one.
  const first = standing.accounts + added.slots === 0 ? 1 : 0
  return {
    age: ageTenths === 0 ? 0 : Math.max(first, ageShortfall(standing, ageTenths) - gained),
    limit: Math.max(0, limit - added.limit),
  }
}

/** How much of what is lacking one slot brings, for a dollar. A line that is younger than the goal is worth half. */
const worthOf = (offer: Offer, lack: Lack, ageTenths: number): number => {
  const gain = ageTenths === 0 ? 0 : ageGain(offer, ageTenths)
  const age = lack.age === 0 || gain <= 0 ? 0 : Math.min(gain, lack.age) / lack.age
  const limit = lack.limit === 0 ? 0 : Math.min(offer.limit, lack.limit) / lack.limit
  return (gain < 0 ? (age + limit) / 2 : age + limit) / Math.max(1, offer.price)
}

/** Takes back what is not needed, the dearest first. */
const trimmed = (instance: PlanningInput, slots: number[], goal: Goal): Slots => {
  const dearestFirst = instance.offers
    .map((offer, index) => ({ price: offer.price, index }))
    .toSorted((one, other) => other.price - one.price)
  for (const { index } of dearestFirst) {
    while ((slots[index] ?? 0) > 0) {
      const fewer = slots.with(index, (slots[index] ?? 0) - 1)
      if (!reachesGoal(instance.standing, sumSlots(instance.offers, fewer), goal)) break
      slots[index] = (slots[index] ?? 0) - 1
    }
  }
  return slots
}

/** A plan that reaches the goal, or null when this way finds none; there may be one all the same. */
export const findGreedyPlan = (instance: PlanningInput, goal: Goal): Slots | null => {
  const { standing, offers } = instance
  const slots = offers.map(() => 0)
  for (;;) {
    if (reachesGoal(standing, sumSlots(offers, slots), goal)) return trimmed(instance, slots, goal)
    const lack = lackOf(instance, slots, goal)
    let best = { index: -1, worth: 0 }
    for (const [index, offer] of offers.entries()) {
      const worth = (slots[index] ?? 0) < offer.stock ? worthOf(offer, lack, goal.ageTenths) : 0
      if (worth > best.worth) best = { index, worth }
    }
    if (best.index < 0) return null
    slots[best.index] = (slots[best.index] ?? 0) + 1
  }
}
