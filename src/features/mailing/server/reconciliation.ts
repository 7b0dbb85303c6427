import { and, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { createMailJob } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import { adoptLetter } from './adopt.ts'
import { deriveMailJobId } from './frozen.ts'
import {
  findPendingReconciliation,
  liftRestoreHold,
  readInstallationId,
  recordReconciledUntil,
} from './mail-switch.ts'
import type { MailAlarm } from './process-mail-job.ts'
import { findProviderAccount, listProviderNames } from './provider-accounts.ts'
import { toMailJobColumns } from './rows.ts'
import { mailDiscrepancies, mailJobs } from './tables.ts'

/** The provider's letters beside our books: each of one must be in the other (security-reliability D12.7 and D12.8). */

/** A letter of the product, whether mailed or not: to whose mailing a letter at the provider belongs when our row is gone. */
export type KnownLetter = { id: string; userId: string; madeAt: Date }

export type ReconciliationDeps = {
  db: Database
  post: Pick<MailProvider, 'name' | 'list' | 'get' | 'cancel' | 'trackingUrl'>
  times: MailTimes
  clock: Clock
  log: Log
  alarm: (what: MailAlarm) => void
  /** Waits until another call may be made. */
  turn: () => Promise<void>
  /** Every letter there is. */
  letters: (db: Database) => Promise<readonly KnownLetter[]>
}

type Kind = (typeof mailDiscrepancies.$inferInsert)['kind']

/** Notes what an operator must look at; the same thing once. */
export const recordDiscrepancy = async (
  { db, alarm, log, clock }: ReconciliationDeps,
  kind: Kind,
  letter: Pick<ProviderLetter, 'providerId' | 'mailJobId'>,
) => {
  const { providerId, mailJobId } = letter
  const noted = await db
    .insert(mailDiscrepancies)
    .values({ providerId, mailJobId, kind, seenAt: clock() })
    .onConflictDoNothing()
    .returning({ providerId: mailDiscrepancies.providerId })
  if (noted.length === 0) return
  alarm('orphan')
  log.error('a letter at the provider does not fit our books', { code: kind })
}

const adopt = (deps: ReconciliationDeps, { id }: { id: string }, found: ProviderLetter): Promise<boolean> =>
  deps.db.transaction(tx => adoptLetter(tx, deps, id, found))

/** The letter of the product that a mailing of a generation is of. */
export type FindLetter = (mailJobId: string, generation: number) => Promise<KnownLetter | undefined>

/** Finds letters by the names of their mailings; all of them are read once, when the first is asked for. */
const lettersByMailing = ({ db, letters }: ReconciliationDeps): FindLetter => {
  const byGeneration = new Map<number, Promise<ReadonlyMap<string, KnownLetter>>>()
  const named = async (generation: number) =>
    new Map((await letters(db)).map(letter => [deriveMailJobId(letter.id, generation), letter]))
  return async (mailJobId, generation) => {
    const known = byGeneration.get(generation) ?? named(generation)
    byGeneration.set(generation, known)
    return (await known).get(mailJobId)
  }
}

/** Makes a row again that the restored books lack: of a letter that is still there it knows everything but the bytes. */
const reimport = async (deps: ReconciliationDeps, found: ProviderLetter, letterOf: FindLetter) => {
  const { mailJobId, generation } = found
  const letter = mailJobId === null || generation === null ? undefined : await letterOf(mailJobId, generation)
  if (!letter || mailJobId === null || generation === null) return recordDiscrepancy(deps, 'unknown', found)
  const { db, clock, post } = deps
  const [row] = await db
    .insert(mailJobs)
    .values({
      id: mailJobId,
      letterId: letter.id,
      generation,
      userId: letter.userId,
      certified: found.trackingNumber !== null,
      post: post.name,
      requestedAt: found.createdAt,
      ...toMailJobColumns(createMailJob(clock())),
    })
    .onConflictDoNothing()
    .returning({ id: mailJobs.id })
  if (row) await adopt(deps, row, found)
}

/**
 * A second letter under one name: it is taken back while it can be, and an operator is told either way. Where our own letter
 * is not to be seen the second is the only one, and nobody but an operator takes it back.
 */
const takeSecondBack = async (deps: ReconciliationDeps, ours: string, found: ProviderLetter) => {
  await recordDiscrepancy(deps, 'second', found)
  const own = await deps.post.get(ours)
  if (own === null || own.cancelled) return deps.alarm('second_letter')
  const came = await deps.post.cancel(found.providerId)
  if (came !== 'cancelled') deps.alarm('second_letter')
}

/** Letters of ours that were made in a span of time. */
const oursOf = async ({ db, post }: ReconciliationDeps, from: Date, to: Date) => {
  const env = await readInstallationId(db)
  return (await post.list(from, to)).filter(found => found.env === env && !found.cancelled)
}

/**
 * Compares the letters of a span of time with the books. Rows whose letter is at the provider adopt it; what fits nothing
 * is noted for an operator, or made again where `letterOf` says of what. `missing` letters, which we hold for handed over
 * and the provider does not know, are noted too.
 */
const pairSpan = async (deps: ReconciliationDeps, from: Date, to: Date, letterOf: FindLetter | null) => {
  const { db, post, clock, times } = deps
  const found = await oursOf(deps, from, to)
  const names = [...new Set(found.flatMap(({ mailJobId }) => mailJobId ?? []))]
  const { id, providerId: heldId } = mailJobs
  const rows =
    names.length === 0
      ? []
      : await db.select({ id, providerId: heldId }).from(mailJobs).where(inArray(id, names))
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const letter of found) {
    const row = letter.mailJobId === null ? undefined : byId.get(letter.mailJobId)
    if (!row) {
      if (letterOf === null) await recordDiscrepancy(deps, 'unknown', letter)
      else await reimport(deps, letter, letterOf)
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
        inArray(mailJobs.post, await listProviderNames(db, post.name)),
        gte(mailJobs.submittedAt, from),
        lt(mailJobs.submittedAt, to),
        lt(mailJobs.submittedAt, new Date(clock().getTime() - times.lookUpsApart)),
      ),
    )
  const there = new Set(found.map(({ providerId }) => providerId))
  for (const { providerId, mailJobId } of held) {
    if (providerId === null || there.has(providerId)) continue
    const asked = await post.get(providerId)
    if (asked === null) await recordDiscrepancy(deps, 'missing', { providerId, mailJobId })
  }
}

const LONGEST_SPAN_MS = 24 * 60 * 60_000
const SHORTEST_SPAN_MS = 60_000
/** So many spans in a row without an answer, and the provider is left alone until the next turn. */
const MOST_FAILURES = 12

/**
 * Compares everything between two instants, span by span from the oldest on, for as long as `goOn` says; gives how far it
 * came. A span that the provider cannot list, because it holds too many letters or an answer failed, is halved, and
 * doubled again after one that it could: so any number of letters comes to its end. Each span is noted when it is done.
 */
const walk = async (
  deps: ReconciliationDeps,
  { from, to }: { from: Date; to: Date },
  letterOf: FindLetter | null,
  { goOn, done }: { goOn: () => boolean; done: (until: Date) => Promise<void> },
): Promise<Date> => {
  let [at, span, failures] = [from, LONGEST_SPAN_MS, 0]
  while (at < to && goOn()) {
    const end = new Date(Math.min(at.getTime() + span, to.getTime()))
    try {
      await deps.turn()
      await pairSpan(deps, at, end, letterOf)
      at = end
      await done(at)
      span = Math.min(span * 2, LONGEST_SPAN_MS)
      failures = 0
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      failures += 1
      if (failures === MOST_FAILURES) throw error
      span = Math.max(span / 2, SHORTEST_SPAN_MS)
    }
  }
  return at
}

/** The provider's clock may be so far ahead of ours: a letter of this moment is compared too. */
const CLOCKS_APART_MS = 60_000

/** The nightly comparison. */
export const reconcileNightly = async (deps: ReconciliationDeps): Promise<void> => {
  const to = new Date(deps.clock().getTime() + CLOCKS_APART_MS)
  const from = new Date(to.getTime() - deps.times.compared)
  await walk(deps, { from, to }, null, { goOn: () => true, done: async () => undefined })
}

/**
 * Puts restored books right, and only then lets mailing go on; true when it did. What is not done while `goOn` says so is
 * gone on with by the next call. The comparison is worth nothing in another account than the copy mailed by.
 */
export const reconcileAfterRestore = async (
  deps: ReconciliationDeps,
  goOn: () => boolean,
): Promise<boolean> => {
  const { db, clock, times, log, post } = deps
  const awaited = await findPendingReconciliation(db)
  if (awaited === null) return false
  const account = await findProviderAccount(db, post.name)
  if (account === null) return false
  if (awaited.account !== null && awaited.account !== account) {
    log.error('the copy mailed by another account than that of the key that is set')
    return false
  }
  const to = new Date(clock().getTime() + CLOCKS_APART_MS)
  const from = awaited.comparedTo ?? new Date(to.getTime() - times.restored)
  const done = (comparedTo: Date) => recordReconciledUntil(db, awaited, comparedTo)
  const reached = await walk(deps, { from, to }, lettersByMailing(deps), { goOn, done })
  if (reached < to) return false
  await liftRestoreHold(db, awaited)
  log.info('the books of mailing are right again after a restore')
  return true
}
