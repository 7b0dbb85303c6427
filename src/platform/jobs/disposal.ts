import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type RetentionKind, type RetentionPeriods, retention, retentionCutoff } from '#api/retention.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '../db/locks.ts'
import { disposals, rateLimits, rememberedAnswers } from '../db/tables.ts'
import type { Log } from '../telemetry/log.ts'
import { defineJob, type Job, type JobContext, type Task } from './jobs.ts'
import { createLoop, type Loop } from './loop.ts'

/** Rows of a kind whose period has ended at `now`: last used before `before`. At most `most` rows per transaction. */
type DisposalBatch = { before: Date; now: Date; most: number }

/** How a feature deletes one kind of expired data. */
export type Disposal = {
  kind: Exclude<keyof RetentionPeriods, 'backups'> | 'auditLog' | 'signedDisclosures'
  /** Returns how many rows were deleted: recent rows and those still needed stay. */
  dispose: (tx: Database, batch: DisposalBatch) => Promise<number>
}

/** Rows per transaction, which takes a fraction of the statement timeout of five seconds. */
const BATCH = 500
/** Batches per kind and night; the rest follows the next night. */
const MAX_BATCHES = 200

type Deps = { db: Database; disposals: readonly Disposal[]; periods: RetentionPeriods; timeZone: string }

/** Deletes one batch and counts it in the same transaction, so that an interrupted run has counted exactly what it did. */
const disposeBatch = (
  { db, timeZone }: Deps,
  { kind, dispose }: Disposal,
  batch: DisposalBatch,
): Promise<number> =>
  db.transaction(async tx => {
    await acquireTransactionLock(tx, advisoryLocks.disposal)
    const count = await dispose(tx, batch)
    if (count > 0)
      await tx
        .insert(disposals)
        .values({ day: dayIn(timeZone, batch.now), kind, count })
        .onConflictDoUpdate({
          target: [disposals.day, disposals.kind],
          set: { count: sql`${disposals.count} + excluded.count` },
        })
    return count
  })

/**
 * Deletes everything whose retention period has ended. Batches of two servers never overlap, a second run in a night finds
 * nothing left, and a failing kind does not block the others.
 */
export const disposeExpired = async (
  deps: Deps,
  { now, log }: JobContext,
  most: number = BATCH,
): Promise<void> => {
  const failures: unknown[] = []
  for (const one of deps.disposals) {
    const { unit, usual } = retention[one.kind]
    const set: Partial<Record<RetentionKind, number | null>> = deps.periods
    const own = set[one.kind]
    const length = own === undefined ? usual : own
    if (length === null) continue
    const batch = { before: retentionCutoff(unit, length, now), now, most }
    try {
      let batches = 0
      while (batches < MAX_BATCHES && (await disposeBatch(deps, one, batch)) > 0) batches += 1
      if (batches === MAX_BATCHES)
        log.warn('more is past its retention than one night disposes of', { code: one.kind })
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything was disposed of')
}

const disposeNightly: Task<Record<string, never>> = {
  name: 'retention.dispose',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 300, longestSeconds: 3_600 },
  limitSeconds: 3_600,
}

/** Every night, in the business time zone. */
export const disposalJob = (deps: Deps): Job =>
  defineJob(disposeNightly, (_nothing, context) => disposeExpired(deps, context), '30 3 * * *')

/** Deletes data that a feature no longer needs. */
export type CleanupTask = (db: Database, now: Date) => Promise<void>

const EVERY_MS = 60 * 60_000

/** Deletes remembered responses older than a day, and expired rate limits (these use the system's clock). */
export const cleanupServer: CleanupTask = async (db, now) => {
  await db
    .delete(rememberedAnswers)
    .where(lt(rememberedAnswers.createdAt, daysBefore(now, retention.repeatedRequests.usual)))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

/** Runs all tasks now and every hour. `stop` waits for the running task and starts no more. */
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
