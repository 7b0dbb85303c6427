import { eq, sql } from 'drizzle-orm'
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

/** A mailing whose letter is somewhere else than before; `submitted` once the provider accepted it. */
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

const eventsByLetter = preparePerConnection(tx =>
  tx
    .select({ event: mailEvents.event, at: mailEvents.at })
    .from(mailEvents)
    .where(eq(mailEvents.providerId, sql.placeholder('providerId')))
    .prepare('mail_events_by_letter'),
)

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
  providerId: string,
  now: Date,
  { times, onLetter }: TrackingDeps,
): Promise<void> => {
  const status = deriveDeliveryStatus(await eventsByLetter(tx).execute({ providerId }))
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

const jobToLock = preparePerConnection(tx =>
  tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, sql.placeholder('id')))
    .for('update')
    .prepare('mail_job_to_lock'),
)

/** Metadata is untrusted text that may name no job of ours. */
const lockJob = async (tx: Database, mailJobId: string) => {
  if (!z.uuid().safeParse(mailJobId).success) return undefined
  const [job] = await jobToLock(tx).execute({ id: mailJobId })
  return job
}

/** Letters that webhooks named as this job's. */
export const listReportedLetterIds = async (db: Database, mailJobId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ providerId: mailEvents.providerId })
    .from(mailEvents)
    .where(eq(mailEvents.mailJobId, mailJobId))
  return rows.flatMap(({ providerId }) => providerId ?? [])
}

/** `pending`: the letter is being sent; `orphan`: it is none of ours. */
type WebhookResult = 'applied' | 'pending' | 'duplicate' | 'orphan'

/** Idempotent. */
export const ingestWebhook = (
  db: Database,
  notice: LetterWebhook,
  now: Date,
  deps: TrackingDeps,
): Promise<WebhookResult> =>
  db.transaction(async tx => {
    const kept = await saveEvents(tx, [notice], now)
    if (kept.length === 0) return 'duplicate'
    const { providerId, mailJobId } = notice
    // A worker that is just recording the send's result cannot see this event yet, so wait for its lock.
    const job = mailJobId === null ? undefined : await lockJob(tx, mailJobId)
    if (providerId !== null) {
      const owner = job?.providerId === providerId ? job : await lockLetter(tx, providerId)
      if (owner) {
        await updateDeliveryStatus(tx, owner, providerId, now, deps)
        return 'applied'
      }
    }
    if (!job || job.providerId !== null) return 'orphan'
    const mailing = toMailJob(job)
    const updated = applyWebhookReport(mailing, now)
    if (updated !== mailing)
      await tx
        .update(mailJobs)
        .set({ ...toMailJobColumns(updated), leaseToken: null })
        .where(eq(mailJobs.id, job.id))
    return 'pending'
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
  if (job) await updateDeliveryStatus(tx, job, providerId, now, deps)
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
