import { and, eq, gt, inArray } from 'drizzle-orm'
import type { AuditEvent } from '#api/audit-events.ts'
import type { AuditDetails } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import type { ManagerPrincipal } from '#platform/http/access.ts'

/** Readings of clients' data without opening an account: recorded once an hour for each manager and client. */

const HOUR = 3_600_000

/** Those of some clients whom this manager has seen by this event within the hour. */
export const seenLately = async (
  db: Database,
  event: AuditEvent,
  { managerId, clientIds, now }: { managerId: string; clientIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string | null>> => {
  const { act, at, userId } = auditEvents
  const lately = await db
    .selectDistinct({ userId })
    .from(auditEvents)
    .where(
      and(
        inArray(userId, [...clientIds]),
        eq(act, event),
        eq(auditEvents.managerId, managerId),
        gt(at, new Date(now.getTime() - HOUR)),
      ),
    )
  return new Set(lately.map(row => row.userId))
}

type PageRead = {
  clientId: string
  principal: ManagerPrincipal
  audit: (tx: Database, about?: AuditDetails) => Promise<void>
  now: Date
}

/** Records that a manager read a client's page, notes or tasks; the client's access log has it once an hour. */
export const notePageRead = async (
  db: Database,
  { clientId, principal: { managerId }, audit, now }: PageRead,
): Promise<void> => {
  const seen = await seenLately(db, 'client_page_read', { managerId, clientIds: [clientId], now })
  await audit(db, { objectId: clientId, ...(!seen.has(clientId) && { userId: clientId }) })
}
