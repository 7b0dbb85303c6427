import { asc, inArray } from 'drizzle-orm'
import { type AuditEvent, auditEventLabel } from '#api/audit-events.ts'
import type { EndpointReply } from '#api/endpoint.ts'
import { listChangesWithoutImpersonation, listImpersonations } from '#features/staff/server/impersonation.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import type { account } from '../contract.ts'

/** Events that only read. Screens read repeatedly, so one line a minute is enough. */
const readings: readonly AuditEvent[] = ['report_read', 'dispute_read', 'letter_read']

const MINUTE = 60_000

type Done = { act: AuditEvent; at: Date }

/** Labels of events in chronological order; a read repeated within a minute appears once. */
export const describeActs = (done: readonly Done[]): { title: string; at: string }[] => {
  const lastShown = new Map<AuditEvent, number>()
  return done
    .filter(({ act, at }) => {
      const last = lastShown.get(act)
      if (readings.includes(act) && last !== undefined && at.getTime() - last < MINUTE) return false
      lastShown.set(act, at.getTime())
      return true
    })
    .map(({ act, at }) => ({ title: auditEventLabel(act), at: at.toISOString() }))
}

type Entry = EndpointReply<typeof account.accessLog>['data'][number]

const { act, at, id: eventId, openingId } = auditEvents

/** Impersonations of an account, each with its events. */
const opened = async (db: Database, keyring: Keyring, userId: string, now: Date): Promise<Entry[]> => {
  const openings = await listImpersonations(db, keyring, userId)
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
  return openings.map(({ id, managerName, reason, scope, emergency, startedAt, endsAt }) => ({
    managerName,
    reason,
    scope,
    emergency,
    startedAt: startedAt.toISOString(),
    endedAt: endsAt > now ? null : endsAt.toISOString(),
    acts: describeActs(acts.filter(one => one.openingId === id)),
  }))
}

/** Changes to an account without impersonation, one entry each. */
const unopened = async (db: Database, keyring: Keyring, userId: string): Promise<Entry[]> =>
  (await listChangesWithoutImpersonation(db, keyring, userId)).map(({ managerName, ...done }) => {
    const instant = done.at.toISOString()
    return {
      managerName,
      reason: null,
      scope: null,
      emergency: false,
      startedAt: instant,
      endedAt: instant,
      acts: describeActs([done]),
    }
  })

/** What managers did in a user's account and to it, newest first. */
export const readAccessLog = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<Entry[]> => {
  const entries = [...(await opened(db, keyring, userId, now)), ...(await unopened(db, keyring, userId))]
  return entries.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}
