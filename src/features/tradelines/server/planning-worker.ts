import { parentPort, workerData } from 'node:worker_threads'
import { bestPlan, costCurve } from '../plan.ts'
import { isTask, type Planned } from './planning-task.ts'
import { openSolver } from './solver.ts'

/** Finds one plan and its curve in a thread of its own: the solver blocks whatever thread it runs in. */

if (!isTask(workerData)) throw new Error('the planning worker was started without a task')
const { instance, goal, planMs, curveMs } = workerData
const solver = await openSolver()
const plan = bestPlan(instance, goal, solver.within(planMs))
const curve = plan?.proven ? costCurve(instance, goal, solver.within(curveMs)) : []
const planned: Planned = { plan, curve }
parentPort?.postMessage(planned)
