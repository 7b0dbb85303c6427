import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { identity } from '../contract.ts'
import { endAllSessions, endOwnSession, endSession } from './end-sessions.ts'
import { listActiveSessions } from './living-sessions.ts'
import { endSessionByToken } from './sessions.ts'
import { clearBrowserSession, clearSessionTokens, readRefreshCookie } from './set-session-tokens.ts'
import { forgetTrustedBrowsers } from './trusted-devices.ts'

type Sessions = Pick<typeof identity, 'signOut' | 'signOutAll' | 'sessions' | 'endSession'>

/** Where a person is signed in, and how that ends. */
export const sessionRoutes = ({ db }: { db: Database }): Handlers<Sessions> => ({
  signOut: async ({ caller, http, audit, now }) => {
    await db.transaction(async tx => {
      await endSession(tx, caller.sessionId, 'signed_out', now)
      // A manager who was signed in beside the person is signed out too (specification section 4).
      if (!caller.impersonation)
        await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'signed_out', now)
      await audit(tx)
    })
    // In an opened account the page goes back to the manager, whose own session stays.
    if (caller.impersonation) clearSessionTokens(http, 'user')
    else clearBrowserSession(http)
    return { success: true }
  },

  signOutAll: async ({ caller, http, audit, now }) => {
    await db.transaction(async tx => {
      await endAllSessions(tx, caller.userId, 'signed_out', now)
      await forgetTrustedBrowsers(tx, caller.userId)
      await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'signed_out', now)
      await audit(tx)
    })
    clearBrowserSession(http)
    return { success: true }
  },

  sessions: async ({ caller, now }) => ({
    data: (await listActiveSessions(db, caller.userId, now)).map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      startedAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: id === caller.sessionId,
    })),
  }),

  endSession: async ({ caller, params, audit, now }) => {
    await db.transaction(async tx => {
      const ended = await endOwnSession(tx, caller.userId, params.sessionId, now)
      if (ended.length === 0) throw new AppError('not_found')
      await audit(tx, { objectId: params.sessionId })
    })
    return { success: true }
  },
})
