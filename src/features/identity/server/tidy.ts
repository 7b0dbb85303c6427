import { lt } from 'drizzle-orm'
import { daysBefore, type Tidy } from '#server/housekeeping.ts'
import { codeChallenges, sessions, sessionTokens } from './tables.ts'

/** Deletes old codes, tokens that ran out, and sessions that ended a month ago. */
export const tidyIdentity: Tidy = async (db, now) => {
  await db.delete(codeChallenges).where(lt(codeChallenges.sentAt, daysBefore(now, 2)))
  await db.delete(sessionTokens).where(lt(sessionTokens.expiresAt, daysBefore(now, 1)))
  await db.delete(sessions).where(lt(sessions.expiresAt, daysBefore(now, 30)))
}
