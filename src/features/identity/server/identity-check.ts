import { and, asc, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, NotOffered } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { defineJob, type Enqueue, type Job, type JobContext, type Task } from '#platform/jobs/jobs.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { IdentityCheck, IdentityCheckWay } from '#providers/identity-check/port.ts'
import { daysBefore } from '#values/dates.ts'
import { type CheckState, checkMessages, isIdentityConfirmed, type WayState } from '../assurance.ts'
import { type ConfirmIdentity, recordRefusal } from './assurance.ts'
import type { OnReportAccessGranted } from './consents.ts'
import { findIdentitySubject, lockUser, type ReportSubject, requireUser, type UserRecord } from './store.ts'
import { identityChecks } from './tables.ts'

/**
 * The automatic way: a provider compares a user's details with its own sources. A check is a job; its answer counts only
 * for the compared details, and only once.
 */

const checkIdentity: Task<{ checkId: string }> = {
  name: 'identity.check',
  payload: z.strictObject({ checkId: z.uuid() }),
  // The check itself ends after six hours without an answer; further retries are for failures on our side.
  retry: { times: 15, firstSeconds: 30, longestSeconds: 3_600 },
  limitSeconds: 60,
}
const GIVEN_UP_AFTER_MS = 6 * 60 * 60_000

/** Each answer costs about $0.10, and every further attempt is another guess. */
const MAX_ANSWERS = 3
const ANSWERS_IN_DAYS = 30
const answered: readonly CheckState[] = ['confirmed', 'not_confirmed', 'conflict', 'outdated']

/** The current state of a way for an unconfirmed user. */
export type IdentityWayPlug = {
  way: IdentityCheckWay
  stateFor: (db: Database, user: UserRecord, now: Date) => Promise<Omit<WayState, 'way'>>
}

const findNewestCheck = async (db: Database, userId: string) => {
  const [newest] = await db
    .select()
    .from(identityChecks)
    .where(eq(identityChecks.userId, userId))
    .orderBy(desc(identityChecks.requestedAt), desc(identityChecks.id))
    .limit(1)
  return newest ?? null
}

/** Oldest first. */
export const listChecks = (db: Database, userId: string) =>
  db
    .select({
      state: identityChecks.state,
      requestedAt: identityChecks.requestedAt,
      endedAt: identityChecks.endedAt,
    })
    .from(identityChecks)
    .where(eq(identityChecks.userId, userId))
    .orderBy(asc(identityChecks.requestedAt))

const hasTriesLeft = async (db: Database, userId: string, now: Date): Promise<boolean> => {
  const [used] = await db
    .select({ answers: count() })
    .from(identityChecks)
    .where(
      and(
        eq(identityChecks.userId, userId),
        inArray(identityChecks.state, [...answered]),
        gt(identityChecks.requestedAt, daysBefore(now, ANSWERS_IN_DAYS)),
      ),
    )
  return (used?.answers ?? 0) < MAX_ANSWERS
}

/** Whether the queue lost the check, so that another can start. */
const isLost = (check: { requestedAt: Date }, now: Date) =>
  now.getTime() - check.requestedAt.getTime() > 4 * GIVEN_UP_AFTER_MS

export const isCheckPending = async (db: Database, userId: string, now: Date): Promise<boolean> => {
  const newest = await findNewestCheck(db, userId)
  return newest !== null && newest.endedAt === null && !isLost(newest, now)
}

export const lookupWay: IdentityWayPlug = {
  way: 'lookup',
  stateFor: async (db, { id }, now) => {
    if (await isCheckPending(db, id, now)) return { state: 'pending', message: checkMessages.pending }
    const newest = await findNewestCheck(db, id)
    const state = (await hasTriesLeft(db, id, now)) ? 'open' : 'closed'
    return { state, message: state === 'closed' ? checkMessages.usedUp : (newest?.message ?? null) }
  },
}

/** Staff create the link while impersonating the client; the portal reports the result by its callback. */
export const portalWay: IdentityWayPlug = {
  way: 'portal',
  stateFor: async () => ({ state: 'open', message: null }),
}

export type StartIdentityCheck = (tx: Database, userId: string, now: Date) => Promise<boolean>

/** Starts a check after the transaction commits; false if one is open or the user has no attempts left. */
export const createStartCheck =
  (enqueue: Enqueue): StartIdentityCheck =>
  async (tx, userId, now) => {
    await lockUser(tx, userId)
    const newest = await findNewestCheck(tx, userId)
    if (newest !== null && newest.endedAt === null) {
      if (!isLost(newest, now)) return false
      await endCheck(tx, newest.id, 'failed', now)
    }
    if (!(await hasTriesLeft(tx, userId, now))) return false
    const id = newId()
    await tx.insert(identityChecks).values({ id, userId, state: 'asked', requestedAt: now })
    await enqueue(tx, checkIdentity, { checkId: id })
    return true
  }

/** The first check of a user who agreed to report pulls; the user requests later ones. */
export const createStartFirstCheck =
  (keyring: Keyring, startCheck: StartIdentityCheck): OnReportAccessGranted =>
  async (tx, userId, now) => {
    const user = await requireUser(tx, keyring, userId)
    if (isIdentityConfirmed(user) || (await findNewestCheck(tx, userId)) !== null) return
    await startCheck(tx, userId, now)
  }

/** False if another process ended it. */
const endCheck = async (
  tx: Database,
  checkId: string,
  state: Exclude<CheckState, 'asked'>,
  now: Date,
): Promise<boolean> => {
  const ended = await tx
    .update(identityChecks)
    .set({ state, message: checkMessages[state], endedAt: now })
    .where(and(eq(identityChecks.id, checkId), isNull(identityChecks.endedAt)))
    .returning({ id: identityChecks.id })
  return ended.length > 0
}

type IdentityCheckDeps = {
  db: Database
  keyring: Keyring
  identityCheck: IdentityCheck
  confirmIdentity: ConfirmIdentity
}

const toRequest = ({ profile, ssn }: ReportSubject) => {
  const { phoneNumber, firstName, lastName, birthDate, address } = profile
  return birthDate === null ? null : { phoneNumber, firstName, lastName, birthDate, address, ssn }
}

const runCheck = async (
  { db, keyring, identityCheck, confirmIdentity }: IdentityCheckDeps,
  checkId: string,
  { now, log }: JobContext,
): Promise<void> => {
  const open = and(eq(identityChecks.id, checkId), isNull(identityChecks.endedAt))
  const [check] = await db.select().from(identityChecks).where(open)
  if (!check) return
  const { userId, requestedAt } = check
  if (isIdentityConfirmed(await requireUser(db, keyring, userId))) {
    await endCheck(db, checkId, 'confirmed', now)
    return
  }
  const subject = await findIdentitySubject(db, keyring, userId)
  const request = subject && toRequest(subject)
  if (!request) {
    await endCheck(db, checkId, 'failed', now)
    return
  }
  const result = await identityCheck.check(request).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('an identity could not be checked', { job: checkIdentity.name, requestId: checkId, error })
    if (error.retryable && now.getTime() - requestedAt.getTime() < GIVEN_UP_AFTER_MS) throw error
    return null
  })
  if (result === null) {
    await endCheck(db, checkId, 'failed', now)
    return
  }
  await db.transaction(async tx => {
    await lockUser(tx, userId)
    const current = await findIdentitySubject(tx, keyring, userId)
    // The compared details must equal the account's current ones.
    if (JSON.stringify(current && toRequest(current)) !== JSON.stringify(request)) {
      await endCheck(tx, checkId, 'outdated', now)
      return
    }
    const evidence = {
      userId,
      source: identityCheck.sandbox ? 'sandbox' : 'lookup',
      evidenceId: checkId,
    } as const
    if (result.kind !== 'match') {
      if (await endCheck(tx, checkId, 'not_confirmed', now)) await recordRefusal(tx, keyring, evidence, now)
      return
    }
    const [mine] = await tx.select().from(identityChecks).where(open).for('update')
    if (!mine) return
    const outcome = await confirmIdentity(tx, evidence, now)
    await endCheck(tx, checkId, outcome === 'conflict' ? 'conflict' : 'confirmed', now)
  })
}

export const createIdentityCheckJob = (deps: IdentityCheckDeps): Job =>
  defineJob(checkIdentity, ({ checkId }, context) => runCheck(deps, checkId, context))

/** Starts a check requested by the user. Throws `conflict` if there is nothing to confirm, or `too_many_tries`. */
export const startCheckForUser = async (
  tx: Database,
  { startCheck, ways }: { startCheck: StartIdentityCheck; ways: readonly IdentityWayPlug[] },
  user: UserRecord,
  now: Date,
): Promise<void> => {
  if (!ways.some(({ way }) => way === 'lookup')) throw new NotOffered()
  if (isIdentityConfirmed(user)) throw new AppError('conflict', { message: checkMessages.confirmedBefore })
  if (await startCheck(tx, user.id, now)) return
  const { state } = await lookupWay.stateFor(tx, user, now)
  if (state === 'closed') throw new AppError('too_many_tries', { message: checkMessages.usedUp })
}
