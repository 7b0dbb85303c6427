import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../telemetry/log.ts'

/** A task that repeats while the server runs, with a pause after each iteration. */
export type Loop = {
  start: () => void
  /** Starts no more iterations and waits for the running one. */
  stop: () => Promise<void>
  /** Iterations begun; null while it is not running. */
  iterations: () => number | null
}

/** Repeats a function, which must not reject, with `pauseMs` in between; the signal tells it to finish. */
export const createLoop = (act: (signal: AbortSignal) => Promise<void>, pauseMs: number): Loop => {
  const ending = new AbortController()
  const { signal } = ending
  let going: Promise<void> = Promise.resolve()
  let turns: number | null = null
  const goOn = async () => {
    for (turns = 1; !signal.aborted; turns += 1) {
      await act(signal)
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  return {
    start: () => {
      if (turns === null) going = goOn()
    },
    stop: async () => {
      ending.abort()
      await going
    },
    iterations: () => (signal.aborted ? null : turns),
  }
}

/** How many iterations each loop has begun; null while it is not running. */
export type Loops = Readonly<Record<string, Loop['iterations']>>

const POLL_MS = 5_000
/**
 * Twelve checks take a minute. An iteration takes seconds: statements are limited to five, waiting for a
 * connection to ten, and the job loop pauses for ten after a failure.
 */
const MAX_SAME_POLLS = 12

/**
 * Reports a loop that has stopped iterating. Checks are counted, not time, so that a suspended machine or a
 * clock jump counts as at most one check. A check counts only while the database responds: without it a loop
 * may wait, and a restart would fail.
 */
export const stallWatch = (
  loops: Loops,
  answers: () => Promise<boolean>,
  onStalled: (loop: string) => void,
  pollMs = POLL_MS,
): Loop => {
  const seen = new Map<string, { turned: number | null; samePolls: number }>()
  return createLoop(async () => {
    const answered = await answers()
    for (const [loop, turns] of Object.entries(loops)) {
      const turned = turns()
      const last = seen.get(loop)
      const isUnchanged = answered && turned !== null && turned === last?.turned
      const samePolls = isUnchanged ? last.samePolls + 1 : 0
      seen.set(loop, { turned, samePolls })
      if (samePolls === MAX_SAME_POLLS) onStalled(loop)
    }
  }, pollMs)
}

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
