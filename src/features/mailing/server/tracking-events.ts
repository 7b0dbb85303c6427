import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type { LetterEvent, LetterWebhook, MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { deriveDeliveryStatus, letterStatuses } from '../letter-status.ts'
import { applyWebhookReport, markSubmitted } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import {
  type MailJobRow,
  mailEvents,
  mailJobStateColumns,
  mailJobs,
  toMailJob,
  toMailJobColumns,
} from './tables.ts'

/** Tracking events are stored once each, in any order, and folded into the letter's delivery status. */

const keep = (
  tx: Database,
  news: readonly (LetterEvent & { providerId: string | null; mailJobId: string | null })[],
  now: Date,
) =>
  news.length === 0
    ? []
    : tx
        .insert(mailEvents)
        .values(news.map(one => ({ ...one, seenAt: now })))
        .onConflictDoNothing()
        .returning({ id: mailEvents.id })

const newsByLetter = preparePerConnection(tx =>
  tx
    .select({ event: mailEvents.event, at: mailEvents.at })
    .from(mailEvents)
    .where(eq(mailEvents.providerId, sql.placeholder('providerId')))
    .prepare('mail_news_by_letter'),
)

const letterHeld = async (tx: Database, providerId: string) => {
  const [job] = await tx
    .select({ id: mailJobs.id, deliveryStatus: mailJobs.deliveryStatus })
    .from(mailJobs)
    .where(eq(mailJobs.providerId, providerId))
    .for('update')
  return job
}

/**
 * Updates the delivery status of a locked row from all known events. An event that ends delivery is confirmed by a
 * poll: a webhook is a hint, the provider's own record is the authority.
 */
const foldInto = async (
  tx: Database,
  job: Pick<MailJobRow, 'id' | 'deliveryStatus'>,
  providerId: string,
  now: Date,
  times: MailTimes,
): Promise<void> => {
  const status = deriveDeliveryStatus(await newsByLetter(tx).execute({ providerId }))
  if (status === job.deliveryStatus) return
  const askAt = letterStatuses[status].final ? now : new Date(now.getTime() + times.silent)
  await tx.update(mailJobs).set({ deliveryStatus: status, askAt }).where(eq(mailJobs.id, job.id))
}

const jobToHold = preparePerConnection(tx =>
  tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, sql.placeholder('id')))
    .for('update')
    .prepare('mail_job_to_hold'),
)

/** Metadata is untrusted text that may name no job of ours. */
const heldJob = async (tx: Database, mailJobId: string) => {
  if (!z.uuid().safeParse(mailJobId).success) return undefined
  const [job] = await jobToHold(tx).execute({ id: mailJobId })
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

/** `applied`, `pending` while the letter is being sent, `duplicate`, or `orphan` if it is none of ours. */
type WebhookResult = 'folded' | 'waits' | 'known' | 'orphan'

/** Idempotent. */
export const ingestWebhook = (
  db: Database,
  notice: LetterWebhook,
  now: Date,
  times: MailTimes,
): Promise<WebhookResult> =>
  db.transaction(async tx => {
    const kept = await keep(tx, [notice], now)
    if (kept.length === 0) return 'known'
    const { providerId, mailJobId } = notice
    // A worker that is just recording the send's result cannot see this event yet, so wait for its lock.
    const job = mailJobId === null ? undefined : await heldJob(tx, mailJobId)
    if (providerId !== null) {
      const its = job?.providerId === providerId ? job : await letterHeld(tx, providerId)
      if (its) {
        await foldInto(tx, its, providerId, now, times)
        return 'folded'
      }
    }
    if (!job || job.providerId !== null) return 'orphan'
    const mailing = toMailJob(job)
    const standing = applyWebhookReport(mailing, now)
    if (standing !== mailing)
      await tx
        .update(mailJobs)
        .set({ ...toMailJobColumns(standing), leaseToken: null })
        .where(eq(mailJobs.id, job.id))
    return 'waits'
  })

/** Ingests the provider's answer about one letter. */
export const ingestPoll = async (
  tx: Database,
  letter: { providerId: string; mailJobId: string | null; events: readonly LetterEvent[] },
  now: Date,
  times: MailTimes,
): Promise<void> => {
  const { providerId, mailJobId, events } = letter
  await keep(
    tx,
    events.map(event => ({ ...event, providerId, mailJobId })),
    now,
  )
  const job = await letterHeld(tx, providerId)
  if (job) await foldInto(tx, job, providerId, now, times)
}

export type AdoptDeps = { provider: Pick<MailProvider, 'trackingUrl'>; times: MailTimes; clock: Clock }

/**
 * Assigns a provider's letter to a job, in the caller's transaction; false if there is no such job, a worker has it,
 * or it already has a letter.
 */
export const adoptLetter = async (
  tx: Database,
  { provider, times, clock }: AdoptDeps,
  mailJobId: string,
  found: ProviderLetter,
): Promise<boolean> => {
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
  await ingestPoll(tx, found, at, times)
  return true
}
