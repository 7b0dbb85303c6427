import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '#features/identity/server/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from '#values/dates.ts'
import { failureMessages, forgottenBefore, isDue, type PullState } from '../refresh-rules.ts'
import { reportPulls } from './tables.ts'

/** Pulls as they stand in the database. A try is known by how many were made before it, so none counts twice. */

/** Opens a pull; null when one is open already. */
export const openPull = async (tx: Database, userId: string, now: Date): Promise<string | null> => {
  const [opened] = await tx
    .insert(reportPulls)
    .values({ id: newId(), userId, state: 'asked', attempts: 0, requestedAt: now })
    .onConflictDoNothing()
    .returning({ id: reportPulls.id })
  return opened?.id ?? null
}

export type PullAttempt = { pullId: string; triesBefore: number }

const openTry = ({ pullId, triesBefore }: PullAttempt) =>
  and(eq(reportPulls.id, pullId), eq(reportPulls.attempts, triesBefore), isNull(reportPulls.endedAt))

/**
 * Begins a try, or begins it again; null when it came to its end before, or the pull did, or is held. A `probe` begins one
 * that is held, and its time counts anew.
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

/** Ends a try that leaves the pull open; false when another process ended it. */
export const keepPullOpen = async (
  tx: Database,
  one: PullAttempt,
  words: string | null,
): Promise<boolean> => {
  const left = await tx
    .update(reportPulls)
    .set({ state: 'processing', attempts: one.triesBefore + 1, words })
    .where(openTry(one))
    .returning({ id: reportPulls.id })
  return left.length > 0
}

/** Ends a try and its pull; false when another process ended it. */
export const endPull = async (
  tx: Database,
  one: PullAttempt,
  end: { state: Exclude<PullState, 'asked' | 'processing'>; words: string | null },
  now: Date,
): Promise<boolean> => {
  const ended = await tx
    .update(reportPulls)
    .set({ ...end, attempts: one.triesBefore + 1, endedAt: now })
    .where(openTry(one))
    .returning({ id: reportPulls.id })
  return ended.length > 0
}

/** Ends the pulls that the queue has lost, so that the person can be asked for again. */
export const endLostPulls = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(reportPulls)
    .set({ state: 'failed', words: failureMessages.broken, endedAt: now })
    .where(
      and(
        isNull(reportPulls.endedAt),
        ne(reportPulls.state, 'held'),
        lt(reportPulls.requestedAt, forgottenBefore(now)),
      ),
    )
}

/** People who agreed and are not leaving, in the order of their ids, some at a time, each with whether she is due. */
const agreed = async (
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
    .where(and(eq(users.enrolled, true), isNull(users.deletionAskedAt), which))
    .orderBy(asc(users.id))
    .limit(most)
  const today = dayIn(timeZone, now)
  return people.map(({ id, state: was, requestedAt: at }) => ({
    id,
    due: isDue(was === null || at === null ? null : { state: was, askedOn: dayIn(timeZone, at) }, today),
  }))
}

/** Whether a person agreed, is not leaving, and is due. */
export const isUserDue = async (
  db: Database,
  timeZone: string,
  now: Date,
  userId: string,
): Promise<boolean> => (await agreed(db, timeZone, now, eq(users.id, userId), 1)).some(({ due }) => due)

/** So many people are looked at in one statement: it takes as long however many there are. */
const LOOKED_AT = 1_000

/**
 * Of the people whose ids come after one, the next that agreed and are not leaving: those who are due, and the id after which
 * to go on; null when there are no more.
 */
export const listDueUsers = async (
  db: Database,
  timeZone: string,
  now: Date,
  after: string,
  most = LOOKED_AT,
): Promise<{ due: string[]; next: string | null }> => {
  const people = await agreed(db, timeZone, now, gt(users.id, after), most)
  const due = people.filter(one => one.due).map(({ id }) => id)
  return { due, next: people.length < most ? null : (people.at(-1)?.id ?? null) }
}

/** Pulls that wait for the operator: whoever stands between us and the bureaus takes no request of ours. */

const held = and(isNull(reportPulls.endedAt), eq(reportPulls.state, 'held'))

/** Holds a pull; the try is not counted, and the person not told of a failure. */
export const holdPull = async (tx: Database, { pullId, triesBefore }: PullAttempt): Promise<void> => {
  const open = and(
    eq(reportPulls.id, pullId),
    eq(reportPulls.attempts, triesBefore),
    isNull(reportPulls.endedAt),
  )
  await tx.update(reportPulls).set({ state: 'held', words: failureMessages.held }).where(open)
}

/** Whether any pull is held: then nobody is asked about. */
export const hasHeldPull = async (db: Database): Promise<boolean> => {
  const [one] = await db.select({ id: reportPulls.id }).from(reportPulls).where(held).limit(1)
  return one !== undefined
}

const longestFirst = [asc(reportPulls.requestedAt), asc(reportPulls.id)]

/** The pull that is held longest, and stays so; null when none is. */
export const findOldestHeldPull = async (db: Database): Promise<PullAttempt | null> => {
  const [oldest] = await db
    .select({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(1)
  return oldest ?? null
}

/** Takes up to so many pulls that are held no longer; the time of each counts anew. Who takes some at the same moment gets others. */
export const releaseHeldPulls = (tx: Database, atMost: number, now: Date): Promise<PullAttempt[]> => {
  const some = tx
    .select({ id: reportPulls.id })
    .from(reportPulls)
    .where(held)
    .orderBy(...longestFirst)
    .limit(atMost)
  return tx
    .update(reportPulls)
    .set({ state: 'asked', words: null, requestedAt: now })
    .where(and(held, inArray(reportPulls.id, some)))
    .returning({ pullId: reportPulls.id, triesBefore: reportPulls.attempts })
}
