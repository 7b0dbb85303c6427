import { createThreads, ThreadLost } from '#platform/threads.ts'
import type { Goal, PlanningInput } from '../planning-model.ts'
import type { findPlan, PlanningResult } from './find-plan.ts'

/** Five thousand lines are planned in seconds (docs/reference/benchmarks.md); the curve takes what time it is given. */
const PLAN_MS = 15_000
const CURVE_MS = 3_000
/** For the thread's start, and for what is done between calls of the solver. */
const GRACE_MS = 10_000

/** The solver takes a whole processor: few plan at once, and nobody waits long for one. */
const threads = createThreads({
  threads: 2,
  waiting: 20,
  timeoutMs: PLAN_MS + CURVE_MS + GRACE_MS,
  memoryMb: 256,
  fresh: true,
})

const isPlanningResult = (value: unknown): value is PlanningResult =>
  typeof value === 'object' && value !== null && 'plan' in value && 'curve' in value

const findPlanInThread = threads.define<typeof findPlan>(
  new URL('./find-plan.ts', import.meta.url),
  'findPlan',
  isPlanningResult,
)

/** Plans in its own thread. Refuses `unavailable` when too many wait, or when no plan is found in time. */
export const planInWorker = async (
  instance: PlanningInput,
  goal: Goal,
): Promise<{ plan: NonNullable<PlanningResult['plan']>; curve: PlanningResult['curve'] }> => {
  const { plan, curve } = await findPlanInThread({ instance, goal, planMs: PLAN_MS, curveMs: CURVE_MS })
  if (plan === null) throw new ThreadLost()
  return { plan, curve }
}
