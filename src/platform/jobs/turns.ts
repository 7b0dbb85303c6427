import { AppError } from '#api/errors.ts'

/** Runs acts a few at a time, the others after them in the order in which they came. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>

/** Turns of which `atOnce` run and `waiting` may wait; who comes beyond that is refused `unavailable`. */
export const turnsOf = ({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns => {
  const queue: (() => void)[] = []
  let running = 0
  return async act => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) throw new AppError('unavailable', { retryAfterSeconds: 5 })
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

/** Acts of one key one after the other, in the order in which they came; those of different keys do not wait for each other. */
export const turnsByKey = (): (<T>(key: string, act: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, act) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(act, act)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/** How soon it is worth asking again where a few acts of seconds run. */
const SOON_SECONDS = 2

/** Runs acts at once, of each key `most`; who comes beyond that is refused `rate_limited` and not kept waiting. */
export const fewByKey = (most: number): (<T>(key: string, act: () => Promise<T>) => Promise<T>) => {
  const running = new Map<string, number>()
  return async (key, act) => {
    const before = running.get(key) ?? 0
    if (before >= most) throw new AppError('rate_limited', { retryAfterSeconds: SOON_SECONDS })
    running.set(key, before + 1)
    try {
      return await act()
    } finally {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }
}
