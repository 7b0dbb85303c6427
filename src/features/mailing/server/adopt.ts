import { eq } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { markSubmitted } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import { mailJobStateColumns, toMailJob, toMailJobColumns } from './rows.ts'
import { mailJobs } from './tables.ts'
import { ingestPoll } from './tracking-events.ts'

export type AdoptDeps = { post: Pick<MailProvider, 'trackingUrl'>; times: MailTimes; clock: Clock }

/**
 * Assigns a provider's letter to a job, in the caller's transaction; false if there is no such job, a worker has it,
 * or it already has a letter.
 */
export const adoptLetter = async (
  tx: Database,
  { post, times, clock }: AdoptDeps,
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
      trackingUrl: post.trackingUrl(found),
      expectedOn: expectedDelivery,
      submittedAt: found.createdAt,
      deliveryStatus: 'submitted',
      askAt: new Date(at.getTime() + times.silent),
    })
    .where(eq(mailJobs.id, mailJobId))
  await ingestPoll(tx, found, at, times)
  return true
}
