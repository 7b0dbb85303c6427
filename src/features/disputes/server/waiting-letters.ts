import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { EndpointReply } from '#api/endpoint.ts'
import { latestConsentSql } from '#features/identity/server/consents.ts'
import { readUsers } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { disputes as contract } from '../contract.ts'
import { disputeItems, disputeLetters, disputeOutcomes, disputes } from './tables.ts'

/** Letters that wait for staff, if the operator leaves mailing to staff. Derived from stored data. */

type WaitingLetters = EndpointReply<typeof contract.waitingForStaff>

const isUnmailed = sql`not exists (select 1 from ${mailJobs} where ${mailJobs.letterId} = ${disputeLetters.id})`

/**
 * Whether letters of a dispute are confirmed and not mailed, for a client who lets staff mail. Once a bureau answered,
 * the client must have mailed them otherwise. `mailRequestedAt` keeps mailed ones out of the index; the letters decide.
 */
export const isWaitingForStaff: SQL = sql`${disputes.attestedAt} is not null and ${disputes.mailRequestedAt} is null
  and ${latestConsentSql(disputes.userId, 'staffMailing')}
  and exists (select 1 from ${disputeLetters} where ${disputeLetters.disputeId} = ${disputes.id} and ${isUnmailed})
  and not exists (select 1 from ${disputeOutcomes} join ${disputeItems} on ${disputeItems.id} = ${disputeOutcomes.itemId}
    where ${disputeItems.disputeId} = ${disputes.id})`

/** Letters that wait for staff, for clients that the manager may see, the longest waiting first. */
export const listWaitingLetters = async (
  db: Database,
  keyring: Keyring,
  { after, limit, listed }: { after?: string | undefined; limit: number; listed: SQL | undefined },
): Promise<WaitingLetters> => {
  const [last] =
    after === undefined
      ? []
      : await db.select({ at: disputes.attestedAt }).from(disputes).where(eq(disputes.id, after))
  const follows = last?.at
    ? or(
        gt(disputes.attestedAt, last.at),
        and(eq(disputes.attestedAt, last.at), gt(disputes.id, sql`${after}`)),
      )
    : undefined
  const rows = await db
    .select({ dispute: disputes, user: users })
    .from(disputes)
    .innerJoin(users, eq(users.id, disputes.userId))
    .where(and(isWaitingForStaff, isNull(users.deletionAskedAt), listed, follows))
    .orderBy(asc(disputes.attestedAt), asc(disputes.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const ids = page.map(({ dispute }) => dispute.id)
  const letters =
    ids.length === 0
      ? []
      : await db
          .select({ disputeId: disputeLetters.disputeId, bureau: disputeLetters.bureau })
          .from(disputeLetters)
          .where(and(inArray(disputeLetters.disputeId, ids), isUnmailed))
          .orderBy(asc(disputeLetters.id))
  const clients = await readUsers(
    db,
    keyring,
    page.map(({ user }) => user),
  )
  return {
    data: page.flatMap(({ dispute: { id, type, attestedAt } }, index) => {
      const profile = clients[index]?.profile
      if (profile === undefined || attestedAt === null) return []
      const { firstName, lastName, phoneNumber } = profile
      const bureaus = letters.flatMap(one =>
        one.disputeId === id && one.bureau !== 'company' ? [one.bureau] : [],
      )
      return {
        disputeId: id,
        type,
        bureaus,
        since: attestedAt.toISOString(),
        firstName,
        lastName,
        phoneNumber,
      }
    }),
    next: rows.length > limit ? (ids.at(-1) ?? null) : null,
  }
}
