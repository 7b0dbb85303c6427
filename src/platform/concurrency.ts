import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import { AppError } from '#api/errors.ts'

/** Runs a few functions concurrently and queues some more in order; beyond that it refuses with `unavailable`. */
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

/**
 * Batches concurrent calls: items that arrive while a batch is running form the next one (group commit). `act` returns the
 * result of each item. When a batch fails, each of its items is retried alone, so that a faulty one affects only its own
 * caller. A batch runs outside the context of its requests (`AsyncLocalStorage`).
 */
export const inBatches = <Item, Result>(
  most: number,
  act: (items: readonly Item[]) => Promise<(item: Item) => Result>,
): ((item: Item) => Promise<Result>) => {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const ofNobody = AsyncLocalStorage.snapshot()
  const waiting: Waiting[] = []
  let underWay = false
  const actOn = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const resultOf = await act(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(resultOf(item))
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map(one => actOn([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
  const run = async (): Promise<void> => {
    underWay = true
    while (waiting.length > 0) await actOn(waiting.splice(0, most))
    underWay = false
  }
  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!underWay) void ofNobody(run)
    })
}

/** When to retry while a few operations that take seconds are running. */
const SOON_SECONDS = 2

/** Runs at most `most` functions per key concurrently; more are refused with `rate_limited` and do not wait. */
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

/** The result of work; null if it takes longer than some milliseconds, while the work continues. Rejects if the work does. */
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
