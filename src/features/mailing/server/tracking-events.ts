import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type { LetterEvent, LetterWebhook } from '#providers/letters/port.ts'
import { deriveDeliveryStatus, isDeliveryOver } from '../letter-status.ts'
import type { MailTimes } from '../times.ts'
import { applyWebhookReport } from '../told.ts'
import { type MailJobRow, mailJobStateColumns, toMailJob, toMailJobColumns } from './rows.ts'
import { mailEvents, mailJobs } from './tables.ts'

/** What the provider tells of letters: kept once each, in any order, and folded into where the letter is. */

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

/** The row of a letter of the provider's, held. */
const letterHeld = async (tx: Database, providerId: string) => {
  const [job] = await tx
    .select({ id: mailJobs.id, whereabouts: mailJobs.whereabouts })
    .from(mailJobs)
    .where(eq(mailJobs.providerId, providerId))
    .for('update')
  return job
}

/**
 * Brings the whereabouts of a letter whose row is held up to all that is known of it. News that say that its way has ended
 * are asked about once more: the provider's own record is the authority, its calls are a hint.
 */
const foldInto = async (
  tx: Database,
  job: Pick<MailJobRow, 'id' | 'whereabouts'>,
  providerId: string,
  now: Date,
  times: MailTimes,
): Promise<void> => {
  const { where } = deriveDeliveryStatus(await newsByLetter(tx).execute({ providerId }))
  if (where === job.whereabouts) return
  const askAt = isDeliveryOver(where) ? now : new Date(now.getTime() + times.silent)
  await tx.update(mailJobs).set({ whereabouts: where, askAt }).where(eq(mailJobs.id, job.id))
}

const jobToHold = preparePerConnection(tx =>
  tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, sql.placeholder('id')))
    .for('update')
    .prepare('mail_job_to_hold'),
)

/** The row that a letter's metadata names: a text that may name nothing of ours. */
const heldJob = async (tx: Database, mailJobId: string) => {
  if (!z.uuid().safeParse(mailJobId).success) return undefined
  const [job] = await jobToHold(tx).execute({ id: mailJobId })
  return job
}

/** Letters that the provider, calling us, named as a mailing's. */
export const listReportedLetterIds = async (db: Database, mailJobId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ providerId: mailEvents.providerId })
    .from(mailEvents)
    .where(eq(mailEvents.mailJobId, mailJobId))
  return rows.flatMap(({ providerId }) => providerId ?? [])
}

/** What became of a notice: it moved a letter, waits for one that is being handed over, came before, or names none of ours. */
export type WebhookResult = 'folded' | 'waits' | 'known' | 'orphan'

/** Takes what the provider tells by calling us; the same notice again changes nothing. */
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
    // Whoever writes the letter's answer down at this moment does not see the notice: it is waited for.
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

/** Takes what the provider answers about one letter. */
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
