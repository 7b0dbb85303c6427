import { lt } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import { rateLimits, rememberedAnswers } from './tables.ts'

/** Deletes what a feature has no use for any more. */
export type Tidy = (db: Database, now: Date) => Promise<void>

const DAY = 24 * 60 * 60_000
const EVERY = 60 * 60_000

/** An instant some days before another. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

/** The server's own: answers older than a day, and limits that ran out (they count in the system's time). */
export const tidyServer: Tidy = async (db, now) => {
  await db.delete(rememberedAnswers).where(lt(rememberedAnswers.createdAt, daysBefore(now, 1)))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

/** Tidies now and every hour; gives the way to stop. */
export const keepTidy = (
  db: Database,
  clock: Clock,
  log: Log,
  all: readonly Tidy[],
): { stop: () => void } => {
  const tidy = async () => {
    for (const one of all) {
      try {
        await one(db, clock())
      } catch (error) {
        log.error('tidying failed', { job: 'housekeeping', error })
      }
    }
  }
  void tidy()
  const timer = setInterval(() => void tidy(), EVERY)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
