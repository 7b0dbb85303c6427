import { and, eq, gt, inArray } from 'drizzle-orm'
import type { AuditEvent } from '#api/audit-events.ts'
import type { AuditDetails } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import type { KeyPrincipal, ManagerPrincipal } from '#platform/http/access.ts'

/** Reads of client data without opening an account: recorded once an hour for each manager or API key and client. */

type ListReader = ManagerPrincipal | KeyPrincipal

const HOUR = 3_600_000

/** The subset of clients whom this caller has seen through this event within the hour. */
export const seenLately = async (
  db: Database,
  event: AuditEvent,
  { reader, clientIds, now }: { reader: ListReader; clientIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string | null>> => {
  const { act, at, userId } = auditEvents
  const lately = await db
    .selectDistinct({ userId })
    .from(auditEvents)
    .where(
      and(
        inArray(userId, [...clientIds]),
        eq(act, event),
        reader.kind === 'key'
          ? eq(auditEvents.keyId, reader.keyId)
          : eq(auditEvents.managerId, reader.managerId),
        gt(at, new Date(now.getTime() - HOUR)),
      ),
    )
  return new Set(lately.map(row => row.userId))
}

type PageRead = {
  clientId: string
  principal: ListReader
  audit: (tx: Database, about?: AuditDetails) => Promise<void>
  now: Date
  /** The endpoint's audit event. */
  event?: AuditEvent
}

/** Records that a client's page, notes or tasks were read; the client's access log shows it once an hour. */
export const notePageRead = async (
  db: Database,
  { clientId, principal: reader, audit, now, event = 'client_page_read' }: PageRead,
): Promise<void> => {
  const seen = await seenLately(db, event, { reader, clientIds: [clientId], now })
  await audit(db, { objectId: clientId, ...(!seen.has(clientId) && { userId: clientId }) })
}
