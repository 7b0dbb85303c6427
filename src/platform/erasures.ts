import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { z } from 'zod'
import { REWRITE_DAYS } from '#api/retention.ts'
import { daysBefore } from '#values/dates.ts'
import { type DataFile, openDataFile } from './data-file.ts'
import type { Database, OpenDatabase } from './db/database.ts'
import { type RewriteResult, rewriteTables } from './db/rewrite.ts'
import { erasures } from './db/tables.ts'
import type { CleanupTask } from './jobs/disposal.ts'
import { defineJob, type Job, type Task } from './jobs/jobs.ts'

/**
 * Completes an erasure until none of the user's data can be recovered (docs/decisions/0040-retention.md): the tables are
 * rewritten without the dead rows, and a file outside the database lists erased users, so that a restored copy erases them
 * again.
 */

const Listed = z.array(z.object({ userId: z.uuid(), unrecoverableAfter: z.iso.datetime() }))
type Listed = z.output<typeof Listed>

/** `DATA_DIR/erasures.json`: the ids of erased users whom a backup may still contain. */
export type ErasureFile = DataFile<Listed>

export const openErasureFile = (dataDir: string): ErasureFile =>
  openDataFile(dataDir, 'erasures.json', Listed)

/** Updates the file with every server's erasures, and removes those that can no longer be recovered. */
export const listErasures =
  (file: ErasureFile): CleanupTask =>
  async (db, now) => {
    await db
      .delete(erasures)
      .where(and(lte(erasures.unrecoverableAfter, now), isNotNull(erasures.rewrittenAt)))
    const rows = await db.select().from(erasures)
    const before = file.read() ?? []
    const listed = new Map(before.map(one => [one.userId, one]))
    for (const { userId, unrecoverableAfter } of rows)
      listed.set(userId, { userId, unrecoverableAfter: unrecoverableAfter.toISOString() })
    const still = [...listed.values()].filter(one => new Date(one.unrecoverableAfter) > now)
    if (JSON.stringify(still) !== JSON.stringify(before)) file.write(still)
  }

/** The oldest erasure whose dead rows may still be in the files. */
const oldestWaiting = async (db: Database): Promise<Date | null> => {
  const [oldest] = await db
    .select({ erasedAt: erasures.erasedAt })
    .from(erasures)
    .where(isNull(erasures.rewrittenAt))
    .orderBy(asc(erasures.erasedAt))
    .limit(1)
  return oldest?.erasedAt ?? null
}

/** Rewrites the tables if a user was erased since, and records it. Returns null when there was nothing to do. */
export const finishErasures = async (
  { db, pool, pooled }: Pick<OpenDatabase, 'db' | 'pool' | 'pooled'>,
  now: Date,
): Promise<RewriteResult | null> => {
  if ((await oldestWaiting(db)) === null) return null
  // Users erased meanwhile wait for the next run.
  const waiting = await db
    .select({ userId: erasures.userId, erasedAt: erasures.erasedAt })
    .from(erasures)
    .where(isNull(erasures.rewrittenAt))
  const result = await rewriteTables({ pool, pooled })
  for (const { userId, erasedAt } of waiting)
    await db
      .update(erasures)
      .set({ rewrittenAt: now })
      .where(and(eq(erasures.userId, userId), eq(erasures.erasedAt, erasedAt)))
  return result
}

const finishNightly: Task<Record<string, never>> = {
  name: 'erasures.finish',
  payload: z.strictObject({}),
  retry: { times: 3, firstSeconds: 600, longestSeconds: 3_600 },
  limitSeconds: 3_600,
}

/** After a failed night this many are left before the promise of `REWRITE_DAYS` is broken. */
const SPARE_NIGHTS = 2

/**
 * Checks every night, and rewrites the tables once an erasure has waited that long, because each rewrite locks its table
 * exclusively. A role that owns nothing cannot do this; then the operator's `npm run erasures:finish` does.
 */
export const finishErasuresJob = (database: OpenDatabase): Job =>
  defineJob(
    finishNightly,
    async (_nothing, { now, log }) => {
      if (database.kind === 'embedded') return
      const oldest = await oldestWaiting(database.db)
      if (oldest === null || oldest > daysBefore(now, REWRITE_DAYS - SPARE_NIGHTS)) return
      if (database.canCreateTables) {
        await finishErasures(database, now)
        return
      }
      log.error('dead rows of erased users wait for npm run erasures:finish', {
        job: finishNightly.name,
        code: oldest.toISOString().slice(0, 10),
      })
    },
    '45 4 * * *',
  )
