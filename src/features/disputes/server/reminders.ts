import { and, gt } from 'drizzle-orm'
import { z } from 'zod'
import { hasConsent, latestConsentSql } from '#features/identity/server/consents.ts'
import { findUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { dueReminders, type Reminder, reminderEmail } from '../deadlines/reminders.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { disputeReminders, disputes } from './tables.ts'

export const remindersTask: Task<Record<string, never>> = {
  name: 'disputes.reminders',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 600,
}

type Deps = {
  db: Database
  keyring: Keyring
  queueEmail: QueueEmail
  timeZone: string
  publicUrl: URL
  support: { name: string; email: string }
}

/** No deadline is further from its dispute's creation than this. */
const LONGEST_DAYS = 365

/** Records reminders and returns how many are new. */
const recordNew = async (tx: Database, due: readonly Reminder[], now: Date): Promise<number> => {
  if (due.length === 0) return 0
  const recorded = await tx
    .insert(disputeReminders)
    .values(due.map(reminder => ({ ...reminder, toldAt: now })))
    .onConflictDoNothing()
    .returning({ letterId: disputeReminders.letterId })
  return recorded.length
}

/**
 * Emails users, every morning, whose letters were not answered in time: only with the `email` consent, once per
 * deadline, one email for all of them.
 */
export const disputeReminderJob = (deps: Deps): Job => {
  const { db, keyring, queueEmail, timeZone, publicUrl, support } = deps

  const remind = (userId: string, now: Date) =>
    db.transaction(async tx => {
      const user = (await hasConsent(tx, userId, 'email')) ? await findUser(tx, keyring, userId) : null
      if (!user) return
      const today = dayIn(timeZone, now)
      const all = await listDisputesWithoutSteps(tx, keyring, userId, { today, timeZone })
      const due = all.flatMap(dispute => dueReminders(dispute, today))
      if ((await recordNew(tx, due, now)) === 0) return
      const { firstName, email } = user.profile
      const message = reminderEmail({
        firstName,
        disputes: `${publicUrl.origin}/disputes`,
        profile: `${publicUrl.origin}/profile`,
        support,
      })
      await queueEmail(tx, { userId, to: email, ...message, kind: 'dispute-reminder' })
    })

  return defineJob(
    remindersTask,
    async (_nothing, { now }) => {
      const users = await db
        .selectDistinct({ userId: disputes.userId })
        .from(disputes)
        .where(
          and(
            gt(disputes.createdAt, daysBefore(now, LONGEST_DAYS)),
            latestConsentSql(disputes.userId, 'email'),
          ),
        )
      for (const { userId } of users) await remind(userId, now)
    },
    '0 9 * * *',
  )
}
