import { and, desc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { type EndReason, isSessionActive } from '../session-rules.ts'
import { sessions } from './tables.ts'

export type Session = typeof sessions.$inferSelect

/** A stored session's life, as the rules judge it. */
const lifeOf = ({ kind, lastSeenAt, expiresAt, endedAt }: Session) => ({
  kind,
  lastSeenAt: lastSeenAt.getTime(),
  expiresAt: expiresAt.getTime(),
  ended: endedAt !== null,
})

/** Whether a session stands; of an opened account, the session of the manager who opened it must stand too. */
export const isSessionValid = async (tx: Database, session: Session, now: Date): Promise<boolean> => {
  if (!isSessionActive(lifeOf(session), now.getTime())) return false
  if (session.managerSessionId === null) return true
  const [holder] = await tx.select().from(sessions).where(eq(sessions.id, session.managerSessionId))
  return holder !== undefined && isSessionActive(lifeOf(holder), now.getTime())
}

/**
 * Notes that a session was used; a manager at work in an opened account does not idle in their own session. What another
 * request holds it is ending or using itself: nobody waits for it, and so no two wait for each other.
 */
export const updateLastSeen = async (
  tx: Database,
  { id, managerSessionId }: Session,
  now: Date,
): Promise<void> => {
  const seen = managerSessionId === null ? [id] : [id, managerSessionId]
  const free = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, seen))
    .for('update', { skipLocked: true })
  await tx.update(sessions).set({ lastSeenAt: now }).where(inArray(sessions.id, free))
}

/** A person's own sessions that still stand, the newest first. */
export const listActiveSessions = async (db: Database, userId: string, now: Date): Promise<Session[]> => {
  const found = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'user'), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.createdAt))
  return found.filter(session => isSessionActive(lifeOf(session), now.getTime()))
}

/**
 * Ends sessions at once, and with a manager's the account opened from it: the next request of each is refused. Gives
 * the ids of those that stood.
 */
const endAll = async (
  tx: Database,
  which: SQL | undefined,
  reason: EndReason,
  now: Date,
): Promise<string[]> => {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, kind: sessions.kind })
  const managers = ended.filter(({ kind }) => kind === 'manager').map(({ id }) => id)
  const opened =
    managers.length === 0 ? [] : await endAll(tx, inArray(sessions.managerSessionId, managers), reason, now)
  return [...ended.map(({ id }) => id), ...opened]
}

export const endSession = (
  tx: Database,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endAll(tx, eq(sessions.id, sessionId), reason, now)

/** Ends one of a user's own sessions; returns nothing when it is somebody else's. */
export const endOwnSession = (
  tx: Database,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<string[]> =>
  endAll(
    tx,
    and(eq(sessions.userId, userId), eq(sessions.kind, 'user'), eq(sessions.id, sessionId)),
    'ended',
    now,
  )

/** Ends every session in a user's account, impersonations included. */
export const endAllSessions = (
  tx: Database,
  userId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endAll(tx, eq(sessions.userId, userId), reason, now)

/** Ends every session in a person's account but one. */
export const endOtherSessions = (
  tx: Database,
  userId: string,
  keptId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endAll(tx, and(eq(sessions.userId, userId), ne(sessions.id, keptId)), reason, now)

/** Ends every session of a manager but one, and what was opened from those it ended. */
export const endOtherManagerSessions = (
  tx: Database,
  managerId: string,
  keptId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> =>
  endAll(
    tx,
    and(eq(sessions.managerId, managerId), eq(sessions.kind, 'manager'), ne(sessions.id, keptId)),
    reason,
    now,
  )

/** Ends every session of a manager, those in clients' accounts too. */
export const endManagerSessions = (
  tx: Database,
  managerId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endAll(tx, eq(sessions.managerId, managerId), reason, now)

/** Ends the sessions of an opening. */
export const endImpersonation = (
  tx: Database,
  openingId: string,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endAll(tx, eq(sessions.openingId, openingId), reason, now)
