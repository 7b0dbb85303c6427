import { setTimeout as delay } from 'node:timers/promises'

/** A task that repeats while the server runs, with a pause after each iteration. */
export type Loop = {
  start: () => void
  /** Starts no other iteration and waits for the running one. */
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
