import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LetterPost } from '#providers/letters/port.ts'
import { type Kinship, kindOf } from '../accounts.ts'
import { mailGate, mailJobs, mailPosts } from './tables.ts'

/**
 * Which posts are one account. No provider names the account of a key, so a new key is tried: when it shows a letter that
 * an earlier key made, by our own name in it, both are of one account. A change of key within an account goes unnoticed
 * that way, and a change of account never does.
 */

/** So many of an account's newest letters are asked for under a new key. */
const TRIED = 3

/** The account of a post; null while it is not settled. */
export const accountOf = async (db: Database, post: string): Promise<string | null> => {
  const [row] = await db.select().from(mailPosts).where(eq(mailPosts.name, post))
  return row?.account ?? null
}

/** Every post of the account that a post is of, itself too. */
export const postsOfAccount = async (db: Database, post: string): Promise<string[]> => {
  const account = await accountOf(db, post)
  if (account === null) return [post]
  const rows = await db.select().from(mailPosts).where(eq(mailPosts.account, account))
  return rows.map(({ name }) => name)
}

/** How the post that a mailing was asked of stands to the one that is set. */
export const kinshipOf = async (db: Database, asked: string, set: string): Promise<Kinship> => {
  if (kindOf(asked) !== kindOf(set)) return 'other_kind'
  const own = await accountOf(db, set)
  if (own === null) return 'not_known'
  return own === (await accountOf(db, asked)) ? 'same_account' : 'other_account'
}

/** Whether a mailing's letter would be seen by the post that is set. */
export const isSeenBy = async (db: Database, asked: string, set: string): Promise<boolean> =>
  asked === set || (await kinshipOf(db, asked, set)) === 'same_account'

export type SettleDeps = { db: Database; post: Pick<LetterPost, 'name' | 'get'>; log: Log }

/** The account of an earlier post of the same kind whose letters this one shows; null when there is none. */
const accountSeen = async ({ db, post }: SettleDeps): Promise<string | null> => {
  const rows = await db.select().from(mailPosts).orderBy(desc(mailPosts.seenAt))
  const accounts = Map.groupBy(
    rows.filter(({ name }) => kindOf(name) === kindOf(post.name)),
    ({ account }) => account,
  )
  for (const [account, posts] of accounts) {
    const names = posts.map(({ name }) => name)
    const letters = await db
      .select({ id: mailJobs.id, providerId: mailJobs.providerId })
      .from(mailJobs)
      .where(and(inArray(mailJobs.post, names), isNotNull(mailJobs.providerId)))
      .orderBy(desc(mailJobs.submittedAt))
      .limit(TRIED)
    for (const { id, providerId } of letters) {
      const found = providerId === null ? null : await post.get(providerId)
      if (found?.mailJobId === id) return account
    }
  }
  return null
}

/**
 * Learns which account the post that is set is of, and notes that letters go there from now on; gives it. Null while the
 * provider does not answer, and then letters that were asked of another post wait.
 */
export const settleAccount = async (deps: SettleDeps, now: Date): Promise<string | null> => {
  const { db, post, log } = deps
  let account = await accountOf(db, post.name)
  if (account === null) {
    try {
      account = (await accountSeen(deps)) ?? newId()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('whose key this is was not learned', { error })
      return null
    }
    // Another server may have been first.
    await db.insert(mailPosts).values({ name: post.name, account, seenAt: now }).onConflictDoNothing()
    account = await accountOf(db, post.name)
  }
  // What a restored copy says of it stays until its books are right.
  const isRight = or(isNull(mailGate.holdReason), ne(mailGate.holdReason, 'restore'))
  const isNews = sql`${mailGate.account} is distinct from ${account}`
  await db
    .update(mailGate)
    .set({ account })
    .where(and(eq(mailGate.id, 1), isRight, isNews))
  return account
}
