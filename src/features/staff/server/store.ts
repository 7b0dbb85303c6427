import { and, desc, eq, isNull, notInArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { AuditEvent } from '#api/audit-events.ts'
import { sessions } from '#features/identity/server/tables.ts'
import { sessionEnd } from '#features/identity/session-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { fullName, readManagerProfile } from './managers.ts'
import { impersonations, managers } from './tables.ts'

/** Client accounts that managers opened, and what they did to accounts beside that. */

/** Who opened it, and why; null when no reason was given. */
const Content = z.object({ managerName: z.string(), reason: z.string().nullable() })
type Content = z.output<typeof Content>

export type ImpersonationSession = Content & {
  id: string
  userId: string
  scope: 'read' | 'assist' | 'link'
  startedAt: Date
  /** When it ends by itself at the latest. */
  expiresAt: Date
  /** When it ended; while it is open, when it ends if nobody uses it again. */
  endsAt: Date
}

type Row = typeof impersonations.$inferSelect
type Session = typeof sessions.$inferSelect

const placeOf = (row: string) => ({ table: 'openings', column: 'content', row })

const ends = ({ kind, lastSeenAt, expiresAt, endedAt }: Session) =>
  sessionEnd({
    kind,
    lastSeenAt: lastSeenAt.getTime(),
    expiresAt: expiresAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  })

/** With its session or with that of the manager, whichever ends first. */
const endsAtOf = (row: Row, own: Session | null, holder: Session | null): Date => {
  const both = [own, holder].flatMap(session => (session === null ? [] : [ends(session)]))
  return row.endedAt ?? new Date(Math.min(row.expiresAt.getTime(), ...both))
}

const holders = alias(sessions, 'holders')

const withSessions = (db: Database, which: SQL | undefined) =>
  db
    .select({ row: impersonations, own: sessions, holder: holders })
    .from(impersonations)
    .leftJoin(sessions, eq(sessions.openingId, impersonations.id))
    .leftJoin(holders, eq(holders.id, impersonations.managerSessionId))
    .where(which)
    .orderBy(desc(impersonations.startedAt), desc(impersonations.id))

/** The openings of a client's account, the newest first, as the client reads them. */
export const listImpersonations = async (
  db: Database,
  vault: Keyring,
  userId: string,
): Promise<ImpersonationSession[]> => {
  const found = await withSessions(db, eq(impersonations.userId, userId))
  if (found.length === 0) return []
  const box = await vault.cipherForUser(db, userId)
  return found.map(({ row, own, holder }) => ({
    id: row.id,
    userId,
    scope: row.scope,
    startedAt: row.startedAt,
    expiresAt: row.expiresAt,
    endsAt: endsAtOf(row, own, holder),
    ...Content.parse(JSON.parse(box.decrypt(placeOf(row.id), row.content))),
  }))
}

/**
 * What managers did to a client's account without opening it, as the client reads it: its plan, a link, new reports. Each under
 * the name that the manager has now.
 */
export const listChangesWithoutImpersonation = async (
  db: Database,
  vault: Keyring,
  userId: string,
): Promise<{ managerName: string; act: AuditEvent; at: Date }[]> => {
  const { act, at } = auditEvents
  const done = await db
    .select({ manager: managers, act, at })
    .from(auditEvents)
    .innerJoin(managers, eq(managers.id, auditEvents.managerId))
    .where(
      and(
        eq(auditEvents.userId, userId),
        isNull(auditEvents.openingId),
        eq(auditEvents.outcome, 'done'),
        // An opening is told of by itself.
        notInArray(act, ['client_opened', 'client_closed']),
      ),
    )
  return done.map(({ manager, ...what }) => ({
    managerName: fullName(readManagerProfile(vault, manager)),
    ...what,
  }))
}

type NewOpening = Omit<ImpersonationSession, 'endsAt'> & {
  managerId: string
  managerSessionId: string
  /** Given of what is over as soon as it began. */
  endedAt?: Date
}

/** Writes down that a manager opens an account. */
export const saveImpersonation = async (tx: Database, vault: Keyring, opening: NewOpening): Promise<void> => {
  const { managerName, reason, ...row } = opening
  const box = await vault.cipherForUser(tx, row.userId)
  const content = box.encrypt(placeOf(row.id), JSON.stringify({ managerName, reason }))
  await tx.insert(impersonations).values({ ...row, content })
}

/** The account that a manager has open, if any. */
export const listOpenImpersonations = async (
  db: Database,
  managerId: string,
  now: Date,
): Promise<Pick<Row, 'id' | 'userId' | 'scope' | 'expiresAt'>[]> => {
  const found = await withSessions(
    db,
    and(eq(impersonations.managerId, managerId), isNull(impersonations.endedAt)),
  )
  return found
    .filter(({ row, own, holder }) => endsAtOf(row, own, holder) > now)
    .map(({ row: { id, userId, scope, expiresAt } }) => ({ id, userId, scope, expiresAt }))
}

/** Writes down when openings ended whose sessions stand no more. */
export const closeEndedImpersonations = async (tx: Database, now: Date): Promise<void> => {
  for (const { row, own, holder } of await withSessions(tx, isNull(impersonations.endedAt))) {
    const endedAt = endsAtOf(row, own, holder)
    if (endedAt > now) continue
    await tx
      .update(impersonations)
      .set({ endedAt })
      .where(and(eq(impersonations.id, row.id), isNull(impersonations.endedAt)))
  }
}
