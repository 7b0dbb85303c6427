import { setTimeout as delay } from 'node:timers/promises'

/** What a server does again and again while it runs, with a pause after each time. */
export type Loop = {
  start: () => void
  /** Begins nothing more, and waits for what is under way. */
  stop: () => Promise<void>
  /** How many times it has begun to act; null while it does not run. */
  iterations: () => number | null
}

/** Repeats an act, which must not reject, with `pauseMs` in between; the signal tells it that it is to come to its end. */
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
