import { NIL } from 'uuid'
import { z } from 'zod'
import type { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Enqueue, type Job, type Task } from '#platform/jobs/jobs.ts'
import { endLostPulls, isUserDue, listDueUsers, openPull } from './pulls.ts'

/** Starts pulls: for one user, for everyone who is due, and monthly. */

export const pullReport: Task<{ pullId: string; triesBefore: string }> = {
  name: 'reports.pull',
  payload: z.strictObject({ pullId: z.uuid(), triesBefore: z.string().regex(/^\d{1,4}$/) }),
  // For failures on our side; the pull's own rules decide how long to wait for the bureaus.
  retry: { times: 12, firstSeconds: 30, longestSeconds: 3_600 },
  limitSeconds: 180,
  // Most of an attempt is waiting for the bureaus (docs/decisions/0011-jobs.md).
  maxConcurrent: 8,
}

const refreshDue: Task<Record<string, never>> = {
  name: 'reports.refresh-due',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 600,
}

/** Pulls started per transaction, so that a crash loses little and locks stay short. */
export const PULLS_PER_TRANSACTION = 100

export type Refresh = {
  /** Whether there is no credit data provider: then nothing is ever started. */
  isOff: boolean
  /** Why no pull of this user may start this month; null while one may. */
  refusal: (tx: Database, userId: string, now: Date) => Promise<AppError | null>
  /** Starts a pull after the transaction commits; returns its id, or null when one is already open or none may start. */
  start: (tx: Database, userId: string, now: Date) => Promise<string | null>
  /** The same for a user who has just consented or been confirmed: only when a pull is allowed and due. */
  startIfDue: (tx: Database, userId: string, now: Date) => Promise<void>
  /** Starts all pulls that are due, running `first` in the first transaction. Returns how many were started. */
  startDue: (now: Date, first?: (tx: Database) => Promise<void>) => Promise<number>
}

/** Functions to start pulls. The caller of `start` must have checked consent and identity. */
export const createRefresh = ({
  db,
  enqueue,
  timeZone,
  isOff,
  mayPull = async () => true,
  refusal = async () => null,
}: {
  db: Database
  enqueue: Enqueue
  timeZone: string
  /** Whether there is no credit data provider: then no pull starts. */
  isOff: boolean
  /** Whether the operator's policies allow a pull for this user now. */
  mayPull?: (tx: Database, userId: string) => Promise<boolean>
  refusal?: Refresh['refusal']
}): Refresh => {
  const start: Refresh['start'] = async (tx, userId, now) => {
    if (isOff || !(await mayPull(tx, userId)) || (await refusal(tx, userId, now)) !== null) return null
    const pullId = await openPull(tx, userId, now)
    if (pullId !== null) await enqueue(tx, pullReport, { pullId, triesBefore: '0' })
    return pullId
  }
  return {
    isOff,
    refusal,
    start,
    startIfDue: async (tx, userId, now) => {
      if (await isUserDue(tx, timeZone, now, userId)) await start(tx, userId, now)
    },
    startDue: async (now, first) => {
      await endLostPulls(db, now)
      if (isOff) return 0
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

export const createRefreshJob = ({ startDue }: Refresh): Job =>
  defineJob(
    refreshDue,
    async (_nothing, { now }) => {
      await startDue(now)
    },
    '30 4 * * *',
  )
