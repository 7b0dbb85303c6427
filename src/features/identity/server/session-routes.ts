import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import type { identity } from '../contract.ts'
import type { SessionKind } from '../session-rules.ts'
import { endSessions, listActiveSessions, type Session } from './session-store.ts'
import { endSessionByToken, refreshSession } from './sessions.ts'
import {
  clearBrowserSession,
  clearSessionTokens,
  readRefreshCookie,
  readRefreshToken,
  type SessionSide,
  setSessionTokens,
} from './set-session-tokens.ts'
import { userDevices } from './trusted-devices.ts'

/** The session kinds allowed in each pair of cookies, and their messages. */
const sides: Readonly<
  Record<SessionSide, { kinds: readonly SessionKind[]; missing: string; failed: string }>
> = {
  user: {
    kinds: ['user', 'assist', 'read'],
    missing: 'No user refresh token available',
    failed: 'User token refresh failed',
  },
  manager: {
    kinds: ['manager'],
    missing: 'No manager refresh token available',
    failed: 'Manager token refresh failed',
  },
}

type Refreshing = Pick<RequestContext<(typeof identity)['refresh']>, 'body' | 'http' | 'audit' | 'now'>

/**
 * Exchanges a request's refresh token for the next pair. A copied one ends its session, is recorded in the audit log, and
 * is passed to `onReuse` in the same transaction. Throws `no_session`.
 */
export const refreshTokens = async (
  { db, keyring }: { db: Database; keyring: Keyring },
  { body, http, audit, now }: Refreshing,
  side: SessionSide,
  onReuse: (tx: Database, session: Session) => Promise<void> = async () => undefined,
) => {
  const { kinds, missing, failed } = sides[side]
  const token = readRefreshToken(http, body.refreshToken, side)
  const refreshed =
    token === null
      ? null
      : await db.transaction(async tx => {
          const result = await refreshSession(tx, keyring, token, kinds, now)
          if (result.kind === 'reuse') {
            const { userId, managerId } = result.session
            await audit(tx, {
              userId: userId ?? undefined,
              managerId: managerId ?? undefined,
              outcome: 'no_session',
            })
            await onReuse(tx, result.session)
          }
          return result
        })
  if (refreshed?.kind !== 'pair') {
    if (http.web) clearSessionTokens(http, side)
    throw new AppError('no_session', { message: token === null ? missing : failed })
  }
  return setSessionTokens(http, keyring, refreshed.pair)
}

type Sessions = Pick<typeof identity, 'signOut' | 'signOutAll' | 'sessions' | 'endSession'>

/** Lists and ends a user's sessions. */
export const sessionRoutes = ({ db }: { db: Database }): Handlers<Sessions> => ({
  signOut: async ({ principal, http, audit, now }) => {
    await db.transaction(async tx => {
      await endSessions(tx, { id: principal.sessionId }, 'signed_out', now)
      // A manager signed in on the same browser is signed out too.
      if (!principal.impersonation)
        await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'signed_out', now)
      await audit(tx)
    })
    // After an impersonation the manager's own session continues.
    if (principal.impersonation) clearSessionTokens(http, 'user')
    else clearBrowserSession(http)
    return { success: true }
  },

  signOutAll: async ({ principal, http, audit, now }) => {
    await db.transaction(async tx => {
      await endSessions(tx, { userId: principal.userId }, 'signed_out', now)
      await userDevices.forget(tx, principal.userId)
      await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'signed_out', now)
      await audit(tx)
    })
    clearBrowserSession(http)
    return { success: true }
  },

  sessions: async ({ principal, now }) => ({
    data: (await listActiveSessions(db, principal.userId, now)).map(
      ({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        startedAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === principal.sessionId,
      }),
    ),
  }),

  endSession: async ({ principal, params, audit, now }) => {
    await db.transaction(async tx => {
      const ended = await endSessions(
        tx,
        { id: params.sessionId, userId: principal.userId, kind: 'user' },
        'ended',
        now,
      )
      if (ended.length === 0) throw new AppError('not_found')
      await audit(tx, { objectId: params.sessionId })
    })
    return { success: true }
  },
})
