import { and, eq, gt } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Authenticate, IsSettled, SignedIn } from '#platform/http/access.ts'
import { daysBefore } from '#values/dates.ts'
import { lives, SEEN_EVERY } from '../session-rules.ts'
import { noteSeen, type Session, stands } from './living-sessions.ts'
import { managerNameOf, sessionOfToken } from './sessions.ts'
import { sessions, users } from './tables.ts'

const openedBy = (vault: Vault, session: Session) => {
  const { kind, openingId, managerId, createdAt } = session
  if (kind !== 'assist' && kind !== 'read') return null
  if (!openingId || !managerId) throw new Error('an opened account without its opening')
  return {
    openingId,
    managerId,
    managerName: managerNameOf(vault, session),
    scope: kind,
    startedAt: createdAt,
  }
}

const callerOf = (vault: Vault, session: Session, now: Date): SignedIn => {
  const { id: sessionId, kind, userId, managerId, role, createdAt: signedInAt, expiresAt } = session
  const idle = Math.min(now.getTime() + lives[kind].idle, expiresAt.getTime())
  const signed = { sessionId, signedInAt, expiresAt, idleExpiresAt: new Date(idle) }
  if (kind === 'manager') {
    if (!managerId || !role) throw new Error('a manager session without its manager')
    return { kind: 'manager', managerId, role, ...signed }
  }
  if (!userId) throw new Error('a session without its person')
  return { kind: 'user', userId, opened: openedBy(vault, session), ...signed }
}

/** Finds the living session of an access token and notes that it was seen; of a person's own, on the person too. */
export const authenticateWith =
  (db: Database, vault: Vault, clock: Clock): Authenticate =>
  async token => {
    const now = clock()
    const found = await sessionOfToken(db, vault, token, 'access')
    if (!found || found.tokenExpiresAt <= now) return null
    const { session } = found
    if (!(await stands(db, session, now))) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY) {
      await noteSeen(db, session, now)
      if (session.kind === 'user' && session.userId) {
        await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, session.userId))
      }
    }
    return callerOf(vault, session, now)
  }

/** Looks for a sign-in of the last day that a mailed code proved, whichever session asks: signing in again hides none. */
export const isSettledIn =
  (db: Database): IsSettled =>
  async (userId, now) => {
    const [found] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          eq(sessions.proof, 'code+email'),
          gt(sessions.createdAt, daysBefore(now, 1)),
        ),
      )
      .limit(1)
    return found === undefined
  }
