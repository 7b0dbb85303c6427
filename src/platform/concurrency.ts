import pLimit from 'p-limit'
import { AppError } from '#api/errors.ts'

/** Runs a few functions at once and queues some more in order; beyond that it refuses with `unavailable`. */
export const boundedQueue = ({
  concurrent,
  waiting,
}: {
  concurrent: number
  waiting: number
}): (<T>(act: () => Promise<T>) => Promise<T>) => {
  const limit = pLimit(concurrent)
  return async act => {
    if (limit.activeCount + limit.pendingCount >= concurrent + waiting)
      throw new AppError('unavailable', { retryAfterSeconds: 5 })
    return limit(act)
  }
}

/** A mutex per key, first come first served; different keys do not wait for each other. */
export const keyedMutex = (): (<T>(key: string, act: () => Promise<T>) => Promise<T>) => {
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

/** Runs at most `most` functions per key at once; more are refused with `rate_limited` and do not wait. */
export const limitPerKey = (most: number): (<T>(key: string, act: () => Promise<T>) => Promise<T>) => {
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

/** The result of work; null when it takes longer than some milliseconds. The work itself goes on. Rejects as the work does. */
export const withDeadline = async <T>(work: Promise<T>, milliseconds: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
