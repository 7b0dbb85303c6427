import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type AuditEvent, auditRetentionYears } from '#api/audit-events.ts'
import type { ErrorCode } from '#api/errors.ts'
import type { OpenServer } from '../boot.ts'
import { inBatches } from '../concurrency.ts'
import type { Config } from '../config/config.ts'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { preparePerConnection } from '../db/prepared.ts'
import { auditEvents } from '../db/tables.ts'
import type { Principal } from '../http/access.ts'
import { addressGroups } from '../http/rate-limits.ts'
import { newId } from '../ids.ts'
import type { Disposal } from '../jobs/disposal.ts'
import { serializeEvent } from './hash-chain.ts'

/**
 * The audit log: one row per event, written in the transaction of the event, so that neither exists without
 * the other. Rows are only added and read: the database refuses changes, and deletion before the retention
 * period ends.
 */

/** What the principal does not show: whom the event concerns, and which object. */
export type AuditDetails = {
  /** The user it concerns, if the caller is not that user. */
  userId?: string
  managerId?: string
  objectId?: string
  /** The impersonation session, if the principal does not contain it. */
  openingId?: string
  /** Other users whom the event concerns; each gets a row. */
  others?: readonly string[]
  /** An error code, or the result in one word. */
  outcome?: ErrorCode | 'done' | 'failed'
}

export type AuditContext = Pick<Keyring, 'auditMac'> & {
  principal: Principal
  now: Date
  requestId: string
  address: string
}

/** The first three groups of an address: enough to recognize a location, too little to identify a connection. */
const prefixOf = (address: string) => addressGroups(address).network.split(':').slice(0, 3).join(':')

const actorOf = (principal: Principal, { userId, managerId, outcome = 'done' }: AuditDetails) => {
  if (principal.kind === 'key') return { actor: 'key', managerId: null } as const
  if (principal.kind === 'manager') return { actor: 'manager', managerId: principal.managerId } as const
  if (principal.kind === 'user' && principal.impersonation)
    return { actor: 'manager', managerId: principal.impersonation.managerId } as const
  if (principal.kind === 'user') return { actor: 'user', managerId: null } as const
  // A denied caller is unidentified: the row records whom it concerns, not who acted.
  if (outcome !== 'done') return { actor: 'anyone', managerId: managerId ?? null } as const
  if (managerId !== undefined) return { actor: 'manager', managerId } as const
  return { actor: userId === undefined ? 'anyone' : 'user', managerId: null } as const
}

const yearsAfter = (now: Date, years: number) => {
  const later = new Date(now)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

const insertEvent = preparePerConnection(tx =>
  tx
    .insert(auditEvents)
    .values({
      id: sql.placeholder('id'),
      at: sql.placeholder('at'),
      act: sql.placeholder('act'),
      outcome: sql.placeholder('outcome'),
      actor: sql.placeholder('actor'),
      managerId: sql.placeholder('managerId'),
      keyId: sql.placeholder('keyId'),
      userId: sql.placeholder('userId'),
      openingId: sql.placeholder('openingId'),
      objectId: sql.placeholder('objectId'),
      addressPrefix: sql.placeholder('addressPrefix'),
      requestId: sql.placeholder('requestId'),
      keptUntil: sql.placeholder('keptUntil'),
      mac: sql.placeholder('mac'),
    } satisfies Record<keyof AuditRow, unknown>)
    .prepare('audit_event'),
)

/** The row of an event that concerns one user or none. */
const rowFor = (
  act: AuditEvent,
  { principal, now, requestId, address, auditMac }: AuditContext,
  noted: AuditDetails,
  userId: string | null,
): AuditRow => {
  const { actor, managerId } = actorOf(principal, noted)
  const row = {
    id: newId(),
    at: now,
    act,
    outcome: noted.outcome ?? 'done',
    actor,
    managerId,
    keyId: principal.kind === 'key' ? principal.keyId : null,
    userId,
    openingId:
      noted.openingId ?? (principal.kind === 'user' ? (principal.impersonation?.openingId ?? null) : null),
    objectId: noted.objectId ?? null,
    addressPrefix: prefixOf(address),
    requestId,
    keptUntil: yearsAfter(now, auditRetentionYears(act, managerId !== null)),
  }
  return { ...row, mac: auditMac(serializeEvent(row)) }
}

const concerned = (principal: Principal, noted: AuditDetails): string | null =>
  noted.userId ?? (principal.kind === 'user' ? principal.userId : null)

/** Writes a row, and one for each of the others whom the event concerns. */
export const recordAudit = async (
  tx: Database,
  act: AuditEvent,
  context: AuditContext,
  noted: AuditDetails = {},
): Promise<void> => {
  await insertEvent(tx).execute(rowFor(act, context, noted, concerned(context.principal, noted)))
  const others = (noted.others ?? []).map(userId => rowFor(act, context, noted, userId))
  if (others.length > 0) await tx.insert(auditEvents).values(others)
}

const columns = Object.entries(getTableColumns(auditEvents))

/** Writes many rows, a list for each column. */
const insertEvents = preparePerConnection(db => {
  const lists = columns.map(
    ([name, column]) => sql`${sql.placeholder(name)}::${sql.raw(column.getSQLType())}[]`,
  )
  return db
    .insert(auditEvents)
    .select(sql`select * from unnest(${sql.join(lists, sql`, `)})`)
    .prepare('audit_events_together')
})

const MAX_BATCH = 100

/** Records a read, which changes nothing, and resolves when its row is committed. */
export type RecordRead = (act: AuditEvent, context: AuditContext) => Promise<void>

/** Writes the rows of concurrent reads in one statement. */
export const createReadAudit = (db: Database): RecordRead => {
  const write = inBatches<AuditRow, void>(MAX_BATCH, async rows => {
    const values = new Map<string, unknown[]>(columns.map(([name]) => [name, []]))
    for (const row of rows) for (const [name, value] of Object.entries(row)) values.get(name)?.push(value)
    await insertEvents(db).execute(Object.fromEntries(values))
    return () => undefined
  })
  return (act, context) => write(rowFor(act, context, {}, concerned(context.principal, {})))
}

type Subject = { userId?: string | null; objectId?: string | null }

/** Writes a row for an event that no request caused. */
const recordOutsideRequest = async (
  tx: Database,
  { auditMac }: Pick<Keyring, 'auditMac'>,
  act: AuditEvent,
  by: Pick<AuditRow, 'actor' | 'managerId'>,
  { userId = null, openingId = null, objectId = null }: Subject & { openingId?: string | null },
  now: Date,
): Promise<void> => {
  const row = {
    id: newId(),
    at: now,
    act,
    outcome: 'done',
    ...by,
    keyId: null,
    userId,
    openingId,
    objectId,
    addressPrefix: '',
    requestId: newId(),
    keptUntil: yearsAfter(now, auditRetentionYears(act, by.managerId !== null)),
  }
  await insertEvent(tx).execute({ ...row, mac: auditMac(serializeEvent(row)) })
}

/** Writes a row for an event of the server itself or of an operator's command. */
export const recordSystemAudit = (
  tx: Database,
  keyring: Pick<Keyring, 'auditMac'>,
  act: AuditEvent,
  subject: Subject,
  now: Date,
): Promise<void> => recordOutsideRequest(tx, keyring, act, { actor: 'system', managerId: null }, subject, now)

/** Writes a row for what the server does later on a manager's order. */
export const recordStaffAudit = (
  tx: Database,
  keyring: Pick<Keyring, 'auditMac'>,
  act: AuditEvent,
  { managerId, ...details }: AuditDetails & { managerId: string },
  now: Date,
): Promise<void> => recordOutsideRequest(tx, keyring, act, { actor: 'manager', managerId }, details, now)

export type AuditRow = typeof auditEvents.$inferSelect

/** The rows that concern a user, oldest first. */
export const listAuditEvents = (db: Database, userId: string): Promise<AuditRow[]> =>
  db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.userId, userId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))

/** The rows that concern a user and one of these objects, oldest first. */
export const listAuditEventsAbout = (
  db: Database,
  userId: string,
  objectIds: readonly string[],
): Promise<AuditRow[]> =>
  db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), inArray(auditEvents.objectId, [...objectIds])))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))

/**
 * Deletes rows whose retention period has ended, through a function of the database owner, since a server's role may own
 * nothing (docs/guides/operating.md); the links of the hash chain stay.
 */
export const auditDisposal: Disposal = {
  kind: 'auditLog',
  dispose: async (tx, { most }) => {
    const { rows } = await tx.execute<{ count: number }>(sql`select audit_events_dispose(${most}) as count`)
    return rows[0]?.count ?? 0
  },
}

/** Settings that differ per server. */
type OwnOfServer =
  | 'host'
  | 'port'
  | 'metricsPort'
  | 'metricsHost'
  | 'drainSeconds'
  | 'logLevel'
  | 'dataDir'
  | 'keyringFile'

const sharedBy = (config: Config): Omit<Config, OwnOfServer> => {
  const { host, port, metricsPort, metricsHost, drainSeconds, logLevel, dataDir, keyringFile, ...shared } =
    config
  return shared
}

/**
 * Adds an audit row when a server starts with another configuration or release than the last one (OWASP ASVS
 * 5.0.0, 16.3.3). The row has the release and a keyed MAC of the values, not the values; settings that
 * differ between servers are left out.
 */
export const auditConfigurationChange = async (
  { database, keyring, clock }: Pick<OpenServer, 'database' | 'keyring' | 'clock'>,
  config: Config,
  release: string,
): Promise<void> => {
  const mac = keyring.mac('configuration', JSON.stringify(['configuration', sharedBy(config)]))
  const objectId = `${release} ${mac.toString('hex').slice(0, 16)}`
  const { act, at } = auditEvents
  const [last] = await database.db
    .select({ objectId: auditEvents.objectId })
    .from(auditEvents)
    .where(eq(act, 'configuration_changed'))
    .orderBy(desc(at))
    .limit(1)
  if (last?.objectId !== objectId)
    await recordSystemAudit(database.db, keyring, 'configuration_changed', { objectId }, clock())
}
