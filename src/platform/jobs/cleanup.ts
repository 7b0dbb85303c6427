import { lt } from 'drizzle-orm'
import { daysBefore } from '#values/dates.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { rateLimits, rememberedAnswers } from '../db/tables.ts'
import type { Log } from '../telemetry/log.ts'
import { createLoop, type Loop } from './loop.ts'

/** Deletes what a feature has no use for any more. */
export type CleanupTask = (db: Database, now: Date) => Promise<void>

const EVERY_MS = 60 * 60_000

/** The server's own: answers older than a day, and limits that ran out (they count in the system's time). */
export const cleanupServer: CleanupTask = async (db, now) => {
  await db.delete(rememberedAnswers).where(lt(rememberedAnswers.createdAt, daysBefore(now, 1)))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

/** Tidies now and every hour; gives the way to stop, which waits for what is being tidied and begins nothing more. */
export const startCleanup = (
  db: Database,
  clock: Clock,
  log: Log,
  all: readonly CleanupTask[],
): Pick<Loop, 'stop'> => {
  const tidy = async (one: CleanupTask) => {
    try {
      await one(db, clock())
    } catch (error) {
      log.error('tidying failed', { job: 'housekeeping', error })
    }
  }
  const tidying = createLoop(async signal => {
    for (const one of all) if (!signal.aborted) await tidy(one)
  }, EVERY_MS)
  tidying.start()
  return tidying
}
