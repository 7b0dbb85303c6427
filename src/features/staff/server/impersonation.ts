import { and, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { AuditEvent } from '#api/audit-events.ts'
import { AppError } from '#api/errors.ts'
import { describeDevice } from '#features/identity/device.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { beginSession, endSessionByToken, findSessionByToken } from '#features/identity/server/sessions.ts'
import {
  clearSessionTokens,
  readRefreshCookie,
  setSessionTokens,
} from '#features/identity/server/set-session-tokens.ts'
import { findUserByPhone, requireUser, toUser } from '#features/identity/server/store.ts'
import { sessions, users } from '#features/identity/server/tables.ts'
import { type EndReason, sessionEnd, sessionLimits } from '#features/identity/session-rules.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { newId } from '#platform/ids.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { type AgentPolicy, clientAccess } from '../client-access.ts'
import type { staff } from '../contract.ts'
import { refuseOthersClient } from './assignments.ts'
import { findManagerByEmail, fullName, readManagerProfile, requireManager } from './managers.ts'
import { impersonations, managers } from './tables.ts'
import { findUnusualAccess, sendUnusualAccessAlert } from './unusual-access.ts'

/** `reason` is null when none was given. */
const Content = z.object({ managerName: z.string(), reason: z.string().nullable() })
type Content = z.output<typeof Content>

type ImpersonationSession = Content & {
  id: string
  userId: string
  scope: 'read' | 'assist' | 'link' | 'round'
  /** Another manager was responsible for the client. */
  emergency: boolean
  startedAt: Date
  /** When it expires at the latest. */
  expiresAt: Date
  /** When it ended; while it is open, when it ends if it is not used again. */
  endsAt: Date
}

type Row = typeof impersonations.$inferSelect
type Session = typeof sessions.$inferSelect

const encryptedContent = encryptedJson(impersonations.content, Content)

/** The end of its own session or the manager's, whichever is first. */
const endsAtOf = (row: Row, own: Session | null, holder: Session | null): Date => {
  const ends = [own, holder].flatMap(session => (session === null ? [] : [sessionEnd(session).getTime()]))
  return row.endedAt ?? new Date(Math.min(row.expiresAt.getTime(), ...ends))
}

const holders = alias(sessions, 'holders')

const withSessions = (db: Database, which: SQL | undefined) =>
  db
    .select({ row: impersonations, own: sessions, holder: holders })
    .from(impersonations)
    .leftJoin(sessions, eq(sessions.openingId, impersonations.id))
    .leftJoin(holders, eq(holders.id, impersonations.managerSessionId))
    .where(which)
    .orderBy(desc(impersonations.startedAt), desc(impersonations.id))

/** The impersonations of a client, newest first, as shown to the client. */
export const listImpersonations = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<ImpersonationSession[]> => {
  const found = await withSessions(db, eq(impersonations.userId, userId))
  if (found.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return found.map(({ row, own, holder }) => ({
    id: row.id,
    userId,
    scope: row.scope,
    emergency: row.emergency,
    startedAt: row.startedAt,
    expiresAt: row.expiresAt,
    endsAt: endsAtOf(row, own, holder),
    ...encryptedContent.decrypt(cipher, row.id, row.content),
  }))
}

/**
 * What managers, and the operator's systems with an API key, changed in a client's account or read from it without opening
 * it. Each under the manager's current name.
 */
export const listChangesWithoutImpersonation = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<{ managerName: string; act: AuditEvent; at: Date }[]> => {
  const { act, at } = auditEvents
  const done = await db
    .select({ manager: managers, act, at })
    .from(auditEvents)
    .leftJoin(managers, eq(managers.id, auditEvents.managerId))
    .where(
      and(
        eq(auditEvents.userId, userId),
        or(isNotNull(managers.id), isNotNull(auditEvents.keyId)),
        isNull(auditEvents.openingId),
        eq(auditEvents.outcome, 'done'),
        // Impersonations are listed separately.
        notInArray(act, ['client_opened', 'client_opened_in_emergency', 'client_closed']),
      ),
    )
  return done.map(({ manager, ...what }) => ({
    managerName:
      manager === null ? 'An automated system of ours' : fullName(readManagerProfile(keyring, manager)),
    ...what,
  }))
}

type NewOpening = Omit<ImpersonationSession, 'endsAt'> & {
  managerId: string
  managerSessionId: string
  /** Set for what ends immediately. */
  endedAt?: Date
  /** Set if the client is notified another way. */
  noticedAt?: Date
}

export const saveImpersonation = async (
  tx: Database,
  keyring: Keyring,
  opening: NewOpening,
): Promise<void> => {
  const { managerName, reason, ...row } = opening
  const cipher = await keyring.cipherForUser(tx, row.userId)
  const content = encryptedContent.encrypt(cipher, row.id, { managerName, reason })
  await tx.insert(impersonations).values({ ...row, content })
}

/** The account that a manager has open, if any. */
export const listOpenImpersonations = async (
  db: Database,
  managerId: string,
  now: Date,
): Promise<Pick<Row, 'id' | 'userId' | 'scope' | 'expiresAt'>[]> => {
  const found = await withSessions(
    db,
    and(eq(impersonations.managerId, managerId), isNull(impersonations.endedAt)),
  )
  return found
    .filter(({ row, own, holder }) => endsAtOf(row, own, holder) > now)
    .map(({ row: { id, userId, scope, expiresAt } }) => ({ id, userId, scope, expiresAt }))
}

/** Records when impersonations ended whose sessions are no longer active. */
export const closeEndedImpersonations = async (tx: Database, now: Date): Promise<void> => {
  for (const { row, own, holder } of await withSessions(tx, isNull(impersonations.endedAt))) {
    const endedAt = endsAtOf(row, own, holder)
    if (endedAt > now) continue
    await tx
      .update(impersonations)
      .set({ endedAt })
      .where(and(eq(impersonations.id, row.id), isNull(impersonations.endedAt)))
  }
}

type Openings = Pick<typeof staff, 'openClient' | 'openInEmergency' | 'closeClient'>

const noClient = () => new AppError('no_account', { message: 'No client uses this phone number.' })

/** Refuses `not_allowed` for a client who is also staff: colleagues must not read each other's credit. */
export const requireClientNotStaff = async (tx: Database, userId: string) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!user) throw noClient()
  if (await findManagerByEmail(tx, user.emailIndex))
    throw new AppError('not_allowed', { message: 'This client works here. Their account is not opened.' })
  return user
}

/** Records that the manager's session was used, and returns its proof. Refuses `no_session` when it ended. */
const touchManagerSession = async (tx: Database, sessionId: string, now: Date) => {
  const [session] = await tx
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ proof: sessions.proof })
  if (!session) throw new AppError('no_session')
  return session.proof
}

/** Ends a manager's open impersonation; returns what this request ended. */
const closeOpen = async (tx: Database, managerId: string, reason: EndReason, now: Date) => {
  const closed: { id: string; userId: string; ended: string[] }[] = []
  for (const { id, userId } of await listOpenImpersonations(tx, managerId, now)) {
    const ended = await endSessions(tx, { openingId: id }, reason, now)
    if (ended.length > 0) closed.push({ id, userId, ended })
  }
  return closed
}

type Deps = {
  db: Database
  keyring: Keyring
  limits: RateLimits
  queueEmail: QueueEmail
  publicUrl: URL
  policies: AgentPolicy
}

type OpeningContext = Pick<
  RequestContext<typeof staff.openClient>,
  'principal' | 'http' | 'audit' | 'now'
> & { body: { phoneNumber: string; reason?: string | undefined } }

/** A manager impersonates one client at a time: for an hour with a reason, otherwise read-only for 15 minutes. */
export const impersonationRoutes = (deps: Deps): Handlers<Openings> => {
  const { db, keyring, limits, policies } = deps

  const open = async ({ body, principal, http, audit, now }: OpeningContext, emergency: boolean) => {
    const { managerId, sessionId: managerSessionId } = principal
    const user = await findUserByPhone(db, keyring, parsePhoneNumber(body.phoneNumber))
    if (!user) {
      // Guessing numbers costs twice.
      await limits.consume('clientOpening', { person: managerId })
      await audit(db, { outcome: 'no_account' })
      throw noClient()
    }
    const scope = body.reason === undefined ? 'read' : 'assist'
    const openingId = newId()
    const opened = await db.transaction(async tx => {
      const manager = await requireManager(tx, managerId)
      const proof = await touchManagerSession(tx, managerSessionId, now)
      const client = await requireClientNotStaff(tx, user.id)
      const serves = clientAccess(policies, principal, client.responsibleManagerId) === 'serve'
      if (!serves && !emergency) return { refused: client, pair: null }
      if (serves && emergency)
        throw new AppError('conflict', {
          message: 'This client is yours to open. Open the account as usual.',
        })
      await closeOpen(tx, managerId, 'replaced', now)
      await endSessionByToken(tx, readRefreshCookie(http, 'user'), 'replaced', now)
      const managerName = fullName(readManagerProfile(keyring, manager))
      const until = new Date(
        Math.min(now.getTime() + sessionLimits[scope].absolute, principal.expiresAt.getTime()),
      )
      const access = await findUnusualAccess(tx, { managerId, userId: user.id, scope, now })
      await saveImpersonation(tx, keyring, {
        id: openingId,
        managerId,
        managerSessionId,
        userId: user.id,
        scope,
        emergency,
        managerName,
        reason: body.reason ?? null,
        startedAt: now,
        expiresAt: until,
      })
      await audit(tx, { userId: user.id, objectId: openingId })
      if (emergency)
        await sendUnusualAccessAlert(deps, tx, managerId, { kind: 'emergency', clientId: user.id })
      if (access) await sendUnusualAccessAlert(deps, tx, managerId, access)
      const owner = { userId: user.id, managerId, managerName, openingId, managerSessionId }
      return {
        refused: null,
        pair: await beginSession(
          tx,
          keyring,
          { kind: scope, ...owner },
          { proof, device: describeDevice(http.userAgent), now, until },
        ),
      }
    })
    if (opened.refused) {
      await audit(db, { userId: user.id, outcome: 'not_own_client' })
      return refuseOthersClient(deps, opened.refused)
    }
    return {
      ...setSessionTokens(http, keyring, opened.pair),
      user: toUser(await requireUser(db, keyring, user.id)),
    }
  }

  return {
    openClient: context => open(context, false),
    openInEmergency: context => open(context, true),

    closeClient: async ({ principal, http, audit, now }) => {
      const ended = await db.transaction(async tx => {
        const closed = await closeOpen(tx, principal.managerId, 'ended', now)
        for (const { id, userId } of closed) await audit(tx, { userId, objectId: id })
        return closed.flatMap(one => one.ended)
      })
      const here = readRefreshCookie(http, 'user')
      const found = here === null ? null : await findSessionByToken(db, keyring, here, 'refresh')
      // The browser may meanwhile be signed in as another user, who stays signed in.
      if (found && ended.includes(found.session.id)) clearSessionTokens(http, 'user')
      return { success: true }
    },
  }
}

/** Deletes entries of the access log whose retention period since the account was closed has ended. */
export const impersonationDisposal: Disposal = {
  kind: 'staffViews',
  dispose: async (tx, { before, most }) => {
    const { id, endedAt } = impersonations
    const old = tx.select({ id }).from(impersonations).where(lt(endedAt, before)).limit(most)
    return (await tx.delete(impersonations).where(inArray(id, old)).returning({ id })).length
  },
}
