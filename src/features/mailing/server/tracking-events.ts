import { asc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type { LetterEvent, LetterWebhook, MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { type DeliveryStatus, deriveDeliveryStatus, letterStatuses } from '../letter-status.ts'
import { applyWebhookReport, markSubmitted } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import {
  type MailJobRow,
  type MailJobStateRow,
  mailEvents,
  mailJobStateColumns,
  mailJobs,
  toMailJob,
  toMailJobColumns,
} from './tables.ts'

/** Tracking events are stored once each, in any order, and combined into the letter's delivery status. */

/** A mailing whose letter changed its status; `submitted` once the provider accepted it. */
export type LetterNews = Pick<
  MailJobRow,
  'id' | 'letterId' | 'userId' | 'certified' | 'returnReceipt' | 'pages'
> & { status: DeliveryStatus; at: Date }

/** Called in the transaction that stores it. */
export type OnLetter = (tx: Database, news: LetterNews) => Promise<void>

const saveEvents = (
  tx: Database,
  events: readonly (LetterEvent & { providerId: string | null; mailJobId: string | null })[],
  now: Date,
) =>
  events.length === 0
    ? []
    : tx
        .insert(mailEvents)
        .values(events.map(one => ({ ...one, seenAt: now })))
        .onConflictDoNothing()
        .returning({ id: mailEvents.id })

const lockLetter = async (tx: Database, providerId: string) => {
  const [job] = await tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.providerId, providerId))
    .for('update')
  return job
}

export type TrackingDeps = { times: MailTimes; onLetter: OnLetter }

/**
 * Updates the delivery status of a locked row from all known events. An event that ends delivery is confirmed by a
 * poll: a webhook is a hint, the provider's own record is the authority.
 */
const updateDeliveryStatus = async (
  tx: Database,
  job: MailJobStateRow,
  events: readonly Pick<LetterEvent, 'event' | 'at'>[],
  now: Date,
  { times, onLetter }: TrackingDeps,
): Promise<void> => {
  const status = deriveDeliveryStatus(events)
  if (status === job.deliveryStatus) return
  const { final, canMailAgain } = letterStatuses[status]
  const askAt = final ? now : new Date(now.getTime() + times.silent)
  const undeliveredAt = canMailAgain ? now : null
  await tx
    .update(mailJobs)
    .set({ deliveryStatus: status, askAt, undeliveredAt, movedAt: now })
    .where(eq(mailJobs.id, job.id))
  await onLetter(tx, { ...job, status, at: now })
}

/** Letters that webhooks named as this job's. */
export const listReportedLetterIds = async (db: Database, mailJobId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ providerId: mailEvents.providerId })
    .from(mailEvents)
    .where(eq(mailEvents.mailJobId, mailJobId))
  return rows.flatMap(({ providerId }) => providerId ?? [])
}

/** `pending`: the letter is being sent; `orphan`: it is not ours. */
type WebhookResult = 'applied' | 'pending' | 'duplicate' | 'orphan'

const jobsToLock = preparePerConnection(tx =>
  tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(
      or(
        sql`${mailJobs.id} = any(${sql.placeholder('ids')}::uuid[])`,
        sql`${mailJobs.providerId} = any(${sql.placeholder('providerIds')}::text[])`,
      ),
    )
    // All that lock several letters do so in the same order, so that they cannot deadlock.
    .orderBy(asc(mailJobs.id))
    .for('update')
    .prepare('mail_jobs_to_lock'),
)

const eventsOfLetters = preparePerConnection(tx =>
  tx
    .select({ providerId: mailEvents.providerId, event: mailEvents.event, at: mailEvents.at })
    .from(mailEvents)
    .where(sql`${mailEvents.providerId} = any(${sql.placeholder('providerIds')}::text[])`)
    .prepare('mail_events_of_letters'),
)

const isPresent = <T>(value: T | null): value is T => value !== null
const isJobId = (text: string | null): text is string => z.uuid().safeParse(text).success

/** Records that a letter of this job is at the provider although its send was not recorded. */
const applyReport = async (tx: Database, job: MailJobStateRow, now: Date): Promise<void> => {
  const mailing = toMailJob(job)
  const updated = applyWebhookReport(mailing, now)
  if (updated === mailing) return
  await tx
    .update(mailJobs)
    .set({ ...toMailJobColumns(updated), leaseToken: null })
    .where(eq(mailJobs.id, job.id))
}

/** Idempotent. Ingests webhooks received at the same time as one batch; returns the result of each. */
export const ingestWebhooks = (
  db: Database,
  notices: readonly LetterWebhook[],
  now: Date,
  deps: TrackingDeps,
): Promise<(notice: LetterWebhook) => WebhookResult> =>
  db.transaction(async tx => {
    const inOrder = notices.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const saved = new Set((await saveEvents(tx, inOrder, now)).map(({ id }) => id))
    const fresh = notices.filter(({ id }) => saved.has(id))
    if (fresh.length === 0) return () => 'duplicate'
    // Metadata is untrusted text that may not name a job of ours. A worker that is just recording a send's result cannot see
    // these events yet, so wait for its lock.
    const ids = fresh.map(({ mailJobId }) => mailJobId).filter(isJobId)
    const providerIds = [...new Set(fresh.map(({ providerId }) => providerId).filter(isPresent))]
    const jobs = await jobsToLock(tx).execute({ ids, providerIds })
    const events = Map.groupBy(await eventsOfLetters(tx).execute({ providerIds }), one => one.providerId)
    const results = new Map<LetterWebhook, WebhookResult>()
    const handled = new Set<string>()
    const once = async ({ id }: MailJobStateRow, act: () => Promise<unknown>) => {
      if (!handled.has(id)) await act()
      handled.add(id)
    }
    for (const notice of fresh) {
      const { providerId } = notice
      const job = jobs.find(({ id }) => id === notice.mailJobId?.toLowerCase())
      const owner = providerId === null ? undefined : jobs.find(one => one.providerId === providerId)
      if (owner) {
        await once(owner, () => updateDeliveryStatus(tx, owner, events.get(providerId) ?? [], now, deps))
        results.set(notice, 'applied')
      } else if (!job || job.providerId !== null) results.set(notice, 'orphan')
      else {
        await once(job, () => applyReport(tx, job, now))
        results.set(notice, 'pending')
      }
    }
    return notice => results.get(notice) ?? 'duplicate'
  })

/** Ingests the provider's answer about one letter. */
export const ingestPoll = async (
  tx: Database,
  letter: { providerId: string; mailJobId: string | null; events: readonly LetterEvent[] },
  now: Date,
  deps: TrackingDeps,
): Promise<void> => {
  const { providerId, mailJobId, events } = letter
  await saveEvents(
    tx,
    events.map(event => ({ ...event, providerId, mailJobId })),
    now,
  )
  const job = await lockLetter(tx, providerId)
  if (!job) return
  const known = await eventsOfLetters(tx).execute({ providerIds: [providerId] })
  await updateDeliveryStatus(tx, job, known, now, deps)
}

export type AdoptDeps = TrackingDeps & { provider: Pick<MailProvider, 'trackingUrl'>; clock: Clock }

/**
 * Assigns a provider's letter to a job, in the caller's transaction; false if there is no such job, a worker has it,
 * or it already has a letter.
 */
export const adoptLetter = async (
  tx: Database,
  deps: AdoptDeps,
  mailJobId: string,
  found: ProviderLetter,
): Promise<boolean> => {
  const { provider, times, clock, onLetter } = deps
  const at = clock()
  const [row] = await tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, mailJobId))
    .for('update')
  if (!row || row.providerId !== null || (row.leaseUntil !== null && row.leaseUntil > at)) return false
  const { providerId, expectedDelivery } = found
  await tx
    .update(mailJobs)
    .set({
      ...toMailJobColumns(markSubmitted(toMailJob(row))),
      leaseToken: null,
      providerId,
      trackingUrl: provider.trackingUrl(found),
      expectedOn: expectedDelivery,
      submittedAt: found.createdAt,
      deliveryStatus: 'submitted',
      askAt: new Date(at.getTime() + times.silent),
    })
    .where(eq(mailJobs.id, mailJobId))
  await onLetter(tx, { ...row, status: 'submitted', at: found.createdAt })
  await ingestPoll(tx, found, at, deps)
  return true
}
