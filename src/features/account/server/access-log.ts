import { asc, inArray } from 'drizzle-orm'
import type { EndpointReply } from '#api/endpoint.ts'
import { listChangesWithoutImpersonation, listImpersonations } from '#features/staff/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { describeActs } from '../access-log.ts'
import type { account } from '../contract.ts'

type Entry = EndpointReply<typeof account.accessLog>['data'][number]

const { act, at, id: eventId, openingId } = auditEvents

/** The openings of an account, each with what was done in it. */
const opened = async (db: Database, vault: Keyring, userId: string, now: Date): Promise<Entry[]> => {
  const openings = await listImpersonations(db, vault, userId)
  if (openings.length === 0) return []
  const acts = await db
    .select({ openingId, act, at })
    .from(auditEvents)
    .where(
      inArray(
        openingId,
        openings.map(({ id }) => id),
      ),
    )
    .orderBy(asc(at), asc(eventId))
  return openings.map(({ id, managerName, reason, scope, startedAt, endsAt }) => ({
    managerName,
    reason,
    scope,
    startedAt: startedAt.toISOString(),
    endedAt: endsAt > now ? null : endsAt.toISOString(),
    acts: describeActs(acts.filter(one => one.openingId === id)),
  }))
}

/** What was done to an account without opening it, each by itself. */
const unopened = async (db: Database, vault: Keyring, userId: string): Promise<Entry[]> =>
  (await listChangesWithoutImpersonation(db, vault, userId)).map(({ managerName, ...done }) => {
    const instant = done.at.toISOString()
    return {
      managerName,
      reason: null,
      scope: null,
      startedAt: instant,
      endedAt: instant,
      acts: describeActs([done]),
    }
  })

/** What managers did in a person's account and to it, the newest first. */
export const readAccessLog = async (
  db: Database,
  vault: Keyring,
  userId: string,
  now: Date,
): Promise<Entry[]> => {
  const entries = [...(await opened(db, vault, userId, now)), ...(await unopened(db, vault, userId))]
  return entries.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}
