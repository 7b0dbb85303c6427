import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Tidy } from '#platform/jobs/housekeeping.ts'
import { daysBefore } from '#values/dates.ts'
import { KNOWN_BROWSER_LIFE } from '../codes.ts'
import {
  codeChallenges,
  emailCodes,
  knownBrowsers,
  phoneGuards,
  sessions,
  sessionTokens,
  users,
} from './tables.ts'

/** Rows of one statement: it takes a fraction of the five seconds that one may take. */
const AT_ONCE = 10_000

/** Every sign-in leaves a guard of its phone. Those that say nothing go, so that few are left to be looked at. */
const forgetSilentGuards = async (db: Database): Promise<void> => {
  const saysNothing = and(
    eq(phoneGuards.recentFails, []),
    eq(phoneGuards.consecutiveFails, 0),
    eq(phoneGuards.locks, 0),
    isNull(phoneGuards.lockedUntil),
  )
  for (let gone = AT_ONCE; gone === AT_ONCE; ) {
    const some = db
      .select({ phoneIndex: phoneGuards.phoneIndex })
      .from(phoneGuards)
      .where(saysNothing)
      .limit(AT_ONCE)
    const deleted = await db
      .delete(phoneGuards)
      .where(and(saysNothing, inArray(phoneGuards.phoneIndex, some)))
      .returning({ locks: phoneGuards.locks })
    gone = deleted.length
  }
}

/**
 * Deletes old codes, tokens that ran out, sessions that ended a month ago, guards of phones that say nothing, and what was
 * tried a month ago with nobody's phone.
 */
export const tidyIdentity: Tidy = async (db, now) => {
  await db.delete(codeChallenges).where(lt(codeChallenges.sentAt, daysBefore(now, 2)))
  await db.delete(emailCodes).where(lt(emailCodes.sentAt, daysBefore(now, 2)))
  await db.delete(sessionTokens).where(lt(sessionTokens.expiresAt, daysBefore(now, 1)))
  await db.delete(sessions).where(lt(sessions.expiresAt, daysBefore(now, 30)))
  await db
    .delete(knownBrowsers)
    .where(lt(knownBrowsers.signedInAt, new Date(now.getTime() - KNOWN_BROWSER_LIFE)))
  const lastTry = sql`coalesce((${phoneGuards.recentFails} ->> -1)::float8, 0)`
  await forgetSilentGuards(db)
  const itsPerson = db
    .select({ phoneIndex: users.phoneIndex })
    .from(users)
    .where(eq(users.phoneIndex, phoneGuards.phoneIndex))
  await db.delete(phoneGuards).where(and(lt(lastTry, daysBefore(now, 30).getTime()), notExists(itsPerson)))
}
