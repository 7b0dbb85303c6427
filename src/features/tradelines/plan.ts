import { averageTenths } from './age.ts'
import { type CheapestResult, findCheapestPlan } from './cheapest.ts'
import { findGreedyPlan } from './greedy.ts'
import type { Solve } from './integer-program.ts'
import { findHighestAge, findHighestLimit, isReachable } from './nearest.ts'
import { type Goal, type PlanningInput, reachesGoal, type Slots, sumSlots } from './planning-model.ts'

/** Why a goal cannot be reached as it stands. */
export type MissedGoal = 'age' | 'limit' | 'both' | 'together'

/**
 * A plan for the goal, or for the nearest one that can be reached. `proven`: no other plan for that goal is better;
 * without it the time ran out and the plan is one by rule of thumb.
 */
export type Plan = { slots: Slots; reached: Goal; miss: MissedGoal | null; proven: boolean }

/**
 * The nearest goal that can be reached, and why the goal itself cannot: what is reachable alone is kept; where each is
 * alone and both are not together, the age is kept. Null when the time ran out.
 */
const nearestGoal = (
  instance: PlanningInput,
  goal: Goal,
  solve: Solve,
): { goal: Goal; miss: MissedGoal } | null => {
  const ageAlone = isReachable(instance, { ageTenths: goal.ageTenths, limit: 0 }, solve)
  const limitAlone = isReachable(instance, { ageTenths: 0, limit: goal.limit }, solve)
  if (ageAlone === null || limitAlone === null) return null
  if (!ageAlone) {
    const limit = limitAlone ? goal.limit : 0
    const ageTenths = findHighestAge(instance, { ageTenths: goal.ageTenths, limit }, solve)
    if (ageTenths === null) return null
    if (limitAlone) return { goal: { ageTenths, limit }, miss: 'age' }
    const most = findHighestLimit(instance, ageTenths, solve)
    return most === null ? null : { goal: { ageTenths, limit: most }, miss: 'both' }
  }
  const limit = findHighestLimit(instance, goal.ageTenths, solve)
  if (limit === null) return null
  return { goal: { ageTenths: goal.ageTenths, limit }, miss: limitAlone ? 'together' : 'limit' }
}

const planOf = (found: CheapestResult, reached: Goal, miss: MissedGoal | null): Plan | null =>
  found.kind === 'plan' ? { slots: found.slots, reached, miss, proven: true } : null

/**
 * The best plan (decisions section 7): least cost; of equal cost the fewest lines; of equally many the largest limit. When
 * the goal cannot be reached, the same for the nearest one. Null when the time ran out and no plan is known.
 */
export const findBestPlan = (instance: PlanningInput, goal: Goal, solve: Solve): Plan | null => {
  const found = findCheapestPlan(instance, goal, { solve })
  if (found.kind === 'plan') return planOf(found, goal, null)
  if (found.kind === 'none') {
    const nearest = nearestGoal(instance, goal, solve)
    if (nearest === null) return null
    return planOf(findCheapestPlan(instance, nearest.goal, { solve }), nearest.goal, nearest.miss)
  }
  const slots = findGreedyPlan(instance, goal)
  return slots === null ? null : { slots, reached: goal, miss: null, proven: false }
}

/** One point of the curve: what it costs at least to reach an average age, the limit goal included. */
export type CurvePoint = { ageTenths: number; cost: number }

const POINTS = 7

/** Ages from the lowest to the highest, evenly, and the goal's own where it lies between. */
const agesOf = (lowest: number, highest: number, wanted: number): number[] => {
  const steps = Math.min(POINTS - 1, highest - lowest)
  const even = Array.from({ length: steps + 1 }, (_none, step) =>
    steps === 0 ? highest : lowest + Math.round(((highest - lowest) * step) / steps),
  )
  const isBetween = wanted > lowest && wanted < highest
  return [...new Set(isBetween ? [...even, wanted] : even)].toSorted((a, b) => a - b)
}

/**
 * What an older average costs: ages evenly from the one that the limit goal alone gives to the highest there is, and the goal.
 * Ends where the time runs out.
 */
export const computeCostCurve = (instance: PlanningInput, goal: Goal, solve: Solve): CurvePoint[] => {
  const { standing, offers } = instance
  const oldestOffer = offers.reduce((most, { months }) => Math.max(most, months), 0)
  const mean = standing.accounts === 0 ? 0 : Math.ceil(standing.months / standing.accounts)
  const most = Math.ceil((Math.max(oldestOffer, mean) * 10) / 12)
  const cheapest = findCheapestPlan(instance, { ageTenths: 0, limit: goal.limit }, { solve })
  if (cheapest.kind !== 'plan') return []
  const highest = findHighestAge(instance, { ageTenths: most, limit: goal.limit }, solve)
  if (highest === null || highest === 0) return []
  let { slots } = cheapest
  const alone = sumSlots(offers, slots)
  const count = standing.accounts + alone.slots
  const lowest = Math.max(1, averageTenths({ months: standing.months + alone.months, count }))
  const points: CurvePoint[] = []
  for (const ageTenths of agesOf(Math.min(lowest, highest), highest, goal.ageTenths)) {
    const next = { ageTenths, limit: goal.limit }
    // What is the cheapest for an age is so for any older one that it reaches too.
    if (!reachesGoal(standing, sumSlots(offers, slots), next)) {
      const atLeast = sumSlots(offers, slots).cost
      const found = findCheapestPlan(instance, next, { solve, costOnly: { atLeast } })
      if (found.kind !== 'plan') break
      slots = found.slots
    }
    points.push({ ageTenths, cost: sumSlots(offers, slots).cost })
  }
  return points
}
