import { Worker } from 'node:worker_threads'

/**
 * What a program says first in a thread of its own, which is handed a task and no environment, and ends then; null when it
 * dies by whatever error, needs more memory, or says nothing in time.
 */
export const runInThread = (
  program: URL,
  { task, memoryMb, patienceMs }: { task: unknown; memoryMb: number; patienceMs: number },
): Promise<unknown> =>
  new Promise(resolve => {
    const worker = new Worker(program, {
      workerData: task,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const finish = (said: unknown) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      // What a stopping worker still says is of no interest: its answer is given.
      worker.on('error', () => undefined)
      worker.terminate().then(
        () => resolve(said),
        () => resolve(said),
      )
    }
    const timer = setTimeout(() => finish(null), patienceMs)
    worker.on('message', finish)
    worker.on('error', () => finish(null))
    worker.on('exit', () => finish(null))
  })
