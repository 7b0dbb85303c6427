import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type {
  Authenticate,
  AuthenticatedPrincipal,
  CooldownCheck,
  UserPrincipal,
} from '#platform/http/access.ts'
import { daysBefore } from '#values/dates.ts'
import { LAST_SEEN_INTERVAL_MS, sessionLimits } from '../session-rules.ts'
import type { NewestAnswer } from './agreements.ts'
import { isSessionValid, updateLastSeen } from './session-store.ts'
import { type FoundSession, findSessionByToken, readManagerName, type SessionUser } from './sessions.ts'
import { toUserRecord, type UserRecord } from './store.ts'
import { sessions, users } from './tables.ts'

const openedBy = (keyring: Keyring, session: FoundSession) => {
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

const callerOf = (keyring: Keyring, session: FoundSession, now: Date): AuthenticatedPrincipal => {
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

/** Each request's user, loaded together with the session. */
const callers = new WeakMap<AuthenticatedPrincipal, SessionUser>()

const callerFound = (principal: UserPrincipal): SessionUser => {
  const found = callers.get(principal)
  if (!found) throw new AppError('no_session')
  return found
}

/**
 * The signed-in user as of the beginning of the request, without another query; for reads. Code that changes the user
 * must read the row in its transaction (`requireUser`).
 */
export const requireCaller = async (
  db: Database,
  keyring: Keyring,
  principal: UserPrincipal,
): Promise<UserRecord> => toUserRecord(db, keyring, callerFound(principal).row)

/**
 * The caller's newest answer to the terms, and whether the account is in its cooldown, as of the beginning of the
 * request.
 */
export const callerStatus = (
  principal: UserPrincipal,
  now: Date,
): { terms: NewestAnswer | null; inCooldown: boolean } => {
  const { terms, mailedSignInAt } = callerFound(principal)
  return { terms, inCooldown: mailedSignInAt !== null && mailedSignInAt > daysBefore(now, 1) }
}

/** Finds the active session of an access token and records its use, for a user's own session also on the user. */
export const createAuthenticate =
  (db: Database, keyring: Keyring, clock: Clock): Authenticate =>
  async token => {
    const now = clock()
    const found = await findSessionByToken(db, keyring, token, 'access')
    if (!found || found.tokenExpiresAt <= now) return null
    const { session, user } = found
    if (!(await isSessionValid(db, session, now))) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_INTERVAL_MS) {
      await updateLastSeen(db, session, now)
      if (session.kind === 'user' && session.userId) {
        await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, session.userId))
      }
    }
    const caller = callerOf(keyring, session, now)
    if (user) callers.set(caller, user)
    return caller
  }

const mailedSignInSince = preparePerConnection(db =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, sql.placeholder('userId')),
        eq(sessions.proof, 'code+email'),
        gt(sessions.createdAt, sql.placeholder('since')),
      ),
    )
    .limit(1)
    .prepare('mailed_sign_in_since'),
)

/** Looks for a sign-in proven by a mailed code within the last day, in any session: signing in again does not hide it. */
export const cooldownCheck =
  (db: Database): CooldownCheck =>
  async (userId, now) => {
    const [found] = await mailedSignInSince(db).execute({ userId, since: daysBefore(now, 1) })
    return found !== undefined
  }
