import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hasConsent, latestConsentSql } from '#features/identity/server/consents.ts'
import { findUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { addDays } from '#values/business-days.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { dueReminders, FRESH_DAYS, type Reminder, reminderEmail } from '../deadlines/reminders.ts'
import { freezeReminderEmail } from '../freezes/freeze-words.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { disputeReminders, disputes, freezeRecords } from './tables.ts'

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

type ReminderMessage = { subject: string; text: string }

/**
 * Sends one email for everything that `record` recorded as due, and none if there is nothing; only with the `email`
 * consent.
 */
const emailDue = (
  { db, keyring, queueEmail, publicUrl, support }: Deps,
  userId: string,
  kind: string,
  message: (about: Parameters<typeof reminderEmail>[0]) => ReminderMessage,
  record: (tx: Database) => Promise<number>,
): Promise<void> =>
  db.transaction(async tx => {
    const user = (await hasConsent(tx, userId, 'email')) ? await findUser(tx, keyring, userId) : null
    if (!user || (await record(tx)) === 0) return
    const { firstName, email } = user.profile
    const urls = { disputes: `${publicUrl.origin}/disputes`, profile: `${publicUrl.origin}/profile` }
    await queueEmail(tx, { userId, to: email, ...message({ firstName, ...urls, support }), kind })
  })

/** No deadline is later than this after its dispute's creation. */
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
 * Every morning, emails users whose letters were not answered in time: only with the `email` consent, once per deadline,
 * one email for all of them.
 */
export const disputeReminderJob = (deps: Deps): Job => {
  const { db, keyring, timeZone } = deps

  const remind = (userId: string, now: Date) =>
    emailDue(deps, userId, 'dispute-reminder', reminderEmail, async tx => {
      const today = dayIn(timeZone, now)
      const all = await listDisputesWithoutSteps(tx, keyring, userId, { today, timeZone })
      return recordNew(
        tx,
        all.flatMap(dispute => dueReminders(dispute, today)),
        now,
      )
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

export const freezeRemindersTask: Task<Record<string, never>> = {
  name: 'freezes.reminders',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 600,
}

/** Reminders due by a day that were not sent and that no newer record of the agency has replaced. */
const dueOn = (today: string): SQL | undefined =>
  and(
    lte(freezeRecords.remindOn, today),
    gt(freezeRecords.remindOn, addDays(today, -FRESH_DAYS)),
    isNull(freezeRecords.remindedAt),
    sql`not exists (select from ${freezeRecords} newer where newer.user_id = ${freezeRecords.userId}
      and newer.agency = ${freezeRecords.agency} and newer.recorded_at > ${freezeRecords.recordedAt})`,
  )

/**
 * Every morning, emails users who wanted to be reminded to freeze again: with the `email` consent, once, one email for
 * all.
 */
export const freezeReminderJob = (deps: Deps): Job => {
  const { db, timeZone } = deps

  const remind = (userId: string, now: Date) =>
    emailDue(deps, userId, 'freeze-reminder', freezeReminderEmail, async tx => {
      const recorded = await tx
        .update(freezeRecords)
        .set({ remindedAt: now })
        .where(and(eq(freezeRecords.userId, userId), dueOn(dayIn(timeZone, now))))
        .returning({ id: freezeRecords.id })
      return recorded.length
    })

  return defineJob(
    freezeRemindersTask,
    async (_nothing, { now }) => {
      const users = await db
        .selectDistinct({ userId: freezeRecords.userId })
        .from(freezeRecords)
        .where(and(dueOn(dayIn(timeZone, now)), latestConsentSql(freezeRecords.userId, 'email')))
      for (const { userId } of users) await remind(userId, now)
    },
    '0 9 * * *',
  )
}
