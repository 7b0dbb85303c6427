import { type CurvePoint, computeCostCurve, findBestPlan, type Plan } from '../plan.ts'
import type { Goal, PlanningInput } from '../planning-model.ts'
import { loadSolver } from './solver.ts'

export type PlanningTask = { instance: PlanningInput; goal: Goal; planMs: number; curveMs: number }

/** No plan: time ran out before one was found. */
export type PlanningResult = { plan: Plan | null; curve: CurvePoint[] }

/** Finds one plan and its curve; runs in its own thread (`planning.ts`), because the solver blocks. */
export const findPlan = async ({
  instance,
  goal,
  planMs,
  curveMs,
}: PlanningTask): Promise<PlanningResult> => {
  const solver = await loadSolver()
  const plan = findBestPlan(instance, goal, solver.within(planMs))
  const curve = plan?.proven ? computeCostCurve(instance, goal, solver.within(curveMs)) : []
  return { plan, curve }
}
