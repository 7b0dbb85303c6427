import { and, eq, exists, gt, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { findUser, lockUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { daysBefore } from '#values/dates.ts'
import { impersonationNotice } from '../emails.ts'
import { closeEndedImpersonations, listImpersonations } from './impersonation.ts'
import { impersonations } from './tables.ts'

export const sendImpersonationNotices: Task<Record<string, never>> = {
  name: 'staff.opening-notices',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 600 },
  limitSeconds: 120,
}

type Deps = {
  db: Database
  keyring: Keyring
  queueEmail: QueueEmail
  timeZone: string
  publicUrl: URL
  support: { name: string; email: string }
}

const others = alias(impersonations, 'others')

/** Ended impersonations to notify about, where the client was not notified in the last day. */
const dueOf = (db: Database, now: Date) => {
  const notifiedToday = db
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.userId, impersonations.userId), gt(others.noticedAt, daysBefore(now, 1))))
  return and(isNotNull(impersonations.endedAt), isNull(impersonations.noticedAt), not(exists(notifiedToday)))
}

/**
 * Notifies clients of ended impersonations: runs every five minutes, and notifies each client at most once a day, of all
 * that ended since.
 */
export const impersonationNoticeJob = (deps: Deps): Job => {
  const { db, keyring, queueEmail, timeZone, publicUrl, support } = deps

  const notify = (userId: string, now: Date) =>
    db.transaction(async tx => {
      // Serial per user, so that two processes do not both notify.
      await lockUser(tx, userId)
      const due = await tx
        .update(impersonations)
        .set({ noticedAt: now })
        .where(and(eq(impersonations.userId, userId), dueOf(tx, now)))
        .returning()
      const user = await findUser(tx, keyring, userId)
      if (!user || due.length === 0) return
      const openings = (await listImpersonations(tx, keyring, userId))
        .filter(({ id }) => due.some(row => row.id === id))
        .toReversed()
        .map(({ managerName, reason, scope, emergency, startedAt, endsAt }) => ({
          managerName,
          reason,
          emergency,
          isLink: scope === 'link',
          startedAt,
          endedAt: endsAt,
        }))
      const { subject, text } = impersonationNotice({
        firstName: user.profile.firstName,
        openings,
        timeZone,
        profile: `${publicUrl.origin}/profile`,
        support,
      })
      await queueEmail(tx, { userId, to: user.profile.email, subject, text, kind: 'account-opened' })
    })

  return defineJob(
    sendImpersonationNotices,
    async (_nothing, { now }) => {
      await db.transaction(tx => closeEndedImpersonations(tx, now))
      const due = await db
        .selectDistinct({ userId: impersonations.userId })
        .from(impersonations)
        .where(dueOf(db, now))
      for (const { userId } of due) await notify(userId, now)
    },
    '*/5 * * * *',
  )
}
