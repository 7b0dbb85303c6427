import type { Log } from '../telemetry/log.ts'

/**
 * Work that continues after the response, where waiting would leak information through timing. Failures are
 * logged. It is lost with the process: anything that must happen is a job.
 */
export type Background = {
  run: (job: string, work: () => Promise<void>) => void
  /** Waits until nothing is running. */
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
