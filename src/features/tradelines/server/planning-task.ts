import type { CurvePoint, Plan } from '../plan.ts'
import type { Goal, PlanningInput } from '../planning-model.ts'

/** What the planning thread is told and says. */

export type PlanningTask = { instance: PlanningInput; goal: Goal; planMs: number; curveMs: number }

/** No plan: the time ran out before any was known. */
export type PlanningResult = { plan: Plan | null; curve: CurvePoint[] }

/** Whether a message is a task; threads hand over anything. */
export const isPlanningTask = (value: unknown): value is PlanningTask =>
  typeof value === 'object' && value !== null && 'instance' in value && 'goal' in value && 'planMs' in value

/** Whether a message is an answer to one. */
export const isPlanningResult = (value: unknown): value is PlanningResult =>
  typeof value === 'object' && value !== null && 'plan' in value && 'curve' in value
