import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { isSessionActive } from '../session-rules.ts'
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
