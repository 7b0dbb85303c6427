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

/** A letter to be mailed: bytes, and the addresses that stand on the envelope. */
export type NewMailing = {
  letterId: string
  userId: string
  generation: number
  to: PostalAddress
  from: PostalAddress
  pdf: Uint8Array
  certified: boolean
  /** Why it is mailed again; null of the first time. */
  reason: string | null
}

/**
 * Writes down that a letter is to be mailed, in the caller's transaction; the reconciler hands it over once that is
 * committed, if nobody does before. Gives the mailing's id; null when this letter and generation was asked for before, and
 * then nothing is written.
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

/** Where the mailing of a letter stands, of its newest generation. */
export type LatestMailing = {
  mailJobId: string
  generation: number
  certified: boolean
  requestedAt: Date
  phase: MailJobRow['phase']
  /** More letters were asked for than are mailed in a day: it goes on a later one. */
  waitsForDay: boolean
  whereabouts: DeliveryStatus | null
  providerId: string | null
  trackingUrl: string | null
  expectedOn: string | null
  submittedAt: Date | null
  /** What the provider said of a letter that it refused. */
  refusalWords: string | null
  /** Each kind of news once, oldest first. */
  news: readonly Pick<LetterEvent, 'event' | 'at'>[]
}

/** Where letters stand, by their ids; one that was never handed to the mail is left out. */
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
        whereabouts: row.whereabouts,
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

/** A letter that left us a month ago needs no copy of its bytes here; their hash stays as the proof. */
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
