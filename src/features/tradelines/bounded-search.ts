import {
  type Constraint,
  comparePlans,
  type Goal,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
  type Totals,
  toConstraints,
} from './planning-model.ts'

/**
 * Searches all plans within a budget, leaving out those that a bound rules out; of large supplies faster than the solver.
 * If each month and each dollar of limit that the goal needs has a price, a plan costs at least `bound`, and more by the
 * reduced cost of every slot that it takes or leaves against its sign (Lagrangian duality).
 */

/** How much less than a dollar counts as nothing: reduced costs are fractions. */
const rounding = 1e-3

/** Where a concave function is highest on a range, nearly; the bound holds at any place. */
const highest = (most: number, valueAt: (at: number) => number): number => {
  let [from, to] = [0, most]
  for (let step = 0; step < 30; step += 1) {
    const [left, right] = [from + (to - from) / 3, to - (to - from) / 3]
    if (valueAt(left) < valueAt(right)) from = left
    else to = right
  }
  return (from + to) / 2
}

const priceGoal = (
  { accountAges, offers }: PlanningInput,
  goal: Goal,
): { reducedCosts: readonly number[]; bound: number } => {
  const [first, second] = toConstraints({ accountAges, offers }, goal).filter(({ atLeast }) => atLeast > 0)
  const costWith = (index: number, price: number, one: number, other: number) =>
    price - one * (first?.coefficients[index] ?? 0) - other * (second?.coefficients[index] ?? 0)
  const boundAt = (one: number, other: number) => {
    let bound = one * (first?.atLeast ?? 0) + other * (second?.atLeast ?? 0)
    for (const [index, { price, stock }] of offers.entries())
      bound += Math.min(0, costWith(index, price, one, other)) * stock
    return bound
  }
  const most = (constraint: Constraint | undefined) =>
    offers.reduce((dearest, { price }, index) => {
      const coefficient = constraint?.coefficients[index] ?? 0
      return coefficient > 0 ? Math.max(dearest, price / coefficient) : dearest
    }, 0)
  const [mostFirst, mostSecond] = [most(first), most(second)]
  const otherFor = (one: number) => highest(mostSecond, other => boundAt(one, other))
  const one = highest(mostFirst, value => boundAt(value, otherFor(value)))
  const other = otherFor(one)
  return {
    reducedCosts: offers.map(({ price }, index) => costWith(index, price, one, other)),
    bound: boundAt(one, other),
  }
}

/** After so many steps the solver takes over. */
const mostSteps = 1_000_000

/**
 * The best plan that costs no more than the budget; null if there is none, or the search takes too long. Prices are above
 * zero, so that nothing is added to a plan that reaches the goal.
 */
export const searchWithin = (
  input: PlanningInput,
  goal: Goal,
  budget: number,
  steps = mostSteps,
): Slots | null => {
  const { accountAges, offers } = input
  const { reducedCosts, bound } = priceGoal(input, goal)
  // What lowers the cost begins taken: leaving one of its slots costs as much as it would save.
  const start = offers.map(({ stock }, index) => ((reducedCosts[index] ?? 0) < 0 ? stock : 0))
  const byPenalty = offers
    .map((offer, index) => ({
      index,
      offer,
      penalty: Math.abs(reducedCosts[index] ?? 0),
      step: (start[index] ?? 0) > 0 ? -1 : 1,
    }))
    // First what may be left, so that from then on cost only grows.
    .toSorted((a, b) => a.step - b.step || a.penalty - b.penalty)
  const firstTaken = byPenalty.filter(({ step }) => step < 0).length
  const slots = [...start]
  const best: { totals: Totals | null; slots: Slots | null } = { totals: null, slots: null }
  const mostCost = () => best.totals?.cost ?? budget
  let left = steps
  const visit = (from: number, totals: Totals, penalties: number): void => {
    left -= 1
    if (left < 0) return
    const isGrowing = from >= firstTaken
    if (isGrowing && totals.cost > mostCost()) return
    if (totals.cost <= budget && reachesGoal(accountAges, totals, goal)) {
      if (best.totals === null || comparePlans(totals, best.totals) < 0) {
        best.totals = totals
        best.slots = [...slots]
      }
      if (isGrowing) return
    }
    for (let place = from; place < byPenalty.length; place += 1) {
      const next = byPenalty[place]
      if (next === undefined) return
      const { index, offer, penalty, step } = next
      const room = mostCost() + rounding - bound - penalties
      if (penalty > room && step > 0) return
      const before = slots[index] ?? 0
      for (let count = 1; count <= offer.stock && count * penalty <= room; count += 1) {
        slots[index] = before + step * count
        const changed = {
          cost: totals.cost + step * count * offer.price,
          slots: totals.slots + step * count,
          months: totals.months + step * count * offer.months,
          limit: totals.limit + step * count * offer.limit,
        }
        visit(place + 1, changed, penalties + count * penalty)
      }
      slots[index] = before
    }
  }
  visit(0, sumSlots(offers, start), 0)
  return left < 0 ? null : best.slots
}
