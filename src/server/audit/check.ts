import { asc, eq, getTableColumns, gt, isNull } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { auditEvents, auditLinks } from '#server/tables.ts'
import { type Head, headText, isWritten, linkText, rowText } from './chain.ts'

type Row = typeof auditEvents.$inferSelect
type Link = typeof auditLinks.$inferSelect

/** What can be wrong with the trail at one place. */
export type Fault =
  /** Not what was written. */
  | 'changed'
  /** Written by no server. */
  | 'foreign'
  /** Taken away before its time. */
  | 'missing'
  /** The chain itself was changed here, or something taken out before it. */
  | 'broken'
  /** The trail ends before a head that it once had, or had another one there. */
  | 'cut'

export type TrailState = {
  sealed: number
  /** Rows that wait to be sealed. */
  waiting: number
  head: string | null
  /** The first place where something is wrong, in the order of the chain; null when nothing is. */
  bad: { fault: Fault; number: number | null; eventId: string | null } | null
}

const PAGE = 1_000
/** Servers of the release before write rows without a MAC, for as long as releases are exchanged. */
const EXCHANGE_MS = 60 * 60_000

/** Rows without a MAC belong to the time before the trail was sealed: none comes once others have been sealed for an hour. */
const unmarkedJudge = () => {
  let first: number | null = null
  let newest = 0
  return ({ mac, at }: Row): boolean => {
    if (mac === null) return first === null || newest - first <= EXCHANGE_MS
    first ??= at.getTime()
    newest = Math.max(newest, at.getTime())
    return true
  }
}

/**
 * Looks at the whole trail: each link by the one before, each row by its link, and the rows that wait. `known` is a head that the
 * trail had once, kept elsewhere. One snapshot: what is added meanwhile is not looked at.
 */
export const checkTrail = async (
  db: Database,
  vault: Pick<Vault, 'trailMac'>,
  now: Date,
  known?: string,
): Promise<TrailState> =>
  db.transaction(
    async tx => {
      const mayLackMac = unmarkedJudge()
      let sealed = 0
      let before: Head | null = null
      let knownSeen = known === undefined

      const faultOf = (link: Link, row: Row | null): Fault | null => {
        const due = (before?.number ?? 0) + 1
        const text = linkText(link, before?.link ?? null)
        if (link.number !== due || !link.link.equals(vault.trailMac(text))) return 'broken'
        if (row === null) return link.keptUntil < now ? null : 'missing'
        if (!link.mac.equals(vault.trailMac(rowText(row)))) return 'changed'
        if (row.mac !== null && !row.mac.equals(link.mac)) return 'changed'
        return mayLackMac(row) ? null : 'foreign'
      }
      const ended = (bad: TrailState['bad'], waiting = 0): TrailState => ({
        sealed,
        waiting,
        head: before && headText(before),
        bad,
      })

      for (;;) {
        const page: { link: Link; row: Row | null }[] = await tx
          .select({ link: auditLinks, row: auditEvents })
          .from(auditLinks)
          .leftJoin(auditEvents, eq(auditEvents.id, auditLinks.eventId))
          .where(gt(auditLinks.number, sealed))
          .orderBy(asc(auditLinks.number))
          .limit(PAGE)
        for (const { link, row } of page) {
          const fault = faultOf(link, row)
          if (fault !== null) return ended({ fault, number: link.number, eventId: link.eventId })
          before = link
          sealed = link.number
          knownSeen ||= headText(link) === known
        }
        if (page.length < PAGE) break
      }
      if (!knownSeen) return ended({ fault: 'cut', number: sealed, eventId: null })
      const waiting = await tx
        .select(getTableColumns(auditEvents))
        .from(auditEvents)
        .leftJoin(auditLinks, eq(auditLinks.eventId, auditEvents.id))
        .where(isNull(auditLinks.number))
        .orderBy(asc(auditEvents.id))
      const strange = waiting.find(row => (row.mac === null ? !mayLackMac(row) : !isWritten(vault, row)))
      return ended(strange ? { fault: 'foreign', number: null, eventId: strange.id } : null, waiting.length)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
