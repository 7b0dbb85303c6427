import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import type { LetterEvent, PostalAddress } from '#providers/letters/port.ts'
import { daysBefore } from '#values/dates.ts'
import { type DeliveryStatus, listShownEvents } from '../letter-status.ts'
import { createMailJob } from '../state-machine.ts'
import { deriveMailJobId, freezeRequest } from './frozen.ts'
import { type MailJobRow, mailJobStateColumns, toMailJobColumns } from './rows.ts'
import { mailEvents, mailJobs } from './tables.ts'

export type NewMailing = {
  letterId: string
  userId: string
  generation: number
  to: PostalAddress
  from: PostalAddress
  pdf: Uint8Array
  certified: boolean
  /** Why it is mailed again; null the first time. */
  reason: string | null
}

/**
 * Stores the intent to mail a letter, in the caller's transaction; it is processed once that is committed. Returns
 * the job id, or null if this generation of the letter was requested before.
 */
export const requestMailing = async (
  tx: Database,
  { vault, post, clock }: { vault: Keyring; post: string; clock: Clock },
  { letterId, userId, generation, to, from, pdf, certified, reason }: NewMailing,
  requestedAt: Date,
): Promise<string | null> => {
  const id = deriveMailJobId(letterId, generation)
  const frozen = await freezeRequest(
    tx,
    vault,
    { id, userId, generation, certified },
    { to, from, reason },
    pdf,
  )
  const written = await tx
    .insert(mailJobs)
    .values({
      id,
      letterId,
      generation,
      userId,
      certified,
      post,
      ...frozen,
      requestedAt,
      ...toMailJobColumns(createMailJob(clock())),
    })
    .onConflictDoNothing()
    .returning({ id: mailJobs.id })
  return written.length === 0 ? null : id
}

/** The newest mailing of a letter. */
export type LatestMailing = {
  mailJobId: string
  generation: number
  certified: boolean
  requestedAt: Date
  phase: MailJobRow['phase']
  /** Over the daily cap: sent on a later day. */
  waitsForDay: boolean
  deliveryStatus: DeliveryStatus | null
  providerId: string | null
  trackingUrl: string | null
  expectedOn: string | null
  submittedAt: Date | null
  /** The provider's reason for a refusal. */
  refusalWords: string | null
  news: readonly Pick<LetterEvent, 'event' | 'at'>[]
}

/** Letters that were never requested are left out. */
export const findLatestMailings = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LatestMailing>> => {
  if (letterIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([mailJobs.letterId], mailJobStateColumns)
    .from(mailJobs)
    .where(inArray(mailJobs.letterId, [...letterIds]))
    .orderBy(mailJobs.letterId, desc(mailJobs.generation))
  const providerIds = rows.flatMap(({ providerId }) => providerId ?? [])
  const events =
    providerIds.length === 0
      ? []
      : await db
          .select({ providerId: mailEvents.providerId, event: mailEvents.event, at: mailEvents.at })
          .from(mailEvents)
          .where(inArray(mailEvents.providerId, providerIds))
  return new Map(
    rows.map(row => [
      row.letterId,
      {
        mailJobId: row.id,
        generation: row.generation,
        certified: row.certified,
        requestedAt: row.requestedAt,
        phase: row.phase,
        waitsForDay: row.phase === 'requested' && row.problem === 'daily_cap',
        deliveryStatus: row.deliveryStatus,
        providerId: row.providerId,
        trackingUrl: row.trackingUrl,
        expectedOn: row.expectedOn,
        submittedAt: row.submittedAt,
        refusalWords: row.refusalWords,
        news: listShownEvents(
          events.filter(({ providerId }) => providerId === row.providerId && providerId !== null),
        ),
      },
    ]),
  )
}

/** Removes the PDF a month after it was sent; its hash stays as proof. */
export const cleanUpMailing: CleanupTask = async (db, now) => {
  await db
    .update(mailJobs)
    .set({ pdf: null })
    .where(
      and(
        eq(mailJobs.phase, 'submitted'),
        sql`${mailJobs.pdf} is not null`,
        sql`${mailJobs.submittedAt} < ${daysBefore(now, 30).toISOString()}::timestamptz`,
      ),
    )
}
