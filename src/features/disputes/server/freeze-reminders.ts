import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hasConsent, latestConsentSql } from '#features/identity/server/consents.ts'
import { findUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { addDays } from '#values/business-days.ts'
import { dayIn } from '#values/dates.ts'
import { FRESH_DAYS } from '../deadlines/reminders.ts'
import { freezeReminderEmail } from '../freezes/freeze-words.ts'
import { freezeRecords } from './tables.ts'

export const freezeRemindersTask: Task<Record<string, never>> = {
  name: 'freezes.reminders',
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

/** Reminders whose day came, that were not sent, and that no newer record of the agency takes the place of. */
const dueOn = (today: string): SQL | undefined =>
  and(
    lte(freezeRecords.remindOn, today),
    gt(freezeRecords.remindOn, addDays(today, -FRESH_DAYS)),
    isNull(freezeRecords.remindedAt),
    sql`not exists (select from ${freezeRecords} newer where newer.user_id = ${freezeRecords.userId}
      and newer.agency = ${freezeRecords.agency} and newer.recorded_at > ${freezeRecords.recordedAt})`,
  )

/** E-mails users, every morning, who wanted to be reminded of freezing again: with the `email` consent, once, one e-mail for all. */
export const freezeReminderJob = (deps: Deps): Job => {
  const { db, keyring, queueEmail, timeZone, publicUrl, support } = deps

  const remind = (userId: string, now: Date) =>
    db.transaction(async tx => {
      const user = (await hasConsent(tx, userId, 'email')) ? await findUser(tx, keyring, userId) : null
      if (!user) return
      const told = await tx
        .update(freezeRecords)
        .set({ remindedAt: now })
        .where(and(eq(freezeRecords.userId, userId), dueOn(dayIn(timeZone, now))))
        .returning({ id: freezeRecords.id })
      if (told.length === 0) return
      const { firstName, email } = user.profile
      const message = freezeReminderEmail({
        firstName,
        disputes: `${publicUrl.origin}/disputes`,
        profile: `${publicUrl.origin}/profile`,
        support,
      })
      await queueEmail(tx, { userId, to: email, ...message, kind: 'freeze-reminder' })
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
