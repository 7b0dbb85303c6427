import { inArray, type SQL, sql } from 'drizzle-orm'
import { OPEN_DISPUTE_DAYS } from '#api/retention.ts'
import { documents } from '#features/documents/server/tables.ts'
import { users } from '#features/identity/server/tables.ts'
import { isMailingUnderWay, releaseMailings } from '#features/mailing/server/mail-requests.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { daysBefore } from '#values/dates.ts'
import { disputeEnclosures, disputeItems, disputeLetters, disputeOutcomes, disputes } from './tables.ts'

/**
 * Data needed by an open dispute is not deleted. The conditions refer to the row of `disputes` of the enclosing query.
 */

const itsMailings = sql`${mailJobs} join ${disputeLetters} on ${disputeLetters.id} = ${mailJobs.letterId}
  where ${disputeLetters.disputeId} = ${disputes.id}`

/** The time of the last event: created, confirmed, mailed or answered. */
const lastActivity = sql`greatest(${disputes.createdAt}, ${disputes.attestedAt},
  (select max(${mailJobs.submittedAt}) from ${itsMailings}),
  (select max(${disputeOutcomes.notedAt}) from ${disputeOutcomes}
    join ${disputeItems} on ${disputeItems.id} = ${disputeOutcomes.itemId}
    where ${disputeItems.disputeId} = ${disputes.id}))`

/** An item without a bureau is answered by the company that was written to. */
const asked = sql`unnest(case when ${disputeItems.bureaus} = '{}' then '{company}' else ${disputeItems.bureaus} end)`

const awaitsAnswer = sql`exists (select from ${disputeItems} cross join ${asked} as asked(bureau)
  where ${disputeItems.disputeId} = ${disputes.id} and not exists (select from ${disputeOutcomes}
    where ${disputeOutcomes.itemId} = ${disputeItems.id} and ${disputeOutcomes.bureau} = asked.bureau))`

const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Whether one of its letters is being mailed, or an answer is due by law. */
const isOpen = (now: Date): SQL => sql`(exists (select from ${itsMailings} and ${isMailingUnderWay})
  or (${lastActivity} >= ${instantOf(daysBefore(now, OPEN_DISPUTE_DAYS))} and ${awaitsAnswer}))`

/** Whether an open dispute needs a row of `users`, `reports` or `documents`. */
export const neededByOpenDispute = {
  user: (now: Date): SQL =>
    sql`exists (select from ${disputes} where ${disputes.userId} = ${users.id} and ${isOpen(now)})`,
  report: (now: Date): SQL =>
    sql`exists (select from ${disputes} where ${disputes.reportId} = ${reports.id} and ${isOpen(now)})`,
  document: (
    now: Date,
  ): SQL => sql`exists (select from ${disputes} where ${disputes.userId} = ${documents.userId}
    and ${isOpen(now)} and (
      exists (select from ${disputeEnclosures}
        where ${disputeEnclosures.disputeId} = ${disputes.id} and ${disputeEnclosures.documentId} = ${documents.id})
      or exists (select from ${disputeOutcomes} join ${disputeItems} on ${disputeItems.id} = ${disputeOutcomes.itemId}
        where ${disputeItems.disputeId} = ${disputes.id} and ${disputeOutcomes.documentId} = ${documents.id})))`,
} as const

/**
 * Deletes disputes whose last event is past its retention, with their letters and answers; the proof of mailing stays
 * without personal data. A dispute with a follow-up is deleted after it.
 */
export const disputeDisposal: Disposal = {
  kind: 'disputes',
  dispose: async (tx, { before, now, most }) => {
    const old = await tx
      .select({ id: disputes.id })
      .from(disputes)
      .where(sql`${disputes.createdAt} < ${instantOf(before)} and ${lastActivity} < ${instantOf(before)}
        and not ${isOpen(now)}
        and not exists (select from ${disputes} later where later.follows_id = ${disputes.id})`)
      .limit(most)
      .for('update', { skipLocked: true })
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return 0
    const letters = await tx
      .select({ id: disputeLetters.id })
      .from(disputeLetters)
      .where(inArray(disputeLetters.disputeId, ids))
    await releaseMailings(
      tx,
      inArray(
        mailJobs.letterId,
        letters.map(({ id }) => id),
      ),
    )
    return (await tx.delete(disputes).where(inArray(disputes.id, ids)).returning({ id: disputes.id })).length
  },
}
