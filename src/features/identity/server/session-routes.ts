import { Refusal } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { identity } from '../contract.ts'
import { endSession, endSessionOf, endSessionsOf } from './end-sessions.ts'
import { clearTokens, leaveBrowser, refreshCookieIn } from './hand-over.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { livingSessionsOf } from './living-sessions.ts'
import { endByToken } from './sessions.ts'

type Sessions = Pick<typeof identity, 'signOut' | 'signOutAll' | 'sessions' | 'endSession'>

/** Where a person is signed in, and how that ends. */
export const sessionRoutes = ({ db }: { db: Database }): Answers<Sessions> => ({
  signOut: async ({ caller, http, note, now }) => {
    await db.transaction(async tx => {
      await endSession(tx, caller.sessionId, 'signed_out', now)
      // A manager who was signed in beside the person is signed out too (specification section 4).
      if (!caller.opened) await endByToken(tx, refreshCookieIn(http, 'manager'), 'signed_out', now)
      await note(tx)
    })
    // In an opened account the page goes back to the manager, whose own session stays.
    if (caller.opened) clearTokens(http, 'user')
    else leaveBrowser(http)
    return { success: true }
  },

  signOutAll: async ({ caller, http, note, now }) => {
    await db.transaction(async tx => {
      await endSessionsOf(tx, caller.userId, 'signed_out', now)
      await forgetBrowsers(tx, caller.userId)
      await endByToken(tx, refreshCookieIn(http, 'manager'), 'signed_out', now)
      await note(tx)
    })
    leaveBrowser(http)
    return { success: true }
  },

  sessions: async ({ caller, now }) => ({
    data: (await livingSessionsOf(db, caller.userId, now)).map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      startedAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: id === caller.sessionId,
    })),
  }),

  endSession: async ({ caller, params, note, now }) => {
    await db.transaction(async tx => {
      const ended = await endSessionOf(tx, caller.userId, params.sessionId, now)
      if (ended.length === 0) throw new Refusal('not_found')
      await note(tx, { objectId: params.sessionId })
    })
    return { success: true }
  },
})
