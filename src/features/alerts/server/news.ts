import { and, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { z } from 'zod'
import {
  findPushSubscription,
  removePushSubscriptions,
} from '#features/identity/server/push-subscriptions.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { pushSubscriptions } from '#features/identity/server/tables.ts'
import { mailEvents, mailJobs } from '#features/mailing/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Enqueue, type Job, type Task } from '#platform/jobs/jobs.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LetterEventType } from '#providers/letters/port.ts'
import type { Push } from '#providers/push/port.ts'
import { listAlerts } from './store.ts'
import { alerts } from './tables.ts'

/** Browser notifications: they state that there is news, never what it is. */

const lookForNews: Task<Record<string, never>> = {
  name: 'news.look',
  payload: z.strictObject({}),
  retry: { times: 2, firstSeconds: 30, longestSeconds: 60 },
  limitSeconds: 240,
}

const pushNews: Task<{ subscriptionId: string }> = {
  name: 'news.push',
  payload: z.strictObject({ subscriptionId: z.uuid() }),
  retry: { times: 12, firstSeconds: 30, longestSeconds: 3_600 },
  limitSeconds: 60,
  maxConcurrent: 2,
}

type NewsDeps = {
  db: Database
  keyring: Keyring
  enqueue: Enqueue
  /** Null if the server notifies no browsers. */
  push: Push | null
  /** The name shown in a notification. */
  operator: { senderName: string }
}

/** Changes of a letter that the user did not cause: it was mailed, was delivered, or never will be. */
const letterNews: readonly LetterEventType[] = ['mailed', 'delivered', 'returned', 'failed', 'rejected']

/** Newer rows may not be committed yet; the next run finds them. */
const LAG_MS = 10_000

type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'userId' | 'toldUntil'>

const columns = {
  id: pushSubscriptions.id,
  userId: pushSubscriptions.userId,
  toldUntil: pushSubscriptions.toldUntil,
}

/** Subscriptions of users with a letter whose state changed since the last notification. */
const withLetterNews = (db: Database, until: Date): Promise<Subscription[]> =>
  db
    .selectDistinct(columns)
    .from(pushSubscriptions)
    .innerJoin(mailJobs, eq(mailJobs.userId, pushSubscriptions.userId))
    .innerJoin(mailEvents, eq(mailEvents.providerId, mailJobs.providerId))
    .where(
      and(
        gt(mailEvents.seenAt, pushSubscriptions.toldUntil),
        lte(mailEvents.seenAt, until),
        inArray(mailEvents.event, [...letterNews]),
      ),
    )

/**
 * Subscriptions of users with an unread alert since the last notification, except alerts from files the users imported
 * themselves.
 */
const withAlertNews = async (db: Database, keyring: Keyring, until: Date): Promise<Subscription[]> => {
  const found = await db
    .selectDistinct(columns)
    .from(pushSubscriptions)
    .innerJoin(alerts, eq(alerts.userId, pushSubscriptions.userId))
    .innerJoin(reports, eq(reports.id, alerts.reportId))
    .where(
      and(
        gt(alerts.createdAt, pushSubscriptions.toldUntil),
        lte(alerts.createdAt, until),
        ne(reports.origin, 'import'),
      ),
    )
  const shown = await Promise.all(
    found.map(async ({ userId, toldUntil }) => {
      const { plan } = await requireUser(db, keyring, userId)
      const since = toldUntil.toISOString()
      return (await listAlerts(db, keyring, userId, plan)).some(
        ({ createdAt, read }) => createdAt > since && !read,
      )
    }),
  )
  return found.filter((_, at) => shown[at])
}

export const newsJobs = ({ db, keyring, enqueue, push, operator }: NewsDeps): readonly Job[] => {
  const look = defineJob(
    lookForNews,
    async (_nothing, { now }) => {
      if (push === null) return
      const until = new Date(now.getTime() - LAG_MS)
      const found = [...(await withLetterNews(db, until)), ...(await withAlertNews(db, keyring, until))]
      for (const { id, toldUntil } of new Map(found.map(one => [one.id, one])).values())
        await db.transaction(async tx => {
          const [due] = await tx
            .update(pushSubscriptions)
            .set({ toldUntil: until })
            .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.toldUntil, toldUntil)))
            .returning({ id: pushSubscriptions.id })
          if (due) await enqueue(tx, pushNews, { subscriptionId: id })
        })
    },
    '*/5 * * * *',
  )

  const send = defineJob(pushNews, async ({ subscriptionId }, { log }) => {
    const subscription = push && (await findPushSubscription(db, keyring, subscriptionId))
    if (!subscription) return
    // Two lines, title and text, which `app/web/public/sw.js` reads.
    const text = `${operator.senderName}\nThere is news in your account.`
    try {
      if ((await push.send(subscription, text)) === 'gone')
        await removePushSubscriptions(db, { id: subscriptionId })
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.retryable) throw error
      log.error('a notice was refused for good', { job: pushNews.name, error })
    }
  })

  return [look, send]
}
