import { and, desc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { type EndReason, isSessionActive, type SessionKind, type SessionLife } from '../session-rules.ts'
import { removePushSubscriptions } from './push-subscriptions.ts'
import { sessions } from './tables.ts'

export type Session = typeof sessions.$inferSelect

/** Whether a session is active; an impersonation also requires the session of its manager. */
export const isSessionValid = async (
  tx: Database,
  session: SessionLife & Pick<Session, 'managerSessionId'>,
  now: Date,
): Promise<boolean> => {
  if (!isSessionActive(session, now)) return false
  if (session.managerSessionId === null) return true
  const [holder] = await tx.select().from(sessions).where(eq(sessions.id, session.managerSessionId))
  return holder !== undefined && isSessionActive(holder, now)
}

/**
 * Records the use of a session; an impersonation keeps the manager's own session active too. Rows locked by another
 * request are skipped, since it ends or uses them itself; this prevents deadlocks.
 */
export const updateLastSeen = async (
  tx: Database,
  { id, managerSessionId }: Pick<Session, 'id' | 'managerSessionId'>,
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

/** A user's own active sessions, newest first. */
export const listActiveSessions = async (db: Database, userId: string, now: Date): Promise<Session[]> => {
  const found = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'user'), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.createdAt))
  return found.filter(session => isSessionActive(session, now))
}

/**
 * Selects sessions by owner; a user's include impersonations, and a manager's those of clients, unless a kind is given.
 */
type SessionSelection = Partial<Record<'id' | 'userId' | 'managerId' | 'openingId' | 'except', string>> & {
  kind?: SessionKind
} & ({ id: string } | { userId: string } | { managerId: string } | { openingId: string })

const isSelected = (selection: SessionSelection): SQL | undefined => {
  const { id, userId, managerId, openingId, kind, except } = selection
  const columns = [
    [sessions.id, id],
    [sessions.userId, userId],
    [sessions.managerId, managerId],
    [sessions.openingId, openingId],
    [sessions.kind, kind],
  ] as const
  return and(
    ...columns.map(([column, value]) => (value === undefined ? undefined : eq(column, value))),
    except === undefined ? undefined : ne(sessions.id, except),
  )
}

const endWhere = async (
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
  const users = ended.filter(({ kind }) => kind === 'user').map(({ id }) => id)
  if (users.length > 0) await removePushSubscriptions(tx, { sessionIds: users })
  const managers = ended.filter(({ kind }) => kind === 'manager').map(({ id }) => id)
  const impersonations =
    managers.length === 0 ? [] : await endWhere(tx, inArray(sessions.managerSessionId, managers), reason, now)
  return [...ended.map(({ id }) => id), ...impersonations]
}

/**
 * Ends sessions immediately, and with a manager's the impersonation opened from it: the next request of each is refused.
 * Returns the ids of those that were active.
 */
export const endSessions = (
  tx: Database,
  selection: SessionSelection,
  reason: EndReason,
  now: Date,
): Promise<string[]> => endWhere(tx, isSelected(selection), reason, now)
