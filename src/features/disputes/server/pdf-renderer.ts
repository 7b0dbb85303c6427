import { Worker } from 'node:worker_threads'
import { AppError } from '#api/errors.ts'
import type { PrintJob } from './letter-pdf.ts'

/** Renders letters as PDF in a worker thread, one job at a time. */
export type PdfRenderer = {
  /** Refuses `unavailable` when the queue is full, the job takes too long, or the worker stops. */
  render: (job: PrintJob) => Promise<Uint8Array>
  close: () => Promise<void>
}

type Setting = { timeoutMs: number; waiting: number; worker: URL }

const usual: Setting = {
  timeoutMs: 15_000,
  waiting: 100,
  worker: new URL('./letter-pdf-worker.ts', import.meta.url),
}

const printOn = (worker: Worker, job: PrintJob, timeoutMs: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (answer: unknown) =>
      finish(() => (answer instanceof Uint8Array ? resolve(answer) : reject(new Error(String(answer)))))
    const onError = (error: unknown) =>
      finish(() => reject(error instanceof Error ? error : new Error(String(error))))
    const onExit = () => finish(() => reject(new AppError('unavailable')))
    const timer = setTimeout(() => finish(() => reject(new AppError('unavailable'))), timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })

/**
 * The worker is started by the first job and kept. A failed job ends it, and the next job starts another. An idle
 * worker does not keep the process alive.
 */
export const createPdfRenderer = (own: Partial<Setting> = {}): PdfRenderer => {
  const setting = { ...usual, ...own }
  let worker: Worker | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const stop = async () => {
    const old = worker
    worker = null
    await old?.terminate()
  }

  const start = (): Worker => {
    const thread = new Worker(setting.worker, { env: {} })
    // Without a listener, a worker that fails between two jobs would end the process.
    thread
      .on('error', () => undefined)
      .on('exit', () => {
        if (worker === thread) worker = null
      })
    return thread
  }

  const run = async (job: PrintJob): Promise<Uint8Array> => {
    worker ??= start()
    const thread = worker
    thread.ref()
    try {
      return await printOn(thread, job, setting.timeoutMs)
    } catch (error) {
      await stop()
      throw error
    } finally {
      thread.unref()
    }
  }

  return {
    render: job => {
      if (waiting >= setting.waiting) return Promise.reject(new AppError('unavailable'))
      waiting += 1
      const printed = last
        .then(() => run(job))
        .finally(() => {
          waiting -= 1
        })
      last = printed.catch(() => undefined)
      return printed
    },
    close: stop,
  }
}
