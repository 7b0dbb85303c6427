import type { Goal, Instance } from '../offers.ts'
import type { CurvePoint, Plan } from '../plan.ts'

/** What the planning thread is told and says. */

export type Task = { instance: Instance; goal: Goal; planMs: number; curveMs: number }

/** No plan: the time ran out before any was known. */
export type Planned = { plan: Plan | null; curve: CurvePoint[] }

/** Whether a message is a task; threads hand over anything. */
export const isTask = (value: unknown): value is Task =>
  typeof value === 'object' && value !== null && 'instance' in value && 'goal' in value && 'planMs' in value

/** Whether a message is an answer to one. */
export const isPlanned = (value: unknown): value is Planned =>
  typeof value === 'object' && value !== null && 'plan' in value && 'curve' in value
