import { and, lt, notInArray, sql } from 'drizzle-orm'
import { daysBefore, type Tidy } from '#server/housekeeping.ts'
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

/** Deletes old codes, tokens that ran out, sessions that ended a month ago, and what was tried with nobody's phone by then. */
export const tidyIdentity: Tidy = async (db, now) => {
  await db.delete(codeChallenges).where(lt(codeChallenges.sentAt, daysBefore(now, 2)))
  await db.delete(emailCodes).where(lt(emailCodes.sentAt, daysBefore(now, 2)))
  await db.delete(sessionTokens).where(lt(sessionTokens.expiresAt, daysBefore(now, 1)))
  await db.delete(sessions).where(lt(sessions.expiresAt, daysBefore(now, 30)))
  await db
    .delete(knownBrowsers)
    .where(lt(knownBrowsers.signedInAt, new Date(now.getTime() - KNOWN_BROWSER_LIFE)))
  const lastTry = sql`coalesce((${phoneGuards.recentFails} ->> -1)::float8, 0)`
  const phonesOfPeople = db.select({ phoneIndex: users.phoneIndex }).from(users)
  await db
    .delete(phoneGuards)
    .where(
      and(lt(lastTry, daysBefore(now, 30).getTime()), notInArray(phoneGuards.phoneIndex, phonesOfPeople)),
    )
}
