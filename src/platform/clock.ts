import type { Config } from './config/config.ts'

/** The current time. Domain rules receive it as a value and never call this. */
export type Clock = () => Date

/** A clock that returns the milliseconds of a `time`, moved or stopped by `TEST_CLOCK`. */
export const createClock = (setting: Config['clock'], time: () => number): Clock =>
  'fixed' in setting ? () => new Date(setting.fixed) : () => new Date(time() + setting.offset)

const SAMPLE_EVERY_MS = 10_000
/** How many samples are taken at startup; the fastest one counts. */
const FIRST_TIMES = 3
/** Later samples slower than this are too inaccurate to use. */
const MAX_ROUND_TRIP_MS = 500

/** A time source, in milliseconds since 1970. */
export type DatabaseClock = { now: () => number; stop: () => void }

/**
 * The time of one source for all servers, here the database, so that codes, sessions and leases mean the
 * same on each. It is sampled every ten seconds and carried on by the monotonic clock; while the source is
 * unavailable it continues from the last sample. The error is half of the round trip.
 */
export const syncDatabaseClock = async (readTime: () => Promise<number>): Promise<DatabaseClock> => {
  let offset = Date.now() - performance.now()
  const sample = async (slowest: number) => {
    const begun = performance.now()
    const time = await readTime()
    const answered = performance.now()
    if (answered - begun <= slowest) offset = time - (begun + answered) / 2
    return answered - begun
  }
  let quickest = Number.POSITIVE_INFINITY
  for (let first = 0; first < FIRST_TIMES; first += 1) quickest = Math.min(quickest, await sample(quickest))
  const timer = setInterval(() => void sample(MAX_ROUND_TRIP_MS).catch(() => undefined), SAMPLE_EVERY_MS)
  timer.unref()
  return { now: () => performance.now() + offset, stop: () => clearInterval(timer) }
}
