import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { isSurelyUnsent, type MailJob, resetAfterRestore } from '../state-machine.ts'
import { mailJobs, mailProviders, mailSwitch } from './tables.ts'

/**
 * Which provider accounts can see which letters. A provider's name is its kind and a fingerprint of its API key
 * (`lob:5f2a...`). Keys of one account see the same letters, and no others: a letter looked up in the wrong account
 * would not be found and would be mailed twice.
 */

/** How the provider a job was requested from relates to the configured one. */
export type AccountRelation =
  /** Another key of the same account: it has shown a letter of that account. */
  | 'same_account'
  /** The same kind of provider, another account. */
  | 'other_account'
  /** Sandbox, test account and live account are different kinds. */
  | 'other_kind'
  /** Not determined yet, because the provider did not answer. */
  | 'not_known'

export const providerKind = (provider: string): string => provider.split(':', 1).join('')

/**
 * Moves a job that was requested from another provider to the configured one; null if only an operator can decide.
 * Under another key of the same account the letter is looked up again, because idempotency keys may not carry over.
 * In another account only a job that surely had no effect continues. A job requested from another kind of provider never
 * does: it may contain sandbox data.
 */
export const transferToProvider = (
  mailing: MailJob,
  relation: Exclude<AccountRelation, 'not_known'>,
  now: Date,
): MailJob | null => {
  if (relation === 'other_kind') return null
  if (isSurelyUnsent(mailing)) return { ...mailing, lookedUp: false }
  return relation === 'same_account' ? { ...resetAfterRestore(mailing, now), problem: 'other_key' } : null
}

/**
 * Determines which keys belong to one account. Lob does not name the account of a key, so the newest letters of earlier
 * keys are looked up with the new key: if one is found, by our job id in its metadata, both keys belong to one account. A
 * new key of the same account then works without an operator, and a new account is never mistaken for the old one.
 */

/** How many of an account's newest letters are tried with a new key. */
const TRIED = 3

/** Null while unknown. */
export const findProviderAccount = async (db: Database, provider: string): Promise<string | null> => {
  const [row] = await db.select().from(mailProviders).where(eq(mailProviders.name, provider))
  return row?.account ?? null
}

/** Names of all providers (keys) of the account, this one included. */
export const listProviderNames = async (db: Database, provider: string): Promise<string[]> => {
  const account = await findProviderAccount(db, provider)
  if (account === null) return [provider]
  const rows = await db.select().from(mailProviders).where(eq(mailProviders.account, account))
  return rows.map(({ name }) => name)
}

export const accountRelation = async (db: Database, asked: string, set: string): Promise<AccountRelation> => {
  if (providerKind(asked) !== providerKind(set)) return 'other_kind'
  const own = await findProviderAccount(db, set)
  if (own === null) return 'not_known'
  return own === (await findProviderAccount(db, asked)) ? 'same_account' : 'other_account'
}

/** Whether the configured provider would show a letter that was requested from `asked`. */
export const canSeeLettersOf = async (db: Database, asked: string, set: string): Promise<boolean> =>
  asked === set || (await accountRelation(db, asked, set)) === 'same_account'

export type IdentifyAccountDeps = { db: Database; provider: Pick<MailProvider, 'name' | 'get'>; log: Log }

/** The account of an earlier key whose letters this key shows; null if there is none. */
const findAccountByLetters = async ({ db, provider }: IdentifyAccountDeps): Promise<string | null> => {
  const rows = await db.select().from(mailProviders).orderBy(desc(mailProviders.seenAt))
  const accounts = Map.groupBy(
    rows.filter(({ name }) => providerKind(name) === providerKind(provider.name)),
    ({ account }) => account,
  )
  for (const [account, providers] of accounts) {
    const names = providers.map(({ name }) => name)
    const letters = await db
      .select({ id: mailJobs.id, providerId: mailJobs.providerId })
      .from(mailJobs)
      .where(and(inArray(mailJobs.provider, names), isNotNull(mailJobs.providerId)))
      .orderBy(desc(mailJobs.submittedAt))
      .limit(TRIED)
    for (const { id, providerId } of letters) {
      const found = providerId === null ? null : await provider.get(providerId)
      if (found?.mailJobId === id) return account
    }
  }
  return null
}

/**
 * Determines the account of the configured provider and records that letters now go there. Null while the provider does
 * not respond; letters requested from another provider then wait.
 */
export const identifyAccount = async (deps: IdentifyAccountDeps, now: Date): Promise<string | null> => {
  const { db, provider, log } = deps
  let account = await findProviderAccount(db, provider.name)
  if (account === null) {
    try {
      account = (await findAccountByLetters(deps)) ?? newId()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('the account of the mail key is not known yet', { error })
      return null
    }
    // Another server may have inserted it first.
    await db.insert(mailProviders).values({ name: provider.name, account, seenAt: now }).onConflictDoNothing()
    account = await findProviderAccount(db, provider.name)
  }
  // A restored copy keeps its recorded account until it is reconciled.
  const isRight = or(isNull(mailSwitch.holdReason), ne(mailSwitch.holdReason, 'restore'))
  const isChanged = sql`${mailSwitch.account} is distinct from ${account}`
  await db
    .update(mailSwitch)
    .set({ account })
    .where(and(eq(mailSwitch.id, 1), isRight, isChanged))
  return account
}
