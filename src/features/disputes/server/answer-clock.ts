import { and, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockUser } from '#features/identity/server/store.ts'
import { listMovedUsers, takeMoved } from '#features/mailing/server/mail-requests.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { dayIn } from '#values/dates.ts'
import { lastDayInTime, listAnswersToRecord } from '../deadlines/answer-due.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { answersDue } from './tables.ts'

/**
 * Maintains `answers_due`. A due day is derived from encrypted letters, tracking events and recorded answers, so code
 * that changes one of these must recompute it.
 */

/** Recomputes the due days of all letters of a user; the caller has locked the user or the dispute. */
export const refreshAnswersDue = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  calendar: Calendar,
): Promise<void> => {
  const all = await listDisputesWithoutSteps(tx, keyring, userId, calendar)
  const due = all.flatMap(dispute =>
    listAnswersToRecord(dispute).flatMap(({ letterId, kind, dueOn, estimated }) => {
      const letter = dispute.letters.find(({ id }) => id === letterId)
      if (letter === undefined) return []
      const lastOn = lastDayInTime(letter, { kind, dueOn }, calendar.timeZone)
      return [{ letterId, userId, dueOn, estimated, lastOn }]
    }),
  )
  const gone = notInArray(
    answersDue.letterId,
    due.map(({ letterId }) => letterId),
  )
  await tx.delete(answersDue).where(and(eq(answersDue.userId, userId), gone))
  if (due.length === 0) return
  await tx
    .insert(answersDue)
    .values(due)
    .onConflictDoUpdate({
      target: answersDue.letterId,
      set: {
        dueOn: sql`excluded.due_on`,
        estimated: sql`excluded.estimated`,
        lastOn: sql`excluded.last_on`,
      },
    })
}

export const answersDueTask: Task<Record<string, never>> = {
  name: 'disputes.answers-due',
  payload: z.strictObject({}),
  retry: { times: 2, firstSeconds: 10, longestSeconds: 60 },
  limitSeconds: 300,
}

/** How many changed letters one run processes. */
const AT_ONCE = 500

type Deps = { db: Database; keyring: Keyring; timeZone: string }

/** Runs every minute, for users whose letters have new tracking events. */
export const answersDueJob = ({ db, keyring, timeZone }: Deps): Job =>
  defineJob(
    answersDueTask,
    async (_nothing, { now }) => {
      for (const userId of await listMovedUsers(db, AT_ONCE))
        await db.transaction(async tx => {
          await lockUser(tx, userId)
          await takeMoved(tx, userId)
          await refreshAnswersDue(tx, keyring, userId, { today: dayIn(timeZone, now), timeZone })
        })
    },
    '* * * * *',
  )
