import { and, asc, count, desc, eq, getTableColumns, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { advisoryLocks } from '../db/locks.ts'
import { auditEvents, auditLinks } from '../db/tables.ts'

/**
 * The hash chain of the audit log (OWASP ASVS 5.0.0, 16.4.2; docs/decisions/0028-sealed-trail.md). Each row
 * has a MAC from the moment it is written. Soon after, one server at a time appends new rows to the chain: a
 * link covers the row's MAC and everything before it. So a changed, missing, added or moved row is detected.
 */

type Row = typeof auditEvents.$inferSelect
type Link = typeof auditLinks.$inferSelect

/** The text a row's MAC covers. Ids are in lower case, as the database returns them. */
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
    // Rows from before there were API keys keep their text.
    ...(row.keyId === null ? [] : [row.keyId.toLowerCase()]),
  ])

/** The text a link covers: the row and, through the previous link, the whole chain so far. */
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

/** Whether the row is unchanged since a server wrote it. */
export const hasValidMac = ({ auditMac }: Pick<Keyring, 'auditMac'>, row: Row): boolean =>
  row.mac?.equals(auditMac(serializeEvent(row))) ?? false

/** The newest link; it covers the whole chain. */
export type ChainHead = Pick<Link, 'number' | 'link'>

/** `<number>:<link in hexadecimal>`, as in the log and `--head`. */
export const formatChainHead = ({ number, link }: ChainHead): string => `${number}:${link.toString('hex')}`

export const parseChainHead = (text: string): ChainHead => {
  const [number = '', link = ''] = text.split(':')
  return { number: Number(number), link: Buffer.from(link, 'hex') }
}

/** Rows scanned in one batch. */
const STEP = 2_000
/** Sorts before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Scans the next rows after an id and finds those without a link. Nearly all rows of a busy minute have one and are not
 * read: reading each of them every second cost more than chaining. Links are limited to the ids of the batch: with a lower
 * limit only, each batch of a long log reads all links that follow.
 */
const scanNextEvents = async (db: Database, after: string) => {
  const rows = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(gt(auditEvents.id, after))
    .orderBy(asc(auditEvents.id))
    .limit(STEP)
    .as('looked_at')
  const [seen] = await db
    .select({
      many: count(),
      last: sql<string | null>`(array_agg(${rows.id} order by ${rows.id} desc))[1]`,
    })
    .from(rows)
  const last = seen?.last ?? null
  if (last === null) return { more: false, last, open: [] }
  const open = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .leftJoin(
      auditLinks,
      and(
        eq(auditLinks.eventId, auditEvents.id),
        gt(auditLinks.eventId, after),
        lte(auditLinks.eventId, last),
      ),
    )
    .where(and(gt(auditEvents.id, after), lte(auditEvents.id, last), isNull(auditLinks.number)))
    .orderBy(asc(auditEvents.id))
  return { more: seen?.many === STEP, last, open: open.map(({ id }) => id) }
}

/** The rows with these ids that have no link, in order. */
const listUnchainedEvents = (db: Database, ids: readonly string[]) =>
  db
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .leftJoin(auditLinks, and(eq(auditLinks.eventId, auditEvents.id), gte(auditLinks.eventId, ids[0] ?? '')))
    .where(and(inArray(auditEvents.id, [...ids]), isNull(auditLinks.number)))
    .orderBy(asc(auditEvents.id))

/** Links for rows that servers wrote; other rows get none, and no row gets a MAC here. */
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

type ChainedBatch = {
  /** The new head, when any link was added. */
  head: ChainHead | null
  /** Rows without a valid MAC, which get no link. Rows of the first release have no MAC at all. */
  invalid: readonly { id: string; unmarked: boolean }[]
  /** The last row scanned; null when there was none. */
  last: string | null
  /** Whether more rows may follow, or another server holds the lock. */
  more: boolean
}

/**
 * Chains the unchained ones among the next rows after an id, in the order of ids; null starts with the first
 * row.
 */
export const chainEventsAfter = async (
  db: Database,
  keyring: Pick<Keyring, 'auditMac'>,
  after: string | null,
): Promise<ChainedBatch> => {
  const { open, last, more } = await scanNextEvents(db, after ?? FIRST_ID)
  if (open.length === 0) return { head: null, invalid: [], last, more }
  return db.transaction(async tx => {
    const { rows: tried } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${advisoryLocks.auditChain}) as got`,
    )
    if (!tried[0]?.got) return { head: null, invalid: [], last: after, more: true }
    // Query again: another server may have chained them before this one got the lock.
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
