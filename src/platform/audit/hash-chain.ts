import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { advisoryLocks } from '../db/locks.ts'
import { auditEvents, auditLinks } from '../db/tables.ts'

/**
 * The seal of the audit trail (OWASP ASVS 5.0.0, 16.4.2; docs/decisions/0028-sealed-trail.md). Each row carries a MAC from the
 * moment it is written. Soon after, one server at a time binds the rows that are not bound yet into a chain: a link holds the
 * row's MAC and everything before it. So a change shows, and so does a row that is missing, added or moved.
 */

type Row = typeof auditEvents.$inferSelect
type Link = typeof auditLinks.$inferSelect

/** What the MAC of a row is over. Ids are in small letters, as the database gives them back. */
export const serializeEvent = (row: Omit<Row, 'mac'>): string =>
  JSON.stringify([
    'row 1',
    row.id,
    row.at.toISOString(),
    row.act,
    row.outcome,
    row.actor,
    row.managerId?.toLowerCase() ?? null,
    row.userId?.toLowerCase() ?? null,
    row.openingId?.toLowerCase() ?? null,
    row.objectId,
    row.addressPrefix,
    row.requestId,
    row.keptUntil.toISOString(),
  ])

/** What a link is over: itself and, by the link before, all that is sealed so far. */
export const serializeLink = (
  { number, eventId, keptUntil, mac }: Omit<Link, 'link'>,
  before: Buffer | null,
): string =>
  JSON.stringify([
    'link 1',
    number,
    before?.toString('hex') ?? null,
    eventId,
    keptUntil.toISOString(),
    mac.toString('hex'),
  ])

/** Whether a row is as a server wrote it. */
export const hasValidMac = ({ auditMac }: Pick<Keyring, 'auditMac'>, row: Row): boolean =>
  row.mac?.equals(auditMac(serializeEvent(row))) ?? false

/** The newest link: it stands for everything that is sealed. */
export type ChainHead = Pick<Link, 'number' | 'link'>

/** A head as it is told to the log and given to the check: `<number>:<link in hexadecimal>`. */
export const formatChainHead = ({ number, link }: ChainHead): string => `${number}:${link.toString('hex')}`

/** A head as the log and the checkpoint have it. */
export const parseChainHead = (text: string): ChainHead => {
  const [number = '', link = ''] = text.split(':')
  return { number: Number(number), link: Buffer.from(link, 'hex') }
}

/** How many rows are looked at, and at most sealed, in one step. */
const STEP = 2_000

/**
 * Of the next rows after an id how many they are, the last one, and which are not sealed yet. Nearly all of a busy minute are,
 * and they stay in the database: reading each of them every second cost more than sealing.
 */
const scanNextEvents = async (db: Database, after: string | null) => {
  const rows = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(after === null ? undefined : gt(auditEvents.id, after))
    .orderBy(asc(auditEvents.id))
    .limit(STEP)
    .as('looked_at')
  const [seen] = await db
    .select({
      many: count(),
      last: sql<string | null>`(array_agg(${rows.id} order by ${rows.id} desc))[1]`,
      open: sql<
        string[] | null
      >`array_agg(${rows.id} order by ${rows.id}) filter (where ${auditLinks.number} is null)`,
    })
    .from(rows)
    .leftJoin(auditLinks, eq(auditLinks.eventId, rows.id))
  return { more: seen?.many === STEP, last: seen?.last ?? null, open: seen?.open ?? [] }
}

const listUnchainedEvents = (db: Database, ids: readonly string[]) =>
  db
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
    .where(and(inArray(auditEvents.id, [...ids]), isNull(auditLinks.number)))
    .orderBy(asc(auditEvents.id))

/** Links for rows that servers wrote; the others get none, and no MAC is made for a row here. */
const newLinks = (
  keyring: Pick<Keyring, 'auditMac'>,
  rows: readonly Row[],
  head: Link | undefined,
): Link[] => {
  let before = head
  return rows.flatMap(row => {
    if (row.mac === null || !hasValidMac(keyring, row)) return []
    const unlinked = {
      number: (before?.number ?? 0) + 1,
      eventId: row.id,
      keptUntil: row.keptUntil,
      mac: row.mac,
    }
    before = { ...unlinked, link: keyring.auditMac(serializeLink(unlinked, before?.link ?? null)) }
    return [before]
  })
}

/** What one step of sealing came to. */
export type ChainedBatch = {
  /** The newest link, when any was added. */
  head: ChainHead | null
  /** Rows that no server wrote so: they get no link. Those of the first release have no MAC either. */
  invalid: readonly { id: string; unmarked: boolean }[]
  /** The last row that was looked at; null when there was none. */
  last: string | null
  /** Whether more rows may follow, or other servers were sealing these. */
  more: boolean
}

/** Seals what is not sealed yet of the next rows after an id, in the order of their ids; from the first row on where it is null. */
export const chainEventsAfter = async (
  db: Database,
  keyring: Pick<Keyring, 'auditMac'>,
  after: string | null,
): Promise<ChainedBatch> => {
  const { open, last, more } = await scanNextEvents(db, after)
  if (open.length === 0) return { head: null, invalid: [], last, more }
  return db.transaction(async tx => {
    const { rows: tried } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${advisoryLocks.sealing}) as got`,
    )
    if (!tried[0]?.got) return { head: null, invalid: [], last: after, more: true }
    // Looked at anew: another server may have sealed them before this one had the lock.
    const rows = await listUnchainedEvents(tx, open)
    const [head] = await tx.select().from(auditLinks).orderBy(desc(auditLinks.number)).limit(1)
    const links = newLinks(keyring, rows, head)
    if (links.length > 0) await tx.insert(auditLinks).values(links)
    const invalid = rows
      .filter(row => !hasValidMac(keyring, row))
      .map(({ id, mac }) => ({ id, unmarked: mac === null }))
    return { head: links.at(-1) ?? null, invalid, last, more }
  })
}
