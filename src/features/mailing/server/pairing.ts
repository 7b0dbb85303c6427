import { and, eq, gte, inArray, isNotNull, lt, lte } from 'drizzle-orm'
import { ProviderFailure } from '#providers/failure.ts'
import type { Found, LetterPost } from '#providers/letters/port.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Log } from '#server/log.ts'
import { hasArrived } from '../journey.ts'
import { requested } from '../state.ts'
import type { MailTimes } from '../times.ts'
import { adoptLetter } from './adopt.ts'
import { mailJobIdOf } from './frozen.ts'
import { awaitsPairing, envOf, liftRestoreHold } from './gate.ts'
import { takeAnswer } from './news.ts'
import { columnsOf } from './rows.ts'
import { mailJobs, mailOrphans } from './tables.ts'
import type { MailAlarm } from './worker.ts'

/** The provider's letters beside our books: each of one must be in the other (security-reliability D12.7 and D12.8). */

/** A letter of the product, whether mailed or not: to whose mailing a letter at the provider belongs when our row is gone. */
export type KnownLetter = { id: string; userId: string }

export type PairingDeps = {
  db: Database
  post: Pick<LetterPost, 'name' | 'list' | 'get' | 'cancel' | 'trackingUrl'>
  times: MailTimes
  clock: Clock
  log: Log
  alarm: (what: MailAlarm) => void
  /** Every letter there is. */
  letters: (db: Database) => Promise<readonly KnownLetter[]>
}

type Kind = (typeof mailOrphans.$inferInsert)['kind']

/** Notes what an operator must look at; the same thing once. */
const note = async (
  { db, alarm, log, clock }: PairingDeps,
  kind: Kind,
  letter: Pick<Found, 'providerId' | 'mailJobId'>,
) => {
  const { providerId, mailJobId } = letter
  const noted = await db
    .insert(mailOrphans)
    .values({ providerId, mailJobId, kind, seenAt: clock() })
    .onConflictDoNothing()
    .returning({ providerId: mailOrphans.providerId })
  if (noted.length === 0) return
  alarm('orphan')
  log.error('a letter at the provider does not fit our books', { code: kind })
}

const adopt = (deps: PairingDeps, { id }: { id: string }, found: Found): Promise<boolean> =>
  deps.db.transaction(tx => adoptLetter(tx, deps, id, found))

/** Makes a row again that the restored books lack: of a letter that is still there it knows everything but the bytes. */
const reimport = async (deps: PairingDeps, found: Found, known: ReadonlyMap<string, KnownLetter>) => {
  const letter = found.mailJobId === null ? undefined : known.get(found.mailJobId)
  if (!letter || found.mailJobId === null || found.generation === null) return note(deps, 'unknown', found)
  const { db, clock, post } = deps
  const [row] = await db
    .insert(mailJobs)
    .values({
      id: found.mailJobId,
      letterId: letter.id,
      generation: found.generation,
      userId: letter.userId,
      certified: found.trackingNumber !== null,
      post: post.name,
      requestedAt: found.createdAt,
      ...columnsOf(requested(clock())),
    })
    .onConflictDoNothing()
    .returning()
  if (row) await adopt(deps, row, found)
}

/**
 * A second letter under one name: it is taken back while it can be, and an operator is told either way. Where our own letter
 * is not to be seen the second is the only one, and nobody but an operator takes it back.
 */
const takeSecondBack = async (deps: PairingDeps, ours: string, found: Found) => {
  await note(deps, 'second', found)
  const own = await deps.post.get(ours)
  if (own === null || own.cancelled) return deps.alarm('second_letter')
  const came = await deps.post.cancel(found.providerId)
  if (came !== 'cancelled') deps.alarm('second_letter')
}

const oursOf = async ({ db, post }: PairingDeps, since: Date) => {
  const env = await envOf(db)
  return (await post.list(since)).filter(found => found.env === env && !found.cancelled)
}

/**
 * Compares all letters since an instant with the books. Rows whose letter is at the provider adopt it; what fits nothing is
 * noted for an operator. `missing` letters, which we hold for handed over and the provider does not know, too.
 */
const pairSince = async (deps: PairingDeps, since: Date, { afterRestore }: { afterRestore: boolean }) => {
  const { db, post, clock, times } = deps
  const found = await oursOf(deps, since)
  const names = [...new Set(found.flatMap(({ mailJobId }) => mailJobId ?? []))]
  const rows = names.length === 0 ? [] : await db.select().from(mailJobs).where(inArray(mailJobs.id, names))
  const byId = new Map(rows.map(row => [row.id, row]))
  const known = new Map<string, KnownLetter>()
  if (afterRestore) {
    const generations = [...new Set(found.flatMap(({ generation }) => generation ?? []))]
    for (const letter of await deps.letters(db))
      for (const generation of generations) known.set(mailJobIdOf(letter.id, generation), letter)
  }
  for (const letter of found) {
    const row = letter.mailJobId === null ? undefined : byId.get(letter.mailJobId)
    if (!row) {
      if (afterRestore) await reimport(deps, letter, known)
      else await note(deps, 'unknown', letter)
    } else if (row.providerId === letter.providerId) {
      continue
    } else if (row.providerId !== null) {
      await takeSecondBack(deps, row.providerId, letter)
    } else if (await adopt(deps, row, letter)) {
      // Given up, or still unclear: the provider has it all the same. Of several the oldest, which is listed first.
      byId.set(row.id, { ...row, providerId: letter.providerId })
    }
  }
  const held = await db
    .select({ providerId: mailJobs.providerId, mailJobId: mailJobs.id })
    .from(mailJobs)
    .where(
      and(
        isNotNull(mailJobs.providerId),
        eq(mailJobs.post, post.name),
        gte(mailJobs.submittedAt, since),
        lt(mailJobs.submittedAt, new Date(clock().getTime() - times.lookUpsApart)),
      ),
    )
  const there = new Set(found.map(({ providerId }) => providerId))
  for (const { providerId, mailJobId } of held) {
    if (providerId === null || there.has(providerId)) continue
    const asked = await post.get(providerId)
    if (asked === null) await note(deps, 'missing', { providerId, mailJobId })
  }
}

/** The nightly comparison. */
export const pairNightly = (deps: PairingDeps): Promise<void> =>
  pairSince(deps, new Date(deps.clock().getTime() - deps.times.compared), { afterRestore: false })

/** Puts restored books right, and only then lets mailing go on. True when there was something to put right. */
export const pairAfterRestore = async (deps: PairingDeps): Promise<boolean> => {
  const { db, clock, times, log } = deps
  if (!(await awaitsPairing(db))) return false
  await pairSince(deps, new Date(clock().getTime() - times.restored), { afterRestore: true })
  await liftRestoreHold(db)
  log.info('the books of mailing are right again after a restore')
  return true
}

const askAboutOne = async (deps: PairingDeps, { id, providerId }: { id: string; providerId: string }) => {
  const { db, post, clock, times } = deps
  const found = await post.get(providerId)
  if (found === null) await note(deps, 'missing', { providerId, mailJobId: id })
  await db.transaction(async tx => {
    if (found) await takeAnswer(tx, found, clock(), times)
    const [row] = await tx
      .select({ whereabouts: mailJobs.whereabouts })
      .from(mailJobs)
      .where(eq(mailJobs.id, id))
      .for('update')
    const ended = row?.whereabouts != null && hasArrived(row.whereabouts)
    const askAt = ended ? null : new Date(clock().getTime() + times.asked)
    await tx.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
  })
}

/** A letter about which no answer came is asked about again this much later, so that it holds up no other. */
const ASK_AGAIN_MS = 60 * 60_000
/** So many without an answer, and the provider is left alone until the next turn. */
const MOST_FAILURES = 5

/** Asks about letters that nothing was heard of for long, and about those whose way is said to have ended. */
export const askAbout = async (deps: PairingDeps, most = 500): Promise<void> => {
  const { db, post, clock, log } = deps
  const rows = await db
    .select({ id: mailJobs.id, providerId: mailJobs.providerId })
    .from(mailJobs)
    .where(and(lte(mailJobs.askAt, clock()), eq(mailJobs.post, post.name)))
    .orderBy(mailJobs.askAt)
    .limit(most)
  let failures = 0
  for (const { id, providerId } of rows) {
    if (providerId === null) continue
    try {
      await askAboutOne(deps, { id, providerId })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('no answer came about a letter', { error })
      const askAt = new Date(clock().getTime() + ASK_AGAIN_MS)
      await db.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
      failures += 1
      if (failures === MOST_FAILURES) return
    }
  }
}
