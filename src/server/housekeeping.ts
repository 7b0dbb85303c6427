import { lt, sql } from 'drizzle-orm'
import { codeChallenges, sessions, sessionTokens } from '#features/identity/server/tables.ts'
import { outboxItems } from '#features/sandbox/server/tables.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import { rateLimits, rememberedAnswers } from './tables.ts'

const DAY = 24 * 60 * 60_000
const EVERY = 60 * 60_000

/** Deletes what has no use any more: old codes and sessions, spent limits, answers older than a day. */
export const tidyUp = async (db: Database, now: Date): Promise<void> => {
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  await db.delete(rememberedAnswers).where(lt(rememberedAnswers.createdAt, ago(1)))
  await db.delete(codeChallenges).where(lt(codeChallenges.sentAt, ago(2)))
  await db.delete(sessionTokens).where(lt(sessionTokens.expiresAt, ago(1)))
  await db.delete(sessions).where(lt(sessions.expiresAt, ago(30)))
  await db.delete(outboxItems).where(lt(outboxItems.createdAt, ago(30)))
  await db.delete(rateLimits).where(sql`${rateLimits.expire} < ${Date.now() - DAY}`)
}

/** Tidies now and every hour; gives the way to stop. */
export const keepTidy = (db: Database, clock: Clock, log: Log): { stop: () => void } => {
  const tidy = () => {
    tidyUp(db, clock()).catch((error: unknown) => log.error('tidying failed', { job: 'housekeeping', error }))
  }
  tidy()
  const timer = setInterval(tidy, EVERY)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
