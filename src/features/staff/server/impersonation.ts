import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { describeDevice } from '#features/identity/device.ts'
import { endImpersonation } from '#features/identity/server/end-sessions.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { beginSession, endSessionByToken, findSessionByToken } from '#features/identity/server/sessions.ts'
import {
  clearSessionTokens,
  readRefreshCookie,
  setSessionTokens,
} from '#features/identity/server/set-session-tokens.ts'
import { findUserByPhone, requireUser, toUser } from '#features/identity/server/store.ts'
import { sessions, users } from '#features/identity/server/tables.ts'
import { type EndReason, sessionLimits } from '#features/identity/session-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { newId } from '#platform/ids.ts'
import type { staff } from '../contract.ts'
import { findManagerByEmail, fullName, readManagerProfile, requireManager } from './managers.ts'
import { listOpenImpersonations, saveImpersonation } from './store.ts'
import { findUnusualAccess, sendUnusualAccessAlert } from './unusual-access.ts'

type Openings = Pick<typeof staff, 'openClient' | 'closeClient'>

const noClient = () => new AppError('no_account', { message: 'No client uses this phone number.' })

/** Refuses `not_allowed` for a client who is also on the staff: colleagues do not read each other's credit. */
export const requireClientNotStaff = async (tx: Database, userId: string) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!user) throw noClient()
  if (await findManagerByEmail(tx, user.emailIndex))
    throw new AppError('not_allowed', { message: 'This client works here. Their account is not opened.' })
}

/** Notes that the manager's session was used this moment, and gives what proved who signed in. It must still stand. */
const proofIn = async (tx: Database, sessionId: string, now: Date) => {
  const [session] = await tx
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ proof: sessions.proof })
  if (!session) throw new AppError('no_session')
  return session.proof
}

/** Ends what a manager has open; gives the openings and their sessions, without those that another request ended first. */
const close = async (tx: Database, managerId: string, reason: EndReason, now: Date) => {
  const closed: { id: string; userId: string; ended: string[] }[] = []
  for (const { id, userId } of await listOpenImpersonations(tx, managerId, now)) {
    const ended = await endImpersonation(tx, id, reason, now)
    if (ended.length > 0) closed.push({ id, userId, ended })
  }
  return closed
}

type Deps = { db: Database; vault: Keyring; limits: RateLimits; queueEmail: QueueEmail; publicUrl: URL }

/** A manager in a client's account: one at a time, for an hour with a reason, else to read for a quarter of one. */
export const impersonationRoutes = (deps: Deps): Handlers<Openings> => {
  const { db, vault, limits } = deps
  return {
    openClient: async ({ body, caller, http, audit, now }) => {
      const { managerId, sessionId: managerSessionId } = caller
      const person = await findUserByPhone(db, vault, parsePhoneNumber(body.phoneNumber))
      if (!person) {
        // Who tries numbers comes to the end of them twice as soon.
        await limits.consume('clientOpening', { person: managerId })
        await audit(db, { outcome: 'no_account' })
        throw noClient()
      }
      const scope = body.reason === undefined ? 'read' : 'assist'
      const openingId = newId()
      const pair = await db.transaction(async tx => {
        const manager = await requireManager(tx, managerId)
        const proof = await proofIn(tx, managerSessionId, now)
        await requireClientNotStaff(tx, person.id)
        await close(tx, managerId, 'replaced', now)
        await endSessionByToken(tx, readRefreshCookie(http, 'user'), 'replaced', now)
        const managerName = fullName(readManagerProfile(vault, manager))
        const until = new Date(
          Math.min(now.getTime() + sessionLimits[scope].absolute, caller.expiresAt.getTime()),
        )
        const reach = await findUnusualAccess(tx, { managerId, userId: person.id, scope, now })
        await saveImpersonation(tx, vault, {
          id: openingId,
          managerId,
          managerSessionId,
          userId: person.id,
          scope,
          managerName,
          reason: body.reason ?? null,
          startedAt: now,
          expiresAt: until,
        })
        await audit(tx, { userId: person.id, objectId: openingId })
        if (reach) await sendUnusualAccessAlert(deps, tx, managerId, reach)
        const owner = { userId: person.id, managerId, managerName, openingId, managerSessionId }
        return beginSession(
          tx,
          vault,
          { kind: scope, ...owner },
          { proof, device: describeDevice(http.userAgent), now, until },
        )
      })
      return {
        ...setSessionTokens(http, vault, pair),
        user: toUser(await requireUser(db, vault, person.id)),
      }
    },

    closeClient: async ({ caller, http, audit, now }) => {
      const ended = await db.transaction(async tx => {
        const closed = await close(tx, caller.managerId, 'ended', now)
        for (const { id, userId } of closed) await audit(tx, { userId, objectId: id })
        return closed.flatMap(one => one.ended)
      })
      const here = readRefreshCookie(http, 'user')
      const found = here === null ? null : await findSessionByToken(db, vault, here, 'refresh')
      // The browser may meanwhile be signed in as somebody else, who stays.
      if (found && ended.includes(found.session.id)) clearSessionTokens(http, 'user')
      return { success: true }
    },
  }
}
