import {
  type Constraint,
  type IntegerProgram,
  type Solve,
  solveLexicographically,
} from './integer-program.ts'
import {
  ageGain,
  ageShortfall,
  type Goal,
  isInStock,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
} from './planning-model.ts'
import { pruneOffers } from './prune.ts'

/** The best plan, `none` when no plan reaches the goal, or `stopped` when that could not be found out in time. */
export type CheapestResult = { kind: 'plan'; slots: Slots } | { kind: 'none' } | { kind: 'stopped' }

/** The goal as rows over the offers: only those that are switched on. */
const rowsOf = ({ standing, offers }: PlanningInput, { ageTenths, limit }: Goal): Constraint[] => [
  ...(ageTenths === 0
    ? []
    : [
        {
          coefficients: offers.map(offer => ageGain(offer, ageTenths)),
          atLeast: ageShortfall(standing, ageTenths),
        },
      ]),
  // Without accounts an average needs a line first.
  ...(ageTenths > 0 && standing.accounts === 0 ? [{ coefficients: offers.map(() => 1), atLeast: 1 }] : []),
  ...(limit === 0 ? [] : [{ coefficients: offers.map(offer => offer.limit), atLeast: limit }]),
]

/** The goal as an integer programme over all offers, without its objectives. */
export const buildProgram = (instance: PlanningInput, goal: Goal): Omit<IntegerProgram, 'objective'> => ({
  upper: instance.offers.map(({ stock }) => stock),
  rows: rowsOf(instance, goal),
})

const dearness = ({ offers }: PlanningInput) => offers.map(({ price }) => price)

/** What is to be small, in this order (decisions section 7): the cost, the number of lines, and last what the limit is not. */
export const listObjectives = (instance: PlanningInput): readonly (readonly number[])[] => [
  dearness(instance),
  instance.offers.map(() => 1),
  instance.offers.map(({ limit }) => -limit),
]

type How = {
  solve: Solve
  /** Only what the goal costs, which is known to be at least so much; which of equal plans is left open. */
  costOnly?: { atLeast: number }
}

/** The best plan for a goal, proven and checked in whole numbers. */
export const findCheapestPlan = (
  instance: PlanningInput,
  goal: Goal,
  { solve, costOnly }: How,
): CheapestResult => {
  const { standing, offers } = instance
  const nothing = offers.map(() => 0)
  if (reachesGoal(standing, sumSlots(offers, nothing), goal)) return { kind: 'plan', slots: nothing }
  // Where no age is asked for, a younger line is no worse.
  const alike = goal.ageTenths === 0 ? offers.map(offer => ({ ...offer, months: 0 })) : offers
  const { places, budget } = pruneOffers({ standing, offers: alike }, goal)
  const needed = { standing, offers: places.flatMap(place => offers[place] ?? []) }
  const { upper, rows } = buildProgram(needed, goal)
  const prices = dearness(needed)
  const bounds = [
    ...(budget === null ? [] : [{ coefficients: prices.map(price => -price), atLeast: -budget }]),
    ...(costOnly ? [{ coefficients: prices, atLeast: costOnly.atLeast }] : []),
  ]
  const objectives = costOnly ? [prices] : listObjectives(needed)
  const solved = solveLexicographically({ upper, rows: [...rows, ...bounds] }, objectives, solve)
  if (solved.kind === 'infeasible') return { kind: 'none' }
  if (solved.kind === 'stopped') return { kind: 'stopped' }
  const slots = offers.map((_offer, index) => solved.values[places.indexOf(index)] ?? 0)
  const stands = isInStock(offers, slots) && reachesGoal(standing, sumSlots(offers, slots), goal)
  return stands ? { kind: 'plan', slots } : { kind: 'stopped' }
}
