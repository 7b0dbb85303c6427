import {
  buildProgram,
  findCheapestPlan,
  findGreedyPlan,
  listObjectives,
} from '#features/tradelines/cheapest-plan.ts'
import { type Solve, solveLexicographically } from '#features/tradelines/integer-program.ts'
import {
  comparePlans,
  type Goal,
  type Offer,
  type PlanningInput,
  sumSlots,
} from '#features/tradelines/planning-model.ts'
import { loadSolver } from '#features/tradelines/server/solver.ts'
import { type Chance, chanceOf } from '#test/support/chance.ts'
import { quantile, row, say, timed } from './measure.ts'

/** The time for the proven best plan compared with the solver alone on the same model, and the extra cost of a greedy plan. */

const seed = 2026

/** Lines priced as suppliers price them: older and larger lines cost more, with much scatter. */
const offersOf = (count: number, { between }: Chance): Offer[] =>
  Array.from({ length: count }, (_none, index) => {
    const [months, limit] = [between(24, 304), 1_000 * between(2, 30)]
    const price = 5 * Math.round((90 + months * 1.2 + limit * 0.009 + between(0, 220)) / 5)
    return { id: String(index), price, months, limit, stock: between(1, 5) }
  })

const taskOf = (count: number, chance: Chance): { instance: PlanningInput; goal: Goal } => {
  const accounts = chance.between(2, 13)
  return {
    instance: {
      accountAges: { accounts, months: accounts * chance.between(20, 80) },
      offers: offersOf(count, chance),
    },
    goal: { ageTenths: chance.between(55, 105), limit: 5_000 * chance.between(2, 16) },
  }
}

/** The solver without our pruning and bounds, over all lines. */
const alone = ({ instance, goal }: ReturnType<typeof taskOf>, solve: Solve) =>
  solveLexicographically(buildProgram(instance, goal), listObjectives(instance), solve)

const measure = async (count: number, tasks: number, solve: Solve): Promise<void> => {
  const chance = chanceOf(seed)
  const [ours, theirs, dearer]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < tasks; n += 1) {
    const task = taskOf(count, chance)
    const { instance, goal } = task
    const plan = await timed(() => findCheapestPlan(instance, goal, { solve }))
    const peer = await timed(() => alone(task, solve))
    if (plan.result.kind !== 'plan' || peer.result.kind !== 'optimal') continue
    const best = sumSlots(instance.offers, plan.result.slots)
    if (comparePlans(best, sumSlots(instance.offers, peer.result.values)) !== 0)
      throw new Error('the pruned plan differs from the plan over all lines')
    ours.push(plan.took)
    theirs.push(peer.took)
    const greedy = findGreedyPlan(instance, goal)
    if (greedy && best.cost > 0) dearer.push(sumSlots(instance.offers, greedy).cost / best.cost - 1)
  }
  row(
    `  best plan, ${count} lines (${ours.length} tasks)`,
    quantile(ours, 0.5),
    'HiGHS alone',
    quantile(theirs, 0.5),
  )
  row('    of ten the slowest', quantile(ours, 0.9), 'HiGHS alone', quantile(theirs, 0.9))
  const wrong = dearer.filter(share => share > 0)
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  say(
    `    rule of thumb: dearer in ${wrong.length} of ${dearer.length}; then by ${percent(quantile(wrong, 0.5))} (median), ${percent(Math.max(...wrong, 0))} (most)`,
  )
}

export const tradelines = async (): Promise<void> => {
  say(`Tradelines: the plan of least cost, proven, of generated supplies, seed ${seed}`)
  const solver = await loadSolver()
  for (const [count, tasks] of [
    [50, 40],
    [500, 20],
    [5_000, 5],
  ] as const)
    await measure(count, tasks, solver.within(600_000))
}
