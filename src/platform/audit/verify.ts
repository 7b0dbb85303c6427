import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { auditEvents, auditLinks } from '../db/tables.ts'
import type { Checkpoint } from './checkpoint.ts'
import {
  type ChainHead,
  formatChainHead,
  hasValidMac,
  parseChainHead,
  serializeEvent,
  serializeLink,
} from './hash-chain.ts'

type Row = typeof auditEvents.$inferSelect
type Link = typeof auditLinks.$inferSelect
type Macs = Pick<Keyring, 'auditMac'>

/** What can be wrong with the audit log at one place. */
export type AuditFaultKind =
  /** Differs from what was written. */
  | 'changed'
  /** Written by no server. */
  | 'foreign'
  /** Taken away before its time. */
  | 'missing'
  /** The chain itself was changed here, or something taken out before it. */
  | 'broken'
  /** The audit log ends before a head that it once had, or had another one there: it was cut off or rebuilt. */
  | 'cut'

/** The first place where something is wrong. */
export type AuditFault = { fault: AuditFaultKind; number: number | null; eventId: string | null }

type AuditLogState = {
  chained: number
  /** Rows that are not in the chain yet. */
  waiting: number
  /** Rows of the first release, which had no MACs: whether they were changed cannot be determined. */
  unmarked: number
  head: string | null
  /** In the order of the chain; null when nothing is wrong. */
  fault: AuditFault | null
}

/** Rows verified at a time; a page takes some 5 ms of the server's loop. */
const PAGE = 250

const findLinkFault = (
  { auditMac }: Macs,
  link: Link,
  row: Row | null,
  before: ChainHead | null,
  now: Date,
): AuditFaultKind | null => {
  const due = (before?.number ?? 0) + 1
  if (link.number !== due || !link.link.equals(auditMac(serializeLink(link, before?.link ?? null))))
    return 'broken'
  if (row === null) return link.keptUntil < now ? null : 'missing'
  // A row without a MAC was linked by a release that computed the MAC at that time: the row is unchanged since then.
  const same =
    link.mac.equals(auditMac(serializeEvent(row))) && (row.mac === null || row.mac.equals(link.mac))
  return same ? null : 'changed'
}

/**
 * Follows the chain from a head to its end: each link by the previous one, each row by its link. Returns the last valid
 * head, and the first fault. `pause` is called after each page.
 */
export const verifyChain = async (
  db: Database,
  keyring: Macs,
  now: Date,
  from: ChainHead | null,
  {
    passed = () => undefined,
    pause = () => Promise.resolve(),
  }: { passed?: (head: ChainHead) => void; pause?: () => Promise<void> } = {},
): Promise<{ head: ChainHead | null; fault: AuditFault | null }> => {
  let head = from
  for (;;) {
    const page: { link: Link; row: Row | null }[] = await db
      .select({ link: auditLinks, row: auditEvents })
      .from(auditLinks)
      .leftJoin(auditEvents, eq(auditEvents.id, auditLinks.eventId))
      .where(gt(auditLinks.number, head?.number ?? 0))
      .orderBy(asc(auditLinks.number))
      .limit(PAGE)
    for (const { link, row } of page) {
      const fault = findLinkFault(keyring, link, row, head, now)
      if (fault !== null) return { head, fault: { fault, number: link.number, eventId: link.eventId } }
      head = link
      passed(link)
    }
    if (page.length < PAGE) return { head, fault: null }
    await pause()
  }
}

/** Whether the chain still contains an earlier head. */
export const containsHead = async (db: Database, { number, link }: ChainHead): Promise<boolean> => {
  const [found] = await db.select().from(auditLinks).where(eq(auditLinks.number, number))
  return found?.link.equals(link) ?? false
}

const unlinked = isNull(auditLinks.number)

/** How many rows outside the chain have no MAC. */
export const countUnmarkedEvents = async (db: Database): Promise<number> => {
  const [found] = await db
    .select({ many: count() })
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
    .where(and(unlinked, isNull(auditEvents.mac)))
  return found?.many ?? 0
}

/** The first row outside the chain that no server wrote, given how many rows of the first release there may be. */
const findForeignEvent = async (
  db: Database,
  keyring: Macs,
  unmarked: number,
): Promise<AuditFault | null> => {
  const marked = await db
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
    .where(and(unlinked, isNotNull(auditEvents.mac)))
    .orderBy(asc(auditEvents.id))
  const strange = marked.find(row => !hasValidMac(keyring, row))
  if (strange) return { fault: 'foreign', number: null, eventId: strange.id }
  if ((await countUnmarkedEvents(db)) <= unmarked) return null
  const [newest] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
    .where(and(unlinked, isNull(auditEvents.mac)))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return { fault: 'foreign', number: null, eventId: newest?.id ?? null }
}

/**
 * Verifies the whole audit log: the chain from its beginning, and the rows not chained yet. `known` is what is recorded
 * about it elsewhere. One snapshot: rows added meanwhile are not checked.
 */
export const verifyAuditLog = async (
  db: Database,
  keyring: Macs,
  now: Date,
  known: Checkpoint = { head: null, unmarked: 0 },
): Promise<AuditLogState> =>
  db.transaction(
    async tx => {
      const due = known.head === null ? null : parseChainHead(known.head)
      let seen = due === null
      const { head, fault } = await verifyChain(tx, keyring, now, null, {
        passed: ({ number, link }) => {
          seen ||= number === due?.number && link.equals(due.link)
        },
      })
      const [outside] = await tx
        .select({ rows: count(), marked: count(auditEvents.mac) })
        .from(auditEvents)
        .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
        .where(unlinked)
      const waiting = outside?.marked ?? 0
      const cut: AuditFault | null = seen ? null : { fault: 'cut', number: head?.number ?? 0, eventId: null }
      return {
        chained: head?.number ?? 0,
        waiting,
        unmarked: (outside?.rows ?? 0) - waiting,
        head: head && formatChainHead(head),
        fault: fault ?? cut ?? (await findForeignEvent(tx, keyring, known.unmarked)),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
