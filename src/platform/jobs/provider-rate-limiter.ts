import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createDatabaseLimiter } from '../http/rate-limits.ts'

/** Waits until another call to a provider may be made. */
export type ProviderRateLimiter = () => Promise<void>

/** All calls to one provider are counted together. */
const KEY = 'calls'

/**
 * Limits calls to a provider to `count` in some seconds, for all our servers together, first come first
 * served. Calls are counted in the database, in consecutive windows, by the clock of the server that began
 * the window: one that ends later than possible came from a wrong clock and is ignored.
 */
export const createProviderRateLimiter = (
  pool: pg.Pool,
  { provider, count, seconds }: { provider: string; count: number; seconds: number },
): ProviderRateLimiter => {
  // The limiter keeps whole milliseconds.
  const span = Math.ceil(seconds * 1_000)
  const limiter = createDatabaseLimiter(pool, {
    keyPrefix: `turns:${provider}`,
    points: count,
    duration: span / 1_000,
  })
  /** Milliseconds until the next attempt makes sense; 0 once the call is allowed. */
  const asked = async (): Promise<number> => {
    try {
      await limiter.consume(KEY)
      return 0
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return Math.max(1, error.msBeforeNext)
    }
  }
  const had = async (): Promise<void> => {
    for (let wait = await asked(); wait > 0; wait = await asked()) {
      if (wait > span) await limiter.delete(KEY)
      else await delay(wait)
    }
  }
  let last = Promise.resolve()
  return () => {
    const mine = last.then(had)
    last = mine.catch(() => undefined)
    return mine
  }
}
