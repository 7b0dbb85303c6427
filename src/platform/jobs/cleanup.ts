import { lt } from 'drizzle-orm'
import { retention } from '#api/retention.ts'
import { daysBefore } from '#values/dates.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { rateLimits, rememberedAnswers } from '../db/tables.ts'
import type { Log } from '../telemetry/log.ts'
import { createLoop, type Loop } from './loop.ts'

/** Deletes data that a feature no longer needs. */
export type CleanupTask = (db: Database, now: Date) => Promise<void>

const EVERY_MS = 60 * 60_000

/** Deletes remembered answers older than a day, and expired rate limits (these use the system's clock). */
export const cleanupServer: CleanupTask = async (db, now) => {
  await db
    .delete(rememberedAnswers)
    .where(lt(rememberedAnswers.createdAt, daysBefore(now, retention.repeatedRequests.usual)))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

/** Runs all tasks now and every hour. `stop` waits for the running task and starts no other. */
export const startCleanup = (
  db: Database,
  clock: Clock,
  log: Log,
  all: readonly CleanupTask[],
): Pick<Loop, 'stop'> => {
  const runTask = async (one: CleanupTask) => {
    try {
      await one(db, clock())
    } catch (error) {
      log.error('cleanup failed', { job: 'housekeeping', error })
    }
  }
  const loop = createLoop(async signal => {
    for (const one of all) if (!signal.aborted) await runTask(one)
  }, EVERY_MS)
  loop.start()
  return loop
}
