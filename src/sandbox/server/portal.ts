import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { LINK_MINUTES, type Portal, type Tickets } from '#providers/portal/port.ts'
import { daysBefore } from '#values/dates.ts'
import type { sandbox } from '../contract.ts'
import { portalTickets } from './tables.ts'

/** Tickets of 256 random bits; only their hashes are stored. */
export const createTickets = (db: Database): Tickets => ({
  issue: async ({ userId, now }) => {
    const ticket = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
    await db.insert(portalTickets).values({ ticketHash: sha256(ticket), userId, expiresAt })
    return ticket
  },
})

/** What the sandbox portal may read and change about users. */
export type PortalDeps = {
  db: Database
  /** Whether the portal is the sandbox; otherwise its page does not exist. */
  active: boolean
  shown: (userId: string) => Promise<{ firstName: string; lastInitial: string; ssnLastFour: string } | null>
  /** Receives the portal's result for a user; `evidenceId` is new for each ticket. */
  onResult: (
    tx: Database,
    result: { userId: string; verified: boolean; evidenceId: string },
    now: Date,
  ) => Promise<void>
}

/** The sandbox's identity check: shows the person, and records the outcome chosen on the page. */
export const portalRoutes = ({
  db,
  active,
  shown,
  onResult,
}: PortalDeps): Pick<Handlers<typeof sandbox>, 'look' | 'finish'> => ({
  look: async ({ body, now }) => {
    if (!active) throw new AppError('not_found')
    const mine = eq(portalTickets.ticketHash, sha256(body.ticket))
    const [ticket] = await db.select().from(portalTickets).where(mine)
    const person = ticket && (await shown(ticket.userId))
    if (!person) throw new AppError('not_found')
    if (ticket.usedAt) return { state: 'used' }
    return ticket.expiresAt <= now ? { state: 'expired' } : { state: 'open', ...person }
  },
  finish: async ({ body, now, audit }) => {
    if (!active) throw new AppError('not_found')
    await db.transaction(async tx => {
      const good = and(
        eq(portalTickets.ticketHash, sha256(body.ticket)),
        isNull(portalTickets.usedAt),
        gt(portalTickets.expiresAt, now),
      )
      const [ticket] = await tx.update(portalTickets).set({ usedAt: now }).where(good).returning()
      if (!ticket) throw new AppError('link_used')
      const { userId } = ticket
      const evidenceId = ticket.ticketHash.toString('hex')
      await onResult(tx, { userId, verified: body.outcome === 'verified', evidenceId }, now)
      await audit(tx, { userId, outcome: body.outcome === 'verified' ? 'done' : 'failed' })
    })
    return { success: true }
  },
})

/** Deletes tickets that expired a day ago. */
export const cleanUpTickets: CleanupTask = async (db, now) => {
  await db
    .delete(portalTickets)
    .where(lt(portalTickets.expiresAt, daysBefore(now, retention.sandboxTickets.usual)))
}

/** Links to our own page; the ticket is in the fragment, which browsers do not send to servers. */
export const sandboxPortal = (tickets: Tickets, origin: string): Portal => ({
  sandbox: true,
  linkFor: async asked => ({
    link: `${origin}/sandbox/portal#${await tickets.issue(asked)}`,
    message: 'Sandbox: a page of ours opens in place of the monitoring company.',
  }),
})
