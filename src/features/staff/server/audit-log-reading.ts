import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { auditEventLabel } from '#api/audit-events.ts'
import { AppError } from '#api/errors.ts'
import type { AuditRow } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { AuditFilter, auditLog } from '../audit-log-contract.ts'
import { readManagerNames } from './assignments.ts'

/** Reading the audit log: by manager, API key, client, event and days, each through an index. */

const PAGE = 50
const CSV_BATCH = 2_000
const MAX_CSV_ROWS = 20_000

const { id, at } = auditEvents

/** The rows of a filter older than a row, newest first. */
export const readAuditRows = (
  db: Database,
  { managerId, keyId, clientId, event, from, to }: AuditFilter,
  { before, limit, timeZone }: { before: AuditRow | undefined; limit: number; timeZone: string },
): Promise<AuditRow[]> => {
  const startOf = (day: string, plus: number) =>
    sql`(${day}::date + ${plus}::int)::timestamp at time zone ${timeZone}`
  const which: (SQL | undefined)[] = [
    managerId === undefined ? undefined : eq(auditEvents.managerId, managerId),
    keyId === undefined ? undefined : eq(auditEvents.keyId, keyId),
    clientId === undefined ? undefined : eq(auditEvents.userId, clientId),
    event === undefined ? undefined : eq(auditEvents.act, event),
    from === undefined ? undefined : gte(at, startOf(from, 0)),
    to === undefined ? undefined : lt(at, startOf(to, 1)),
    before === undefined ? undefined : or(lt(at, before.at), and(eq(at, before.at), lt(id, before.id))),
    // Bounds the index where the condition above alone would not.
    before === undefined ? undefined : sql`${at} <= ${before.at}`,
  ]
  return db
    .select()
    .from(auditEvents)
    .where(and(...which))
    .orderBy(desc(at), desc(id))
    .limit(limit)
}

const csvHeads = [
  'id',
  'at',
  'event',
  'title',
  'outcome',
  'actor',
  'managerId',
  'clientId',
  'openingId',
  'objectId',
  'addressPrefix',
  'requestId',
  'keyId',
] as const

/** One line of CSV (RFC 4180). */
const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(value => `"${(value ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`

const toCsv = (row: AuditRow): string =>
  csvLine([
    row.id,
    row.at.toISOString(),
    row.act,
    auditEventLabel(row.act),
    row.outcome,
    row.actor,
    row.managerId,
    row.userId,
    row.openingId,
    row.objectId,
    row.addressPrefix,
    row.requestId,
    row.keyId,
  ])

type Deps = { db: Database; keyring: Keyring; timeZone: string }

export const auditLogRoutes = ({ db, keyring, timeZone }: Deps): Handlers<typeof auditLog> => ({
  read: async ({ query: { before, ...filter }, audit }) => {
    const [last] = before === undefined ? [] : await db.select().from(auditEvents).where(eq(id, before))
    if (before !== undefined && !last)
      throw new AppError('invalid_request', { fields: { before: 'Start again from the newest entry' } })
    const rows = await readAuditRows(db, filter, { before: last, limit: PAGE + 1, timeZone })
    const page = rows.slice(0, PAGE)
    const nameOf = await readManagerNames(
      db,
      keyring,
      page.map(({ managerId }) => managerId),
    )
    await audit(db, filter.clientId === undefined ? {} : { userId: filter.clientId })
    return {
      data: page.map(row => ({
        id: row.id,
        at: row.at.toISOString(),
        event: row.act,
        title: auditEventLabel(row.act),
        outcome: row.outcome,
        actor: row.actor,
        managerId: row.managerId,
        keyId: row.keyId,
        managerName: row.managerId === null ? null : nameOf(row.managerId).name,
        clientId: row.userId,
        objectId: row.objectId,
        openingId: row.openingId,
        requestId: row.requestId,
      })),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    }
  },

  download: async ({ query, audit }) => {
    const lines = [csvLine(csvHeads)]
    let before: AuditRow | undefined
    for (;;) {
      const rows = await readAuditRows(db, query, { before, limit: CSV_BATCH, timeZone })
      lines.push(...rows.map(toCsv))
      if (lines.length > MAX_CSV_ROWS + 1)
        throw new AppError('invalid_request', {
          message: `These are more than ${MAX_CSV_ROWS.toLocaleString('en-US')} rows. Choose fewer days, or one manager, client or event.`,
        })
      before = rows.at(-1)
      if (rows.length < CSV_BATCH) break
    }
    await audit(db, query.clientId === undefined ? {} : { userId: query.clientId })
    return { name: 'audit-log.csv', bytes: Buffer.from(lines.join('')) }
  },
})
