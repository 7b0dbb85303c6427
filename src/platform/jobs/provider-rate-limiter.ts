import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Waits until another call to a provider may be made. */
export type ProviderRateLimiter = () => Promise<void>

/** All calls to one provider are counted together. */
const KEY = 'calls'

/**
 * Turns at a provider that takes `count` calls in some seconds from all our servers together: who comes too early waits,
 * the first first. They are counted in the database, in windows that follow one another. Windows are in the time of the
 * server that began them: one that ends later than any can was begun by a wrong clock, and nobody waits for it.
 */
export const createProviderRateLimiter = (
  pool: pg.Pool,
  { provider, count, seconds }: { provider: string; count: number; seconds: number },
): ProviderRateLimiter => {
  // The limiter keeps whole milliseconds.
  const span = Math.ceil(seconds * 1_000)
  const limiter = new RateLimiterPostgres({
    keyPrefix: `turns:${provider}`,
    points: count,
    duration: span / 1_000,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
  /** Milliseconds until it is worth asking again; 0 when the turn was had. */
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
