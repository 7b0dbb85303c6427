import { lt } from 'drizzle-orm'
import { daysBefore } from '#values/dates.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { rateLimits, rememberedAnswers } from '../db/tables.ts'
import type { Log } from '../telemetry/log.ts'
import { type Repeating, repeating } from './repeating.ts'

/** Deletes what a feature has no use for any more. */
export type Tidy = (db: Database, now: Date) => Promise<void>

const EVERY_MS = 60 * 60_000

/** The server's own: answers older than a day, and limits that ran out (they count in the system's time). */
export const tidyServer: Tidy = async (db, now) => {
  await db.delete(rememberedAnswers).where(lt(rememberedAnswers.createdAt, daysBefore(now, 1)))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

/** Tidies now and every hour; gives the way to stop, which waits for what is being tidied and begins nothing more. */
export const keepTidy = (
  db: Database,
  clock: Clock,
  log: Log,
  all: readonly Tidy[],
): Pick<Repeating, 'stop'> => {
  const tidy = async (one: Tidy) => {
    try {
      await one(db, clock())
    } catch (error) {
      log.error('tidying failed', { job: 'housekeeping', error })
    }
  }
  const tidying = repeating(async signal => {
    for (const one of all) if (!signal.aborted) await tidy(one)
  }, EVERY_MS)
  tidying.start()
  return tidying
}
