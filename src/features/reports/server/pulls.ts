import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { pullsAllowed } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from '#values/dates.ts'
import { type EndedPull, failureMessages, forgottenBefore, isDue, type PullState } from '../refresh-rules.ts'
import { reportPulls } from './tables.ts'

/** Stored pulls. An attempt is identified by the number of attempts before it, so none counts twice. */

/** Null when a pull is already open. */
export const openPull = async (tx: Database, userId: string, now: Date): Promise<string | null> => {
  const [opened] = await tx
    .insert(reportPulls)
    .values({ id: newId(), userId, state: 'asked', attempts: 0, requestedAt: now })
    .onConflictDoNothing()
    .returning({ id: reportPulls.id })
  return opened?.id ?? null
}

/** The last two pulls of a user, newest first. */
export const listLastPulls = async (db: Database, userId: string): Promise<EndedPull[]> => {
  const { state, requestedAt, orderBegunAt, orderNumber } = reportPulls
  const rows = await db
    .select({
      state,
      requestedAt,
      orderUnknown: sql<boolean>`${orderBegunAt} is not null and ${orderNumber} is null`,
    })
    .from(reportPulls)
    .where(eq(reportPulls.userId, userId))
    .orderBy(desc(requestedAt), desc(reportPulls.id))
    .limit(2)
  return rows
}

export type PullAttempt = { pullId: string; triesBefore: number }

const openTry = ({ pullId, triesBefore }: PullAttempt) =>
  and(eq(reportPulls.id, pullId), eq(reportPulls.attempts, triesBefore), isNull(reportPulls.endedAt))

/**
 * Starts or restarts an attempt; null when the attempt or the pull has ended, or the pull is held. A `probe`
 * starts one that is held and restarts its time limit.
 */
export const beginAttempt = async (
  db: Database,
  one: PullAttempt,
  now: Date,
  { probe }: { probe: boolean },
): Promise<{ userId: string; requestedAt: Date } | null> => {
  const [begun] = await db
    .update(reportPulls)
    .set(probe ? { startedAt: now, requestedAt: now } : { startedAt: now })
    .where(and(openTry(one), (probe ? eq : ne)(reportPulls.state, 'held')))
    .returning({ userId: reportPulls.userId, requestedAt: reportPulls.requestedAt })
  return begun ?? null
}

/** Ends an attempt and leaves the pull open; false when another process ended it. */
export const keepPullOpen = async (
  tx: Database,
  one: PullAttempt,
  message: string | null,
): Promise<boolean> => {
  const left = await tx
    .update(reportPulls)
    .set({ state: 'processing', attempts: one.triesBefore + 1, message })
    .where(openTry(one))
    .returning({ id: reportPulls.id })
  return left.length > 0
}

/** Ends an attempt and its pull; false when another process ended it. */
export const endPull = async (
  tx: Database,
  one: PullAttempt,
  end: { state: Exclude<PullState, 'asked' | 'processing'>; message: string | null },
  now: Date,
): Promise<boolean> => {
  const ended = await tx
    .update(reportPulls)
    .set({ ...end, attempts: one.triesBefore + 1, endedAt: now })
    .where(openTry(one))
    .returning({ id: reportPulls.id })
  return ended.length > 0
}

/** Ends pulls lost by the queue, so that a new one can start. */
export const endLostPulls = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(reportPulls)
    .set({ state: 'failed', message: failureMessages.broken, endedAt: now })
    .where(
      and(
        isNull(reportPulls.endedAt),
        ne(reportPulls.state, 'held'),
        lt(reportPulls.requestedAt, forgottenBefore(now)),
      ),
    )
}

/** Users for whom reports may be pulled, ordered by id and in batches, each with whether a pull is due. */
const listAllowed = async (
  db: Database,
  timeZone: string,
  now: Date,
  which: SQL,
  most: number,
): Promise<{ id: string; due: boolean }[]> => {
  const { state, requestedAt } = reportPulls
  const last = db
    .select({ state, requestedAt })
    .from(reportPulls)
    .where(eq(reportPulls.userId, users.id))
    .orderBy(desc(requestedAt), desc(reportPulls.id))
    .limit(1)
    .as('last')
  const people = await db
    .select({ id: users.id, state: last.state, requestedAt: last.requestedAt })
    .from(users)
    .leftJoinLateral(last, sql`true`)
    .where(and(pullsAllowed, which))
    .orderBy(asc(users.id))
    .limit(most)
  const today = dayIn(timeZone, now)
  return people.map(({ id, state: was, requestedAt: at }) => ({
    id,
    due: isDue(was === null || at === null ? null : { state: was, askedOn: dayIn(timeZone, at) }, today),
  }))
}

/** Whether reports may be pulled for a user, and one is due. */
export const isUserDue = async (
  db: Database,
  timeZone: string,
  now: Date,
  userId: string,
): Promise<boolean> => (await listAllowed(db, timeZone, now, eq(users.id, userId), 1)).some(({ due }) => due)

/** How many users one statement checks, to keep its duration independent of their total. */
const LOOKED_AT = 1_000

/**
 * The next batch of those users after an id: who is due, and the id to continue from; null at the end.
 */
export const listDueUsers = async (
  db: Database,
  timeZone: string,
  now: Date,
  after: string,
  most = LOOKED_AT,
): Promise<{ due: string[]; next: string | null }> => {
  const people = await listAllowed(db, timeZone, now, gt(users.id, after), most)
  const due = people.filter(one => one.due).map(({ id }) => id)
  return { due, next: people.length < most ? null : (people.at(-1)?.id ?? null) }
}

/** Pulls that wait for the operator because the bridge or data provider rejects our requests. */

const held = and(isNull(reportPulls.endedAt), eq(reportPulls.state, 'held'))

/** Holds a pull. The attempt is not counted, and the user sees no failure. */
export const holdPull = async (tx: Database, { pullId, triesBefore }: PullAttempt): Promise<void> => {
  const open = and(
    eq(reportPulls.id, pullId),
    eq(reportPulls.attempts, triesBefore),
    isNull(reportPulls.endedAt),
  )
  await tx.update(reportPulls).set({ state: 'held', message: failureMessages.held }).where(open)
}

/** While any pull is held, no request is made. */
export const hasHeldPull = async (db: Database): Promise<boolean> => {
  const [one] = await db.select({ id: reportPulls.id }).from(reportPulls).where(held).limit(1)
  return one !== undefined
}

const longestFirst = [asc(reportPulls.requestedAt), asc(reportPulls.id)]

/** The pull held longest; it stays held. Null when there is none. */
export const findOldestHeldPull = async (db: Database): Promise<PullAttempt | null> => {
  const [oldest] = await db
    .select({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(1)
  return oldest ?? null
}

/**
 * Releases up to a number of held pulls and restarts their time limits. Concurrent callers get different
 * pulls.
 */
export const releaseHeldPulls = (tx: Database, atMost: number, now: Date): Promise<PullAttempt[]> => {
  const some = tx
    .select({ id: reportPulls.id })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(atMost)
  return tx
    .update(reportPulls)
    .set({ state: 'asked', message: null, requestedAt: now })
    .where(and(held, inArray(reportPulls.id, some)))
    .returning({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
}
