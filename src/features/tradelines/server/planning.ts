import { AppError } from '#api/errors.ts'
import { runInThread } from '#platform/in-thread.ts'
import { turnsOf } from '#platform/jobs/turns.ts'
import type { Goal, PlanningInput } from '../planning-model.ts'
import { isPlanningResult, type PlanningResult, type PlanningTask } from './planning-task.ts'

/** Five thousand lines are planned in seconds (docs/reference/benchmarks.md); the curve takes what time it is given. */
const PLAN_MS = 15_000
const CURVE_MS = 3_000
/** What the thread may take beside: its start, and what is done between the solver's turns. */
const GRACE_MS = 10_000
const MEMORY_MB = 256

/** The solver takes a processor whole: few plan at once, and nobody waits long for one. */
const inTurn = turnsOf({ atOnce: 2, waiting: 20 })

/** Plans in a thread of its own. Refuses `unavailable` when too many wait, or when no plan is found in time. */
export const planInWorker = async (
  instance: PlanningInput,
  goal: Goal,
): Promise<{ plan: NonNullable<PlanningResult['plan']>; curve: PlanningResult['curve'] }> => {
  const task: PlanningTask = { instance, goal, planMs: PLAN_MS, curveMs: CURVE_MS }
  const { plan, curve } = await inTurn(() => plannedApart(task))
  if (plan === null) throw new AppError('unavailable', { retryAfterSeconds: 5 })
  return { plan, curve }
}

const nothing: PlanningResult = { plan: null, curve: [] }

const plannedApart = async (task: PlanningTask): Promise<PlanningResult> => {
  const answer = await runInThread(new URL('./planning-worker.ts', import.meta.url), {
    task,
    memoryMb: MEMORY_MB,
    patienceMs: task.planMs + task.curveMs + GRACE_MS,
  })
  return isPlanningResult(answer) ? answer : nothing
}
