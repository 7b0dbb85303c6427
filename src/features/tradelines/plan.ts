import { averageTenths } from './age.ts'
import { findCheapestPlan, findGreedyPlan } from './cheapest-plan.ts'
import { type Solve, solveExactly } from './integer-program.ts'
import {
  ageGain,
  ageShortfall,
  type Goal,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
} from './planning-model.ts'

/** Which goals cannot be reached: one alone, both, or only both together. */
type MissedGoal = 'age' | 'limit' | 'both' | 'together'

/**
 * A plan for the goal, or for the nearest reachable one. `proven`: no other plan for that goal is better; otherwise time
 * ran out and the plan is greedy.
 */
export type Plan = { slots: Slots; reached: Goal; miss: MissedGoal | null; proven: boolean }

/** All slots of offers that do not lower the average below the age goal. */
const takeHelpfulSlots = ({ offers }: PlanningInput, ageTenths: number): Slots =>
  offers.map(offer => (ageGain(offer, ageTenths) >= 0 ? offer.stock : 0))

const addSlots = (a: Slots, b: Slots): Slots => a.map((taken, index) => taken + (b[index] ?? 0))

const remainingStock = ({ offers }: PlanningInput, taken: Slots): number[] =>
  offers.map(({ stock }, index) => ((taken[index] ?? 0) > 0 ? 0 : stock))

/** Whether any plan reaches a goal; null if time ran out. */
const isReachable = (input: PlanningInput, goal: Goal, solve: Solve): boolean | null => {
  const { accountAges, offers } = input
  const helpful = takeHelpfulSlots(input, goal.ageTenths)
  const missing = goal.limit - sumSlots(offers, helpful).limit
  if (goal.ageTenths === 0) return missing <= 0
  if (missing <= 0) return reachesGoal(accountAges, sumSlots(offers, helpful), goal)
  // A knapsack: the younger lines that add the missing limit and lower the average least.
  const solution = solveExactly(
    {
      objective: offers.map(offer => Math.max(0, -ageGain(offer, goal.ageTenths))),
      upper: remainingStock(input, helpful),
      constraints: [{ coefficients: offers.map(offer => offer.limit), atLeast: missing }],
    },
    solve,
  )
  if (solution.kind === 'stopped') return null
  if (solution.kind === 'infeasible') return false
  return reachesGoal(accountAges, sumSlots(offers, addSlots(helpful, solution.values)), goal)
}

/** The highest average age, up to that of the goal, that is reachable with its limit; null if time ran out. */
const findHighestAge = (input: PlanningInput, goal: Goal, solve: Solve): number | null => {
  let [reachable, unreachable] = [0, goal.ageTenths + 1]
  while (unreachable - reachable > 1) {
    const middle = (reachable + unreachable - ((reachable + unreachable) % 2)) / 2
    const found = isReachable(input, { ageTenths: middle, limit: goal.limit }, solve)
    if (found === null) return null
    if (found) reachable = middle
    else unreachable = middle
  }
  return reachable
}

/** The highest limit that is reachable with a reachable age; null if time ran out. */
const findHighestLimit = (input: PlanningInput, ageTenths: number, solve: Solve): number | null => {
  const { accountAges, offers } = input
  const helpful = takeHelpfulSlots(input, ageTenths)
  if (ageTenths === 0) return sumSlots(offers, helpful).limit
  const gained = offers.reduce(
    (sum, offer, index) => sum + ageGain(offer, ageTenths) * (helpful[index] ?? 0),
    0,
  )
  const solution = solveExactly(
    {
      objective: offers.map(offer => -offer.limit),
      upper: remainingStock(input, helpful),
      constraints: [
        {
          coefficients: offers.map(offer => Math.min(0, ageGain(offer, ageTenths))),
          atLeast: ageShortfall(accountAges, ageTenths) - gained,
        },
      ],
    },
    solve,
  )
  return solution.kind === 'optimal' ? sumSlots(offers, addSlots(helpful, solution.values)).limit : null
}

/**
 * The nearest reachable goal, and why the goal itself is not. A goal that is reachable alone is kept; if each is but not
 * both together, the age is kept. Null if time ran out.
 */
const findNearestGoal = (
  input: PlanningInput,
  goal: Goal,
  solve: Solve,
): { goal: Goal; miss: MissedGoal } | null => {
  const ageAlone = isReachable(input, { ageTenths: goal.ageTenths, limit: 0 }, solve)
  const limitAlone = isReachable(input, { ageTenths: 0, limit: goal.limit }, solve)
  if (ageAlone === null || limitAlone === null) return null
  if (!ageAlone) {
    const limit = limitAlone ? goal.limit : 0
    const ageTenths = findHighestAge(input, { ageTenths: goal.ageTenths, limit }, solve)
    if (ageTenths === null) return null
    if (limitAlone) return { goal: { ageTenths, limit }, miss: 'age' }
    const highest = findHighestLimit(input, ageTenths, solve)
    return highest === null ? null : { goal: { ageTenths, limit: highest }, miss: 'both' }
  }
  const limit = findHighestLimit(input, goal.ageTenths, solve)
  if (limit === null) return null
  return { goal: { ageTenths: goal.ageTenths, limit }, miss: limitAlone ? 'together' : 'limit' }
}

/** The best plan for the goal or the nearest reachable one; null if time ran out and no plan is known. */
export const findBestPlan = (input: PlanningInput, goal: Goal, solve: Solve): Plan | null => {
  const cheapest = findCheapestPlan(input, goal, { solve })
  if (cheapest.kind === 'plan') return { slots: cheapest.slots, reached: goal, miss: null, proven: true }
  if (cheapest.kind === 'stopped') {
    const slots = findGreedyPlan(input, goal)
    return slots === null ? null : { slots, reached: goal, miss: null, proven: false }
  }
  const nearest = findNearestGoal(input, goal, solve)
  if (nearest === null) return null
  const found = findCheapestPlan(input, nearest.goal, { solve })
  return found.kind === 'plan'
    ? { slots: found.slots, reached: nearest.goal, miss: nearest.miss, proven: true }
    : null
}

/** The least cost of an average age, with the limit goal. */
export type CurvePoint = { ageTenths: number; cost: number }

const POINTS = 7

/** Evenly spaced ages, and the goal's if it lies between. */
const spaceAges = (lowest: number, highest: number, goal: number): number[] => {
  const steps = Math.min(POINTS - 1, highest - lowest)
  const even = Array.from({ length: steps + 1 }, (_, step) =>
    steps === 0 ? highest : lowest + Math.round(((highest - lowest) * step) / steps),
  )
  const isBetween = goal > lowest && goal < highest
  return [...new Set(isBetween ? [...even, goal] : even)].toSorted((a, b) => a - b)
}

/** Costs from the average age that the limit goal alone reaches to the highest possible. Ends early if time runs out. */
export const computeCostCurve = (input: PlanningInput, goal: Goal, solve: Solve): CurvePoint[] => {
  const { accountAges, offers } = input
  const oldestOffer = offers.reduce((most, { months }) => Math.max(most, months), 0)
  const mean = accountAges.accounts === 0 ? 0 : Math.ceil(accountAges.months / accountAges.accounts)
  const upperBound = Math.ceil((Math.max(oldestOffer, mean) * 10) / 12)
  const cheapest = findCheapestPlan(input, { ageTenths: 0, limit: goal.limit }, { solve })
  if (cheapest.kind !== 'plan') return []
  const highest = findHighestAge(input, { ageTenths: upperBound, limit: goal.limit }, solve)
  if (highest === null || highest === 0) return []
  let { slots } = cheapest
  const limitOnly = sumSlots(offers, slots)
  const lowest = Math.max(
    1,
    averageTenths({
      months: accountAges.months + limitOnly.months,
      count: accountAges.accounts + limitOnly.slots,
    }),
  )
  const points: CurvePoint[] = []
  for (const ageTenths of spaceAges(Math.min(lowest, highest), highest, goal.ageTenths)) {
    const next = { ageTenths, limit: goal.limit }
    // The cheapest plan for one age is also the cheapest for any older age that it reaches.
    if (!reachesGoal(accountAges, sumSlots(offers, slots), next)) {
      const atLeast = sumSlots(offers, slots).cost
      const found = findCheapestPlan(input, next, { solve, costOnly: { atLeast } })
      if (found.kind !== 'plan') break
      slots = found.slots
    }
    points.push({ ageTenths, cost: sumSlots(offers, slots).cost })
  }
  return points
}
