import { parentPort, workerData } from 'node:worker_threads'
import { computeCostCurve, findBestPlan } from '../plan.ts'
import { isPlanningTask, type PlanningResult } from './planning-task.ts'
import { loadSolver } from './solver.ts'

/** Finds one plan and its curve in a thread of its own: the solver blocks whatever thread it runs in. */

if (!isPlanningTask(workerData)) throw new Error('the planning worker was started without a task')
const { instance, goal, planMs, curveMs } = workerData
const solver = await loadSolver()
const plan = findBestPlan(instance, goal, solver.within(planMs))
const curve = plan?.proven ? computeCostCurve(instance, goal, solver.within(curveMs)) : []
const planned: PlanningResult = { plan, curve }
parentPort?.postMessage(planned)
