import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { retention } from '#api/retention.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask, Disposal } from '#platform/jobs/disposal.ts'
import { daysBefore } from '#values/dates.ts'
import {
  codeChallenges,
  emailCodes,
  phoneFailureCounters,
  pushSubscriptions,
  sessions,
  sessionTokens,
  users,
} from './tables.ts'
import { userDevices } from './trusted-devices.ts'

/** Rows per statement; one takes a fraction of the five-second limit. */
const BATCH = 10_000

/** Every sign-in leaves a counter for its phone. Empty ones are deleted, so that few are left to check. */
const deleteEmptyCounters = async (db: Database): Promise<void> => {
  const isEmpty = and(
    eq(phoneFailureCounters.recentFailures, []),
    eq(phoneFailureCounters.consecutiveFailures, 0),
    eq(phoneFailureCounters.locks, 0),
    isNull(phoneFailureCounters.lockedUntil),
  )
  for (let count = BATCH; count === BATCH; ) {
    const some = db
      .select({ phoneIndex: phoneFailureCounters.phoneIndex })
      .from(phoneFailureCounters)
      .where(isEmpty)
      .limit(BATCH)
    const deleted = await db
      .delete(phoneFailureCounters)
      .where(and(isEmpty, inArray(phoneFailureCounters.phoneIndex, some)))
      .returning({ locks: phoneFailureCounters.locks })
    count = deleted.length
  }
}

/** Deletes old codes, expired tokens, empty counters, and month-old counters of phones without a user. */
export const cleanUpIdentity: CleanupTask = async (db, now) => {
  await db
    .delete(codeChallenges)
    .where(lt(codeChallenges.sentAt, daysBefore(now, retention.signInCodes.usual)))
  await db.delete(emailCodes).where(lt(emailCodes.sentAt, daysBefore(now, retention.signInCodes.usual)))
  await db
    .delete(sessionTokens)
    .where(lt(sessionTokens.expiresAt, daysBefore(now, retention.sessionTokens.usual)))
  await userDevices.cleanUp(db, now)
  const lastTry = sql`coalesce((${phoneFailureCounters.recentFailures} ->> -1)::float8, 0)`
  await deleteEmptyCounters(db)
  const itsUser = db
    .select({ phoneIndex: users.phoneIndex })
    .from(users)
    .where(eq(users.phoneIndex, phoneFailureCounters.phoneIndex))
  await db
    .delete(phoneFailureCounters)
    .where(and(lt(lastTry, daysBefore(now, retention.signInFailures.usual).getTime()), notExists(itsUser)))
}

/** Deletes sessions of users and staff whose retention after expiry is over. */
export const sessionDisposal: Disposal = {
  kind: 'sessions',
  dispose: async (tx, { before, most }) => {
    const old = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, before))
      .limit(most)
    return (await tx.delete(sessions).where(inArray(sessions.id, old)).returning({ id: sessions.id })).length
  },
}

/**
 * Invalidates what a restored copy revives: sessions ended since the backup, used codes, and forgotten browsers. Users
 * sign in again; nothing else of theirs changes.
 */
export const invalidateAfterRestore = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(sessions).set({ endedAt: now, endReason: 'restored' }).where(isNull(sessions.endedAt))
  await tx.delete(pushSubscriptions)
  await tx.update(codeChallenges).set({ consumedAt: now }).where(isNull(codeChallenges.consumedAt))
  await tx.update(emailCodes).set({ consumedAt: now }).where(isNull(emailCodes.consumedAt))
  await userDevices.forgetAll(tx)
}
