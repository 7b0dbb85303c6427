import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Waits until another call to a provider may be made. */
type ProviderRateLimiter = () => Promise<void>

/** The number of late calls that a server may catch up on. */
const CATCH_UP = 3
/** The longest wait: a slot further away is from a wrong clock. */
const LONGEST_MS = 5_000

/**
 * Takes the next slot and returns in how many milliseconds it begins. `expire` is when the slot after the last one taken
 * begins (a virtual schedule, as in ITU-T I.371, GCRA).
 */
const takeSlot = `
  with at as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
  insert into rate_limits as slots (key, points, expire)
  select $1, 0, now + $2 from at
  on conflict (key) do update set expire = $2 + case
    when slots.expire > (select now from at) + ${LONGEST_MS} then (select now from at)
    else greatest(slots.expire, (select now from at) - ${CATCH_UP} * $2)
  end
  returning (slots.expire - $2 - (select now from at))::float8 as wait`

/**
 * Spaces calls to a provider by some milliseconds across all our servers, first come first served, by the database's clock.
 * In `n` milliseconds at most `n / everyMs + 1 + CATCH_UP` calls begin.
 */
export const createProviderRateLimiter = (
  pool: pg.Pool,
  { provider, everyMs }: { provider: string; everyMs: number },
): ProviderRateLimiter => {
  // Slots are in whole milliseconds.
  const every = Math.ceil(everyMs)
  const next = async (): Promise<void> => {
    const { rows } = await pool.query<{ wait: number }>({
      name: 'take_slot',
      text: takeSlot,
      values: [`slots:${provider}`, every],
    })
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) await delay(wait)
  }
  let last = Promise.resolve()
  return () => {
    const mine = last.then(next)
    last = mine.catch(() => undefined)
    return mine
  }
}
