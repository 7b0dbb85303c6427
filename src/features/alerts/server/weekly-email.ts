import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { hasConsent } from '#features/identity/server/consents.ts'
import { findUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { renderAlertEmail } from '../alert-text.ts'
import { type AlertKind, countedKinds } from '../alerts.ts'
import { listAlerts } from './store.ts'
import { weeklyEmails } from './tables.ts'

/**
 * The token in an email's link is encrypted, so it reveals nobody and cannot be forged. It names the one consent it ends,
 * and it does not expire, because an email may be read years later.
 */
const place = { table: 'consents', column: 'email', row: 'unsubscribe-link' }

const Content = z.uuid()

export const createUnsubscribeToken = (keyring: Keyring, userId: string): string =>
  keyring.links.encrypt(place, userId).toString('base64url')

/** The user whose notices a token ends; null for a forged one. */
export const readUnsubscribeToken = (keyring: Keyring, token: string): string | null => {
  try {
    return Content.parse(keyring.links.decrypt(place, Buffer.from(token, 'base64url')))
  } catch {
    return null
  }
}

export type AlertEmailDeps = { keyring: Keyring; queueEmail: QueueEmail; publicUrl: URL }

/** Queues the email about new alerts, immediate or weekly. */
export const queueAlertEmail = async (
  tx: Database,
  { keyring, queueEmail, publicUrl }: AlertEmailDeps,
  news: { userId: string; to: string; kinds: readonly AlertKind[]; weekly: boolean },
): Promise<void> => {
  const { userId, to, kinds, weekly } = news
  const unsubscribe = new URL('/unsubscribe', publicUrl)
  unsubscribe.searchParams.set('token', createUnsubscribeToken(keyring, userId))
  const links = { alerts: new URL('/alerts', publicUrl).href, unsubscribe: unsubscribe.href }
  await queueEmail(tx, {
    userId,
    to,
    kind: weekly ? 'weekly-alerts' : 'alerts',
    ...renderAlertEmail(kinds, links, { weekly }),
    unsubscribeUrl: unsubscribe.href,
  })
}

/** Whether a user chose one email a week. */
export const isWeekly = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(weeklyEmails, eq(weeklyEmails.userId, userId))) > 0

export const chooseWeekly = async (
  tx: Database,
  userId: string,
  weekly: boolean,
  now: Date,
): Promise<void> => {
  if (weekly) await tx.insert(weeklyEmails).values({ userId, toldUntil: now }).onConflictDoNothing()
  else await tx.delete(weeklyEmails).where(eq(weeklyEmails.userId, userId))
}

const weeklyTask: Task<Record<string, never>> = {
  name: 'alerts.weekly-email',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 600,
}

/** On Monday mornings, emails users who chose it about the alerts since the last email; no email without alerts. */
export const weeklyEmailJob = (deps: AlertEmailDeps & { db: Database }): Job => {
  const { db, keyring } = deps

  const mail = (userId: string, now: Date) =>
    db.transaction(async tx => {
      const choice = eq(weeklyEmails.userId, userId)
      const [row] = await tx.select().from(weeklyEmails).where(choice).for('update')
      if (!row || row.toldUntil >= now) return
      await tx.update(weeklyEmails).set({ toldUntil: now }).where(choice)
      const user = (await hasConsent(tx, userId, 'email')) ? await findUser(tx, keyring, userId) : null
      if (!user) return
      const since = row.toldUntil.toISOString()
      const found = (await listAlerts(tx, keyring, userId, user.plan)).filter(
        ({ createdAt, read }) => createdAt > since && createdAt <= now.toISOString() && !read,
      )
      const kinds = countedKinds(found, user.plan)
      if (kinds.length > 0)
        await queueAlertEmail(tx, deps, { userId, to: user.profile.email, kinds, weekly: true })
    })

  return defineJob(
    weeklyTask,
    async (_nothing, { now }) => {
      const users = await db.select({ userId: weeklyEmails.userId }).from(weeklyEmails)
      for (const { userId } of users) await mail(userId, now)
    },
    '0 9 * * 1',
  )
}
