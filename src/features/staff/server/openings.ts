import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import { deviceOf } from '#features/identity/device.ts'
import { endOpening } from '#features/identity/server/end-sessions.ts'
import { clearTokens, handOver, refreshCookieIn } from '#features/identity/server/hand-over.ts'
import { phoneNumberOf } from '#features/identity/server/phone-numbers.ts'
import { beginSession, endByToken, sessionOfToken } from '#features/identity/server/sessions.ts'
import { personByPhone, signedInPerson, userOf } from '#features/identity/server/store.ts'
import { sessions, users } from '#features/identity/server/tables.ts'
import { type EndReason, lives } from '#features/identity/session-rules.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Limits } from '#platform/http/limits.ts'
import { newId } from '#platform/ids.ts'
import type { staff } from '../contract.ts'
import { managerByEmail, nameOf, profileOf, signedInManager } from './managers.ts'
import { reachOf, tellOfReach } from './reach.ts'
import { openNow, saveOpening } from './store.ts'

type Openings = Pick<typeof staff, 'openClient' | 'closeClient'>

const noClient = () => new Refusal('no_account', { message: 'No client uses this phone number.' })

/** Refuses `not_allowed` for a client who is also on the staff: colleagues do not read each other's credit. */
export const requireNotStaff = async (tx: Database, userId: string) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!user) throw noClient()
  if (await managerByEmail(tx, user.emailIndex))
    throw new Refusal('not_allowed', { message: 'This client works here. Their account is not opened.' })
}

/** Notes that the manager's session was used this moment, and gives what proved who signed in. It must still stand. */
const proofIn = async (tx: Database, sessionId: string, now: Date) => {
  const [session] = await tx
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ proof: sessions.proof })
  if (!session) throw new Refusal('no_session')
  return session.proof
}

/** Ends what a manager has open; gives the openings and their sessions, without those that another request ended first. */
const close = async (tx: Database, managerId: string, reason: EndReason, now: Date) => {
  const closed: { id: string; userId: string; ended: string[] }[] = []
  for (const { id, userId } of await openNow(tx, managerId, now)) {
    const ended = await endOpening(tx, id, reason, now)
    if (ended.length > 0) closed.push({ id, userId, ended })
  }
  return closed
}

type Deps = { db: Database; vault: Vault; limits: Limits; queueEmail: QueueEmail; publicUrl: URL }

/** A manager in a client's account: one at a time, for an hour with a reason, else to read for a quarter of one. */
export const openingRoutes = (deps: Deps): Answers<Openings> => {
  const { db, vault, limits } = deps
  return {
    openClient: async ({ body, caller, http, note, now }) => {
      const { managerId, sessionId: managerSessionId } = caller
      const person = await personByPhone(db, vault, phoneNumberOf(body.phoneNumber))
      if (!person) {
        // Who tries numbers comes to the end of them twice as soon.
        await limits.spend('clientOpening', { person: managerId })
        await note(db, { outcome: 'no_account' })
        throw noClient()
      }
      const scope = body.reason === undefined ? 'read' : 'assist'
      const openingId = newId()
      const pair = await db.transaction(async tx => {
        const manager = await signedInManager(tx, managerId)
        const proof = await proofIn(tx, managerSessionId, now)
        await requireNotStaff(tx, person.id)
        await close(tx, managerId, 'replaced', now)
        await endByToken(tx, refreshCookieIn(http, 'user'), 'replaced', now)
        const managerName = nameOf(profileOf(vault, manager))
        const until = new Date(Math.min(now.getTime() + lives[scope].absolute, caller.expiresAt.getTime()))
        const reach = await reachOf(tx, { managerId, userId: person.id, scope, now })
        await saveOpening(tx, vault, {
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
        await note(tx, { userId: person.id, objectId: openingId })
        if (reach) await tellOfReach(deps, tx, managerId, reach)
        const owner = { userId: person.id, managerId, managerName, openingId, managerSessionId }
        return beginSession(
          tx,
          vault,
          { kind: scope, ...owner },
          { proof, device: deviceOf(http.agent), now, until },
        )
      })
      return {
        ...handOver(http, vault, pair),
        user: userOf(await signedInPerson(db, vault, person.id)),
      }
    },

    closeClient: async ({ caller, http, note, now }) => {
      const ended = await db.transaction(async tx => {
        const closed = await close(tx, caller.managerId, 'ended', now)
        for (const { id, userId } of closed) await note(tx, { userId, objectId: id })
        return closed.flatMap(one => one.ended)
      })
      const here = refreshCookieIn(http, 'user')
      const found = here === null ? null : await sessionOfToken(db, vault, here, 'refresh')
      // The browser may meanwhile be signed in as somebody else, who stays.
      if (found && ended.includes(found.session.id)) clearTokens(http, 'user')
      return { success: true }
    },
  }
}
