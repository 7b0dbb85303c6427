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

/**
 * What can be reached at most. Lines that help both goals are taken whole, so that only those that are younger than the age
 * goal are left to be weighed: one knapsack.
 */

type Most = { kind: 'most'; slots: Slots } | { kind: 'none' } | { kind: 'stopped' }

const helping = ({ offers }: PlanningInput, ageTenths: number): Slots =>
  offers.map(offer => (ageGain(offer, ageTenths) >= 0 ? offer.stock : 0))

const join = (one: Slots, other: Slots): Slots => one.map((taken, index) => taken + (other[index] ?? 0))

/** The offers of which no slot is taken yet, as the upper bounds of a knapsack. */
const restOf = ({ offers }: PlanningInput, taken: Slots): number[] =>
  offers.map(({ stock }, index) => ((taken[index] ?? 0) > 0 ? 0 : stock))

/** Of all plans with a limit, one whose age goal is missed by least or passed by most. */
const oldest = (instance: PlanningInput, { ageTenths, limit }: Goal, solve: Solve): Most => {
  const { offers } = instance
  const old = helping(instance, ageTenths)
  const lacking = limit - sumSlots(offers, old).limit
  if (lacking <= 0) return { kind: 'most', slots: old }
  const solved = solveExactly(
    {
      objective: offers.map(offer => Math.max(0, -ageGain(offer, ageTenths))),
      upper: restOf(instance, old),
      rows: [{ coefficients: offers.map(offer => offer.limit), atLeast: lacking }],
    },
    solve,
  )
  if (solved.kind === 'infeasible') return { kind: 'none' }
  return solved.kind === 'stopped' ? solved : { kind: 'most', slots: join(old, solved.values) }
}

/** Whether any plan reaches a goal; null when that could not be found out in time. */
export const isReachable = (instance: PlanningInput, goal: Goal, solve: Solve): boolean | null => {
  const { standing, offers } = instance
  if (goal.ageTenths === 0) return sumSlots(offers, helping(instance, 0)).limit >= goal.limit
  const most = oldest(instance, goal, solve)
  if (most.kind === 'stopped') return null
  if (most.kind === 'none') return false
  return reachesGoal(standing, sumSlots(offers, most.slots), goal)
}

/** The highest age, in tenths of a year up to some tenths, that is reachable with a limit; null when the time ran out. */
export const findHighestAge = (instance: PlanningInput, upTo: Goal, solve: Solve): number | null => {
  let [reachable, beyond] = [0, upTo.ageTenths + 1]
  while (beyond - reachable > 1) {
    const middle = (reachable + beyond - ((reachable + beyond) % 2)) / 2
    const found = isReachable(instance, { ageTenths: middle, limit: upTo.limit }, solve)
    if (found === null) return null
    if (found) reachable = middle
    else beyond = middle
  }
  return reachable
}

/** The highest limit that is reachable with an age that is reachable itself; null when the time ran out. */
export const findHighestLimit = (instance: PlanningInput, ageTenths: number, solve: Solve): number | null => {
  const { standing, offers } = instance
  if (ageTenths === 0) return sumSlots(offers, helping(instance, 0)).limit
  const old = helping(instance, ageTenths)
  const gained = offers.reduce((sum, offer, index) => sum + ageGain(offer, ageTenths) * (old[index] ?? 0), 0)
  const solved = solveExactly(
    {
      objective: offers.map(offer => -offer.limit),
      upper: restOf(instance, old),
      rows: [
        {
          coefficients: offers.map(offer => Math.min(0, ageGain(offer, ageTenths))),
          atLeast: ageShortfall(standing, ageTenths) - gained,
        },
      ],
    },
    solve,
  )
  return solved.kind === 'optimal' ? sumSlots(offers, join(old, solved.values)).limit : null
}
