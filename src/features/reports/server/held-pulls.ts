import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { failureMessages } from '../refresh-rules.ts'
import type { PullAttempt } from './pulls.ts'
import { reportPulls } from './tables.ts'

/** Pulls that wait for the operator: whoever stands between us and the bureaus takes no request of ours. */

const held = and(isNull(reportPulls.endedAt), eq(reportPulls.state, 'held'))

/** Holds a pull; the try is not counted, and the person not told of a failure. */
export const holdPull = async (tx: Database, { pullId, triesBefore }: PullAttempt): Promise<void> => {
  const open = and(
    eq(reportPulls.id, pullId),
    eq(reportPulls.attempts, triesBefore),
    isNull(reportPulls.endedAt),
  )
  await tx.update(reportPulls).set({ state: 'held', words: failureMessages.held }).where(open)
}

/** Whether any pull is held: then nobody is asked about. */
export const hasHeldPull = async (db: Database): Promise<boolean> => {
  const [one] = await db.select({ id: reportPulls.id }).from(reportPulls).where(held).limit(1)
  return one !== undefined
}

const longestFirst = [asc(reportPulls.requestedAt), asc(reportPulls.id)]

/** The pull that is held longest, and stays so; null when none is. */
export const findOldestHeldPull = async (db: Database): Promise<PullAttempt | null> => {
  const [oldest] = await db
    .select({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(1)
  return oldest ?? null
}

/** Takes up to so many pulls that are held no longer; the time of each counts anew. Who takes some at the same moment gets others. */
export const releaseHeldPulls = (tx: Database, atMost: number, now: Date): Promise<PullAttempt[]> => {
  const some = tx
    .select({ id: reportPulls.id })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(atMost)
  return tx
    .update(reportPulls)
    .set({ state: 'asked', words: null, requestedAt: now })
    .where(and(held, inArray(reportPulls.id, some)))
    .returning({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
}
