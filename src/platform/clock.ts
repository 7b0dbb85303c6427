import type { Config } from './config/config.ts'

/** The present instant. Rules receive what it gives; they never ask themselves. */
export type Clock = () => Date

/** A clock that gives the milliseconds of a `time`, moved or stopped by `TEST_CLOCK`. */
export const createClock = (setting: Config['clock'], time: () => number): Clock =>
  'fixed' in setting ? () => new Date(setting.fixed) : () => new Date(time() + setting.offset)

const HEAR_EVERY_MS = 10_000
/** The quickest of so many answers counts at the start. */
const FIRST_TIMES = 3
/** Later an answer that took longer tells the time too badly. */
const SLOWEST_MS = 500

/** A time in milliseconds since 1970 that is told by somebody else. */
export type DatabaseClock = { now: () => number; stop: () => void }

/**
 * The time of whom all servers ask, here the database's: codes, sessions and leases that one server writes mean the same to
 * the others, whatever their own clocks say (security-reliability R26). It is heard every ten seconds and carried on by the
 * clock that nobody can set; while nobody tells it, it goes on as it was heard last. Off by half of what the answer took.
 */
export const syncDatabaseClock = async (tell: () => Promise<number>): Promise<DatabaseClock> => {
  let offset = Date.now() - performance.now()
  const hear = async (slowest: number) => {
    const asked = performance.now()
    const told = await tell()
    const answered = performance.now()
    if (answered - asked <= slowest) offset = told - (asked + answered) / 2
    return answered - asked
  }
  let quickest = Number.POSITIVE_INFINITY
  for (let first = 0; first < FIRST_TIMES; first += 1) quickest = Math.min(quickest, await hear(quickest))
  const timer = setInterval(() => void hear(SLOWEST_MS).catch(() => undefined), HEAR_EVERY_MS)
  timer.unref()
  return { now: () => performance.now() + offset, stop: () => clearInterval(timer) }
}
