import { and, eq, exists, gt, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { holdPerson, personOf } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { type Job, jobOf, type Task } from '#platform/jobs/jobs.ts'
import { daysBefore } from '#values/dates.ts'
import { openingNotice } from '../opening-notice.ts'
import { openingsOf, settleOpenings } from './store.ts'
import { openings } from './tables.ts'

/** What the schedule asks for. */
export const giveNotice: Task<Record<string, never>> = {
  name: 'staff.opening-notices',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 600 },
  limitSeconds: 120,
}

type Deps = {
  db: Database
  vault: Vault
  queueEmail: QueueEmail
  timeZone: string
  publicUrl: URL
  support: { email: string }
}

const others = alias(openings, 'others')

/** Openings that ended and that their client was not told of, where the client was told of none in the last day. */
const dueOf = (db: Database, now: Date) => {
  const toldToday = db
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.userId, openings.userId), gt(others.noticedAt, daysBefore(now, 1))))
  return and(isNotNull(openings.endedAt), isNull(openings.noticedAt), not(exists(toldToday)))
}

/**
 * The job that tells clients of openings that ended: every five minutes, and each client at most once a day, of all that
 * ended since.
 */
export const openingNotices = (deps: Deps): Job => {
  const { db, vault, queueEmail, timeZone, publicUrl, support } = deps

  const tell = (userId: string, now: Date) =>
    db.transaction(async tx => {
      // Two processes do not write to one person at once.
      await holdPerson(tx, userId)
      const due = await tx
        .update(openings)
        .set({ noticedAt: now })
        .where(and(eq(openings.userId, userId), dueOf(tx, now)))
        .returning()
      const person = await personOf(tx, vault, userId)
      if (!person || due.length === 0) return
      const told = (await openingsOf(tx, vault, userId))
        .filter(({ id }) => due.some(row => row.id === id))
        .toReversed()
        .map(({ managerName, reason, scope, startedAt, endsAt }) => ({
          managerName,
          reason,
          isLink: scope === 'link',
          startedAt,
          endedAt: endsAt,
        }))
      const { subject, text } = openingNotice({
        firstName: person.profile.firstName,
        openings: told,
        timeZone,
        profile: `${publicUrl.origin}/profile`,
        supportEmail: support.email,
      })
      await queueEmail(tx, { userId, to: person.profile.email, subject, text, kind: 'account-opened' })
    })

  return jobOf(
    giveNotice,
    async (_nothing, { now }) => {
      await db.transaction(tx => settleOpenings(tx, now))
      const due = await db.selectDistinct({ userId: openings.userId }).from(openings).where(dueOf(db, now))
      for (const { userId } of due) await tell(userId, now)
    },
    '*/5 * * * *',
  )
}
