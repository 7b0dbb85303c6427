import { type IntegerProgram, type Solve, solveLexicographically } from './integer-program.ts'
import {
  ageGain,
  ageShortfall,
  type Constraint,
  comparePlans,
  type Goal,
  isInStock,
  type Offer,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
  type Totals,
  toConstraints,
} from './planning-model.ts'

/**
 * Searches all plans within a budget, pruning those that a bound rules out; faster than the solver for large inventories.
 * If each month and each dollar of limit that the goal needs has a price, a plan costs at least `bound`, plus the
 * reduced cost of every slot that it takes or leaves against its sign (Lagrangian duality).
 */

/** Differences in dollars up to this count as zero: reduced costs are fractions. */
const rounding = 1e-3

/** Approximately where a concave function is highest on a range; the bound is valid at any point. */
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
  const [maxFirst, maxSecond] = [most(first), most(second)]
  const otherFor = (one: number) => highest(maxSecond, other => boundAt(one, other))
  const one = highest(maxFirst, value => boundAt(value, otherFor(value)))
  const other = otherFor(one)
  return {
    reducedCosts: offers.map(({ price }, index) => costWith(index, price, one, other)),
    bound: boundAt(one, other),
  }
}

/** The number of steps after which the solver takes over. */
const maxSteps = 1_000_000

/**
 * The best plan that costs no more than the budget; null if there is none, or the search takes too long. Prices are above
 * zero, so that nothing is added to a plan that reaches the goal.
 */
export const searchWithin = (
  input: PlanningInput,
  goal: Goal,
  budget: number,
  steps = maxSteps,
): Slots | null => {
  const { accountAges, offers } = input
  const { reducedCosts, bound } = priceGoal(input, goal)
  // Offers with a negative reduced cost start as taken: leaving one of their slots costs what it would save.
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
  const maxCost = () => best.totals?.cost ?? budget
  let left = steps
  const visit = (from: number, totals: Totals, penalties: number): void => {
    left -= 1
    if (left < 0) return
    const isGrowing = from >= firstTaken
    if (isGrowing && totals.cost > maxCost()) return
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
      const room = maxCost() + rounding - bound - penalties
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

type Shortfall = { age: number; limit: number }

const findShortfall = (
  { accountAges, offers }: PlanningInput,
  slots: Slots,
  { ageTenths, limit }: Goal,
): Shortfall => {
  const added = sumSlots(offers, slots)
  const gained = offers.reduce(
    (sum, offer, index) => sum + ageGain(offer, ageTenths) * (slots[index] ?? 0),
    0,
  )
  // An average needs at least one account, whatever its age.
  const firstAccount = accountAges.accounts + added.slots === 0 ? 1 : 0
  return {
    age: ageTenths === 0 ? 0 : Math.max(firstAccount, ageShortfall(accountAges, ageTenths) - gained),
    limit: Math.max(0, limit - added.limit),
  }
}

/** The share of the shortfall that a slot covers, for each dollar. A line younger than the goal counts half. */
const rateOffer = (offer: Offer, shortfall: Shortfall, ageTenths: number): number => {
  const gain = ageTenths === 0 ? 0 : ageGain(offer, ageTenths)
  const age = shortfall.age === 0 || gain <= 0 ? 0 : Math.min(gain, shortfall.age) / shortfall.age
  const limit = shortfall.limit === 0 ? 0 : Math.min(offer.limit, shortfall.limit) / shortfall.limit
  return (gain < 0 ? (age + limit) / 2 : age + limit) / Math.max(1, offer.price)
}

/** Removes slots that are not needed, the most expensive first. */
const trimSlots = ({ accountAges, offers }: PlanningInput, slots: Slots, goal: Goal): Slots => {
  let trimmed = slots
  const byPrice = offers
    .map((offer, index) => ({ price: offer.price, index }))
    .toSorted((a, b) => b.price - a.price)
  for (const { index } of byPrice)
    for (let taken = trimmed[index] ?? 0; taken > 0; taken -= 1) {
      const fewer = trimmed.with(index, taken - 1)
      if (!reachesGoal(accountAges, sumSlots(offers, fewer), goal)) break
      trimmed = fewer
    }
  return trimmed
}

/**
 * A plan that always takes the slot that covers the most for its price. It usually costs a fifth to a third more than the
 * best plan (docs/reference/benchmarks.md); it bounds the exact search and replaces it when time runs out. Null if it finds
 * none, which does not prove that there is none.
 */
export const findGreedyPlan = (input: PlanningInput, goal: Goal): Slots | null => {
  const { accountAges, offers } = input
  const slots = offers.map(() => 0)
  for (;;) {
    if (reachesGoal(accountAges, sumSlots(offers, slots), goal)) return trimSlots(input, slots, goal)
    const shortfall = findShortfall(input, slots, goal)
    let best = { index: -1, rating: 0 }
    for (const [index, offer] of offers.entries()) {
      const rating = (slots[index] ?? 0) < offer.stock ? rateOffer(offer, shortfall, goal.ageTenths) : 0
      if (rating > best.rating) best = { index, rating }
    }
    if (best.index < 0) return null
    slots[best.index] = (slots[best.index] ?? 0) + 1
  }
}

/** Which offers a best plan may need, and the most that it can cost; null if the greedy search finds no plan. */
type PrunedOffers = { indices: readonly number[]; budget: number | null }

/**
 * Leaves out offers that no best plan needs. A best plan costs at most as much as the greedy one, which limits the number
 * of slots. If offers that are no worse than another in price, age and limit have that many slots, one of them is free
 * whenever the other is chosen and can replace it.
 */
const pruneOffers = (input: PlanningInput, goal: Goal): PrunedOffers => {
  const { offers } = input
  const greedy = findGreedyPlan(input, goal)
  const lowestPrice = offers.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY)
  if (greedy === null || !(lowestPrice > 0)) return { indices: offers.map((_, index) => index), budget: null }
  const budget = sumSlots(offers, greedy).cost
  const maxSlots = Math.floor(budget / lowestPrice)
  // Best first, so that of equal offers only the later one is left out.
  const ranked = offers
    .map((offer, index) => ({ index, offer }))
    .toSorted(
      ({ offer: a, index: first }, { offer: b, index: second }) =>
        a.price - b.price || b.months - a.months || b.limit - a.limit || first - second,
    )
  const kept: typeof ranked = []
  for (const { index, offer } of ranked) {
    if (offer.price > budget) break
    let better = 0
    // Offers left out earlier need no counting: those that replace them are kept.
    for (const other of kept) {
      if (other.offer.months >= offer.months && other.offer.limit >= offer.limit) better += other.offer.stock
      if (better >= maxSlots) break
    }
    if (better < maxSlots) kept.push({ index, offer })
  }
  return { indices: kept.map(({ index }) => index).toSorted((a, b) => a - b), budget }
}

export const buildProgram = (input: PlanningInput, goal: Goal): Omit<IntegerProgram, 'objective'> => ({
  upper: input.offers.map(({ stock }) => stock),
  constraints: toConstraints(input, goal),
})

const listPrices = ({ offers }: PlanningInput) => offers.map(({ price }) => price)

/** Lowest cost, then fewest lines, then largest limit. */
export const listObjectives = (input: PlanningInput): readonly (readonly number[])[] => [
  listPrices(input),
  input.offers.map(() => 1),
  input.offers.map(({ limit }) => -limit),
]

/** `none`: no plan reaches the goal. `stopped`: time ran out first. */
type CheapestResult = { kind: 'plan'; slots: Slots } | { kind: 'none' } | { kind: 'stopped' }

/** The solver handles fewer lines than this in a few milliseconds. */
const largeSupply = 60

type Options = {
  solve: Solve
  /** Only the cost matters, and it is known to be at least this. */
  costOnly?: { atLeast: number }
}

/** The best plan for a goal, proven and checked in whole numbers. */
export const findCheapestPlan = (
  input: PlanningInput,
  goal: Goal,
  { solve, costOnly }: Options,
): CheapestResult => {
  const { accountAges, offers } = input
  const nothing = offers.map(() => 0)
  if (reachesGoal(accountAges, sumSlots(offers, nothing), goal)) return { kind: 'plan', slots: nothing }
  // Without an age goal, a younger line is as good.
  const comparable = goal.ageTenths === 0 ? offers.map(offer => ({ ...offer, months: 0 })) : offers
  const { indices, budget } = pruneOffers({ accountAges, offers: comparable }, goal)
  const needed = { accountAges, offers: indices.flatMap(index => offers[index] ?? []) }
  const toSlots = (chosen: Slots): CheapestResult => {
    const taken = new Map(indices.map((index, place) => [index, chosen[place] ?? 0]))
    const slots = offers.map((_, index) => taken.get(index) ?? 0)
    const isValid = isInStock(offers, slots) && reachesGoal(accountAges, sumSlots(offers, slots), goal)
    return isValid ? { kind: 'plan', slots } : { kind: 'stopped' }
  }
  const searched = budget === null || indices.length < largeSupply ? null : searchWithin(needed, goal, budget)
  if (searched !== null) return toSlots(searched)
  const { upper, constraints } = buildProgram(needed, goal)
  const prices = listPrices(needed)
  const bounds = [
    ...(budget === null ? [] : [{ coefficients: prices.map(price => -price), atLeast: -budget }]),
    ...(costOnly ? [{ coefficients: prices, atLeast: costOnly.atLeast }] : []),
  ]
  const objectives = costOnly ? [prices] : listObjectives(needed)
  const solution = solveLexicographically(
    { upper, constraints: [...constraints, ...bounds] },
    objectives,
    solve,
  )
  if (solution.kind === 'infeasible') return { kind: 'none' }
  if (solution.kind === 'stopped') return { kind: 'stopped' }
  return toSlots(solution.values)
}
