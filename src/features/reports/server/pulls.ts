import { and, asc, desc, eq, isNull, lt, ne } from 'drizzle-orm'
import { users } from '#features/identity/server/tables.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import { dayIn } from '#values/dates.ts'
import { failureWords, forgottenBefore, isDue, type PullState } from '../refresh-rules.ts'
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

export type Try = { pullId: string; triesBefore: number }

const openTry = ({ pullId, triesBefore }: Try) =>
  and(eq(reportPulls.id, pullId), eq(reportPulls.attempts, triesBefore), isNull(reportPulls.endedAt))

/**
 * Begins a try, or begins it again; null when it came to its end before, or the pull did, or is held. A `probe` begins one
 * that is held, and its time counts anew.
 */
export const beginTry = async (
  db: Database,
  one: Try,
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
export const leaveOpen = async (tx: Database, one: Try, words: string | null): Promise<boolean> => {
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
  one: Try,
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
export const endForgotten = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(reportPulls)
    .set({ state: 'failed', words: failureWords.broken, endedAt: now })
    .where(
      and(
        isNull(reportPulls.endedAt),
        ne(reportPulls.state, 'held'),
        lt(reportPulls.requestedAt, forgottenBefore(now)),
      ),
    )
}

/** The people who agreed, are not leaving, and are due; `only` looks at one of them. */
export const duePeople = async (
  db: Database,
  timeZone: string,
  now: Date,
  only?: string,
): Promise<string[]> => {
  const { userId, state, requestedAt } = reportPulls
  const last = db
    .selectDistinctOn([userId], { userId, state, requestedAt })
    .from(reportPulls)
    .where(only === undefined ? undefined : eq(userId, only))
    .orderBy(userId, desc(requestedAt), desc(reportPulls.id))
    .as('last')
  const people = await db
    .select({ id: users.id, state: last.state, requestedAt: last.requestedAt })
    .from(users)
    .leftJoin(last, eq(last.userId, users.id))
    .where(
      and(
        eq(users.enrolled, true),
        isNull(users.deletionAskedAt),
        only === undefined ? undefined : eq(users.id, only),
      ),
    )
    .orderBy(asc(users.id))
  const today = dayIn(timeZone, now)
  return people
    .filter(person => {
      const { state: was, requestedAt: at } = person
      return isDue(was === null || at === null ? null : { state: was, askedOn: dayIn(timeZone, at) }, today)
    })
    .map(({ id }) => id)
}
