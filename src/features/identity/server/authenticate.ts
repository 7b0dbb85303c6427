import { and, eq, gt } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Authenticate, AuthenticatedPrincipal, CooldownCheck } from '#platform/http/access.ts'
import { daysBefore } from '#values/dates.ts'
import { LAST_SEEN_INTERVAL_MS, sessionLimits } from '../session-rules.ts'
import { isSessionValid, type Session, updateLastSeen } from './session-store.ts'
import { findSessionByToken, readManagerName } from './sessions.ts'
import { sessions, users } from './tables.ts'

const openedBy = (keyring: Keyring, session: Session) => {
  const { kind, openingId, managerId, createdAt } = session
  if (kind !== 'assist' && kind !== 'read') return null
  if (!openingId || !managerId) throw new Error('an opened account without its opening')
  return {
    openingId,
    managerId,
    managerName: readManagerName(keyring, session),
    scope: kind,
    startedAt: createdAt,
  }
}

const callerOf = (keyring: Keyring, session: Session, now: Date): AuthenticatedPrincipal => {
  const { id: sessionId, kind, userId, managerId, role, createdAt: signedInAt, expiresAt } = session
  const idle = Math.min(now.getTime() + sessionLimits[kind].idle, expiresAt.getTime())
  const signed = { sessionId, signedInAt, expiresAt, idleExpiresAt: new Date(idle) }
  if (kind === 'manager') {
    if (!managerId || !role) throw new Error('a manager session without its manager')
    return { kind: 'manager', managerId, role, ...signed }
  }
  if (!userId) throw new Error('a session without its user')
  return { kind: 'user', userId, impersonation: openedBy(keyring, session), ...signed }
}

/** Finds the active session of an access token and records its use, for a user's own session on the user too. */
export const createAuthenticate =
  (db: Database, keyring: Keyring, clock: Clock): Authenticate =>
  async token => {
    const now = clock()
    const found = await findSessionByToken(db, keyring, token, 'access')
    if (!found || found.tokenExpiresAt <= now) return null
    const { session } = found
    if (!(await isSessionValid(db, session, now))) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_INTERVAL_MS) {
      await updateLastSeen(db, session, now)
      if (session.kind === 'user' && session.userId) {
        await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, session.userId))
      }
    }
    return callerOf(keyring, session, now)
  }

/** Looks for a sign-in of the last day that a mailed code proved, whichever session asks: signing in again hides none. */
export const cooldownCheck =
  (db: Database): CooldownCheck =>
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
    return found !== undefined
  }
