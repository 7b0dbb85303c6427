import { NIL } from 'uuid'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Enqueue, type Job, type Task } from '#platform/jobs/jobs.ts'
import { endLostPulls, isUserDue, listDueUsers, openPull } from './pulls.ts'

/** Has the bureaus asked: for one person, for all who are due, and every month by itself. */

/** One try of a pull. */
export const pullReport: Task<{ pullId: string; triesBefore: string }> = {
  name: 'reports.pull',
  payload: z.strictObject({ pullId: z.uuid(), triesBefore: z.string().regex(/^\d{1,4}$/) }),
  // For what goes wrong on our side; what the bureaus answer is waited for by the pull's own rules.
  retry: { times: 12, firstSeconds: 30, longestSeconds: 3_600 },
  limitSeconds: 180,
  // Most of a try is waiting for the bureaus (docs/decisions/0011-jobs.md).
  maxConcurrent: 8,
}

const refreshDue: Task<Record<string, never>> = {
  name: 'reports.refresh-due',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 600,
}

/** So many people's pulls are started in one transaction: a crash costs little, and nobody waits long behind it. */
export const PULLS_PER_TRANSACTION = 100

export type Refresh = {
  /** Has a person's report pulled after the transaction, unless a pull is open; gives the new pull's id, or null. */
  start: (tx: Database, userId: string, now: Date) => Promise<string | null>
  /** The same for a person who agreed just now: only when her month is over. */
  startIfDue: (tx: Database, userId: string, now: Date) => Promise<void>
  /** Starts all who are due; `first` is done in the first transaction. Gives how many were started. */
  startDue: (now: Date, first?: (tx: Database) => Promise<void>) => Promise<number>
}

/** The ways to start pulls. Whoever calls has made sure that the person agreed. */
export const createRefresh = ({
  db,
  enqueue,
  timeZone,
}: {
  db: Database
  enqueue: Enqueue
  timeZone: string
}): Refresh => {
  const start: Refresh['start'] = async (tx, userId, now) => {
    const pullId = await openPull(tx, userId, now)
    if (pullId !== null) await enqueue(tx, pullReport, { pullId, triesBefore: '0' })
    return pullId
  }
  return {
    start,
    startIfDue: async (tx, userId, now) => {
      if (await isUserDue(tx, timeZone, now, userId)) await start(tx, userId, now)
    },
    startDue: async (now, first) => {
      await endLostPulls(db, now)
      let started = 0
      let isFirst = true
      for (let after: string | null = NIL; after !== null; ) {
        const { due, next }: Awaited<ReturnType<typeof listDueUsers>> = await listDueUsers(
          db,
          timeZone,
          now,
          after,
        )
        for (let at = 0; isFirst || at < due.length; at += PULLS_PER_TRANSACTION) {
          await db.transaction(async tx => {
            if (isFirst) await first?.(tx)
            for (const userId of due.slice(at, at + PULLS_PER_TRANSACTION)) {
              if ((await start(tx, userId, now)) !== null) started += 1
            }
          })
          isFirst = false
        }
        after = next
      }
      return started
    },
  }
}

/** Every morning starts those whose month is over. */
export const createRefreshJob = ({ startDue }: Refresh): Job =>
  defineJob(
    refreshDue,
    async (_nothing, { now }) => {
      await startDue(now)
    },
    '30 4 * * *',
  )
