import type { Log } from '../telemetry/log.ts'

/**
 * What goes on after its answer went out, where waiting for it would tell the caller something. A failure is logged. It
 * ends with the process: what must happen is a job.
 */
export type Background = {
  run: (job: string, work: () => Promise<void>) => void
  /** Waits until nothing goes on any more. */
  idle: () => Promise<void>
}

export const createBackground = (log: Log): Background => {
  const underWay = new Set<Promise<void>>()
  return {
    run: (job, work) => {
      const going = work()
        .catch((error: unknown) => log.warn('background work failed', { job, error }))
        .finally(() => underWay.delete(going))
      underWay.add(going)
    },
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}
