import { AppError } from '#api/errors.ts'

/** Runs a few functions concurrently and queues the others in order. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>

/** At most `atOnce` run and `waiting` wait; more are refused with `unavailable`. */
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

/** A mutex per key, first come first served; different keys do not wait for each other. */
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

/** When to ask again while a few operations of seconds run. */
const SOON_SECONDS = 2

/** Runs at most `most` functions per key concurrently; more are refused with `rate_limited` and do not wait. */
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
