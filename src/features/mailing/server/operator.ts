import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { noteOwnAct } from '#platform/audit/trail.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { LetterPost } from '#providers/letters/port.ts'
import { givenUpBy } from '../state.ts'
import { type AdoptDeps, adoptLetter } from './adopt.ts'
import { awaitedComparison, envOf } from './gate.ts'
import { toldOf } from './news.ts'
import { isSeenBy } from './posts.ts'
import { columnsOf, mailingIn, standingColumns } from './rows.ts'
import { mailGate, mailJobs, mailOrphans, mailPosts } from './tables.ts'
import { lettersOf } from './worker.ts'

/** What an operator sees and decides of letters of which nobody else can: ids and codes, never a name or an address. */

/** What holds mailing up; `failing`: sending is paused and look-ups go on. */
export const holdReasons = ['restore', 'provider', 'failing'] as const
export type Hold = { reason: (typeof holdReasons)[number]; since: Date | null; until: Date | null }

/** What holds mailing up now. */
export const holdsNow = async (db: Database, now: Date): Promise<Hold[]> => {
  const [gate] = await db.select().from(mailGate).where(eq(mailGate.id, 1))
  if (!gate) return []
  const { holdReason, holdUntil, restoredAt, failingSince, probeAt } = gate
  const holds: Hold[] = []
  if (holdReason === 'restore') holds.push({ reason: 'restore', since: restoredAt, until: null })
  if (holdReason === 'provider' && holdUntil !== null && holdUntil > now)
    holds.push({ reason: 'provider', since: null, until: holdUntil })
  if (failingSince !== null) holds.push({ reason: 'failing', since: failingSince, until: probeAt })
  return holds
}

/** How mailing stands, in numbers: what holds it up, and how many letters are unclear, the oldest for how long. */
export type MailStanding = { holds: readonly Hold[]; unclear: number; oldestUnclearSeconds: number }

/** Measures how mailing stands. */
export const mailStanding = async (db: Database, now: Date): Promise<MailStanding> => {
  const [unclear] = await db
    .select({
      letters: count(),
      // Of a copy's letters only `since` is known: when it was read back.
      oldest: sql`min(greatest(${mailJobs.firstAttemptAt}, ${mailJobs.since}))`.mapWith(mailJobs.since),
    })
    .from(mailJobs)
    .where(and(mailJobs.unclear, sql`${mailJobs.phase} in ('ready', 'submitting', 'unknown')`))
  const oldest = unclear?.oldest ?? now
  return {
    holds: await holdsNow(db, now),
    unclear: unclear?.letters ?? 0,
    oldestUnclearSeconds: Math.max(0, (now.getTime() - oldest.getTime()) / 1_000),
  }
}

/** What waits for an operator, oldest first, what holds mailing up, and the accounts that letters were ever given to. */
export const openQuestions = async (db: Database, now: Date) => {
  const { id, letterId, generation, post, requestedAt, firstAttemptAt, keyGeneration, problem } = mailJobs
  return {
    holds: await holdsNow(db, now),
    mailings: await db
      .select({ id, letterId, generation, post, requestedAt, firstAttemptAt, keyGeneration, problem })
      .from(mailJobs)
      .where(eq(mailJobs.phase, 'needs_operator'))
      .orderBy(asc(requestedAt), asc(id)),
    strange: await db
      .select()
      .from(mailOrphans)
      .where(isNull(mailOrphans.settledAt))
      .orderBy(asc(mailOrphans.seenAt), asc(mailOrphans.providerId)),
    posts: await db.select().from(mailPosts).orderBy(asc(mailPosts.seenAt)),
    /** The account by which a copy must be compared; null when none waits for that. */
    awaitedAccount: (await awaitedComparison(db))?.account ?? null,
  }
}

/** Why nothing was done. */
export type NotDone =
  | 'no_mailing'
  | 'other_account'
  | 'not_waiting'
  | 'no_letter'
  | 'other_letter'
  | 'cancelled_letter'
  | 'letter_there'

type OperatorDeps = Pick<AdoptDeps, 'times' | 'clock'> & {
  vault: Pick<Vault, 'trailMac'>
  post: Pick<LetterPost, 'name' | 'get' | 'find' | 'trackingUrl'>
}

/** The mailing, held; only the account that it was asked of can say whether there is a letter. */
const heldMailing = async (tx: Database, mailJobId: string, post: string) => {
  const [row] = await tx
    .select(standingColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, mailJobId))
    .for('update')
  if (!row) return 'no_mailing'
  if (row.phase !== 'needs_operator') return 'not_waiting'
  return (await isSeenBy(tx, row.post, post)) ? row : 'other_account'
}

const about = ({ userId, letterId }: { userId: string | null; letterId: string }) => ({
  ...(userId === null ? {} : { userId }),
  objectId: letterId,
})

/** The provider has the letter: it counts as handed over from now on. The provider is asked whether it is this letter. */
export const adoptByHand = async (
  db: Database,
  deps: OperatorDeps,
  { mailJobId, providerId }: { mailJobId: string; providerId: string },
): Promise<'done' | NotDone> => {
  const found = await deps.post.get(providerId)
  if (found === null) return 'no_letter'
  if (found.mailJobId !== mailJobId || found.env !== (await envOf(db))) return 'other_letter'
  if (found.cancelled) return 'cancelled_letter'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId, deps.post.name)
    if (typeof row === 'string') return row
    if (!(await adoptLetter(tx, deps, mailJobId, found))) return 'not_waiting'
    await tx.delete(mailOrphans).where(eq(mailOrphans.providerId, providerId))
    await noteOwnAct(tx, deps.vault, 'mailing_adopted', about(row), deps.clock())
    return 'done'
  })
}

/**
 * The letter was not mailed and will not be: the person is told so, and may have it mailed again. Refused while the provider
 * shows a letter of this name, however old, or told of one that is there, for then it would be mailed twice.
 */
export const giveUpByHand = async (
  db: Database,
  deps: OperatorDeps,
  { mailJobId, reason }: { mailJobId: string; reason: string },
): Promise<'done' | NotDone> => {
  const { post, times, clock, vault } = deps
  const { requestedAt } = mailJobs
  const [asked] = await db.select({ requestedAt }).from(mailJobs).where(eq(mailJobs.id, mailJobId))
  if (!asked) return 'no_mailing'
  const since = new Date(asked.requestedAt.getTime() - times.restored)
  const found = await lettersOf(mailJobId, since, { post, toldOf: id => toldOf(db, id) })
  if (found.some(({ cancelled }) => !cancelled)) return 'letter_there'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId, deps.post.name)
    if (typeof row === 'string') return row
    const mailing = givenUpBy(mailingIn(row), reason)
    await tx.update(mailJobs).set(columnsOf(mailing)).where(eq(mailJobs.id, mailJobId))
    await noteOwnAct(tx, vault, 'mailing_given_up', about(row), clock())
    return 'done'
  })
}

/** A letter at the provider that did not fit the books was seen to: it is not listed again. */
export const settleStrange = async (
  db: Database,
  { clock, vault }: Pick<OperatorDeps, 'clock' | 'vault'>,
  providerId: string,
): Promise<'done' | 'no_letter'> =>
  db.transaction(async tx => {
    const now = clock()
    const settled = await tx
      .update(mailOrphans)
      .set({ settledAt: now })
      .where(and(eq(mailOrphans.providerId, providerId), isNull(mailOrphans.settledAt)))
      .returning({ providerId: mailOrphans.providerId })
    if (settled.length === 0) return 'no_letter'
    await noteOwnAct(tx, vault, 'strange_letter_settled', {}, now)
    return 'done'
  })
