import { Refusal } from '#api/errors.ts'

/** Runs acts a few at a time, the others after them in the order in which they came. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>

/** Turns of which `atOnce` run and `waiting` may wait; who comes beyond that is refused `unavailable`. */
export const turnsOf = ({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns => {
  const queue: (() => void)[] = []
  let running = 0
  return async act => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) throw new Refusal('unavailable', { retryAfterSeconds: 5 })
    else await new Promise<void>(resolve => queue.push(resolve))
    try {
      return await act()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
