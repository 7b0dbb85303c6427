import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { type AccountRelation, providerKind } from '../accounts.ts'
import { mailJobs, mailProviders, mailSwitch } from './tables.ts'

/**
 * Which posts are one account. No provider names the account of a key, so a new key is tried: when it shows a letter that
 * an earlier key made, by our own name in it, both are of one account. A change of key within an account goes unnoticed
 * that way, and a change of account never does.
 */

/** So many of an account's newest letters are asked for under a new key. */
const TRIED = 3

/** The account of a post; null while it is not settled. */
export const findProviderAccount = async (db: Database, post: string): Promise<string | null> => {
  const [row] = await db.select().from(mailProviders).where(eq(mailProviders.name, post))
  return row?.account ?? null
}

/** Every post of the account that a post is of, itself too. */
export const listProviderNames = async (db: Database, post: string): Promise<string[]> => {
  const account = await findProviderAccount(db, post)
  if (account === null) return [post]
  const rows = await db.select().from(mailProviders).where(eq(mailProviders.account, account))
  return rows.map(({ name }) => name)
}

/** How the post that a mailing was asked of stands to the one that is set. */
export const accountRelation = async (db: Database, asked: string, set: string): Promise<AccountRelation> => {
  if (providerKind(asked) !== providerKind(set)) return 'other_kind'
  const own = await findProviderAccount(db, set)
  if (own === null) return 'not_known'
  return own === (await findProviderAccount(db, asked)) ? 'same_account' : 'other_account'
}

/** Whether a mailing's letter would be seen by the post that is set. */
export const canSeeLettersOf = async (db: Database, asked: string, set: string): Promise<boolean> =>
  asked === set || (await accountRelation(db, asked, set)) === 'same_account'

export type IdentifyAccountDeps = { db: Database; post: Pick<MailProvider, 'name' | 'get'>; log: Log }

/** The account of an earlier post of the same kind whose letters this one shows; null when there is none. */
const accountSeen = async ({ db, post }: IdentifyAccountDeps): Promise<string | null> => {
  const rows = await db.select().from(mailProviders).orderBy(desc(mailProviders.seenAt))
  const accounts = Map.groupBy(
    rows.filter(({ name }) => providerKind(name) === providerKind(post.name)),
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
export const identifyAccount = async (deps: IdentifyAccountDeps, now: Date): Promise<string | null> => {
  const { db, post, log } = deps
  let account = await findProviderAccount(db, post.name)
  if (account === null) {
    try {
      account = (await accountSeen(deps)) ?? newId()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('whose key this is was not learned', { error })
      return null
    }
    // Another server may have been first.
    await db.insert(mailProviders).values({ name: post.name, account, seenAt: now }).onConflictDoNothing()
    account = await findProviderAccount(db, post.name)
  }
  // What a restored copy says of it stays until its books are right.
  const isRight = or(isNull(mailSwitch.holdReason), ne(mailSwitch.holdReason, 'restore'))
  const isNews = sql`${mailSwitch.account} is distinct from ${account}`
  await db
    .update(mailSwitch)
    .set({ account })
    .where(and(eq(mailSwitch.id, 1), isRight, isNews))
  return account
}
