import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import { daysBefore } from '#values/dates.ts'
import { codeChallenges, emailCodes, phoneFailureCounters, sessions, sessionTokens, users } from './tables.ts'
import { userDevices } from './trusted-devices.ts'

/** Rows of one statement: it takes a fraction of the five seconds that one may take. */
const AT_ONCE = 10_000

/** Every sign-in leaves a guard of its phone. Those that say nothing go, so that few are left to be looked at. */
const forgetSilentGuards = async (db: Database): Promise<void> => {
  const saysNothing = and(
    eq(phoneFailureCounters.recentFailures, []),
    eq(phoneFailureCounters.consecutiveFailures, 0),
    eq(phoneFailureCounters.locks, 0),
    isNull(phoneFailureCounters.lockedUntil),
  )
  for (let gone = AT_ONCE; gone === AT_ONCE; ) {
    const some = db
      .select({ phoneIndex: phoneFailureCounters.phoneIndex })
      .from(phoneFailureCounters)
      .where(saysNothing)
      .limit(AT_ONCE)
    const deleted = await db
      .delete(phoneFailureCounters)
      .where(and(saysNothing, inArray(phoneFailureCounters.phoneIndex, some)))
      .returning({ locks: phoneFailureCounters.locks })
    gone = deleted.length
  }
}

/**
 * Deletes old codes, tokens that ran out, sessions that ended a month ago, guards of phones that say nothing, and what was
 * tried a month ago with nobody's phone.
 */
export const cleanUpIdentity: CleanupTask = async (db, now) => {
  await db.delete(codeChallenges).where(lt(codeChallenges.sentAt, daysBefore(now, 2)))
  await db.delete(emailCodes).where(lt(emailCodes.sentAt, daysBefore(now, 2)))
  await db.delete(sessionTokens).where(lt(sessionTokens.expiresAt, daysBefore(now, 1)))
  await db.delete(sessions).where(lt(sessions.expiresAt, daysBefore(now, 30)))
  await userDevices.cleanUp(db, now)
  const lastTry = sql`coalesce((${phoneFailureCounters.recentFailures} ->> -1)::float8, 0)`
  await forgetSilentGuards(db)
  const itsPerson = db
    .select({ phoneIndex: users.phoneIndex })
    .from(users)
    .where(eq(users.phoneIndex, phoneFailureCounters.phoneIndex))
  await db
    .delete(phoneFailureCounters)
    .where(and(lt(lastTry, daysBefore(now, 30).getTime()), notExists(itsPerson)))
}

/**
 * Ends what a restored copy brings back to life: sessions that were ended since it was made, codes that were used, and
 * browsers that were forgotten. People sign in again; nothing else of theirs is touched.
 */
export const invalidateAfterRestore = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(sessions).set({ endedAt: now, endReason: 'restored' }).where(isNull(sessions.endedAt))
  await tx.update(codeChallenges).set({ consumedAt: now }).where(isNull(codeChallenges.consumedAt))
  await tx.update(emailCodes).set({ consumedAt: now }).where(isNull(emailCodes.consumedAt))
  await userDevices.forgetAll(tx)
}
