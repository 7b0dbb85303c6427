import { and, eq, gte, inArray, isNotNull, lt, lte } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { MailProvider, ProviderLetter } from '#providers/letters/port.ts'
import { letterStatuses } from '../letter-status.ts'
import { createMailJob } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import { deriveMailJobId } from './mail-requests.ts'
import {
  findPendingReconciliation,
  liftRestoreHold,
  readInstallationId,
  recordReconciledUntil,
} from './mail-switch.ts'
import type { MailAlarm } from './process-mail-job.ts'
import { findProviderAccount, listProviderNames } from './provider-accounts.ts'
import { mailDiscrepancies, mailJobs, toMailJobColumns } from './tables.ts'
import { adoptLetter, ingestPoll, type OnLetter } from './tracking-events.ts'

/** Compares the provider's letters with our jobs: each must be in the other. */

/** Any letter of the product, mailed or not, to find the letter of a job whose row was lost. */
export type KnownLetter = { id: string; userId: string; createdAt: Date }

export type ReconciliationDeps = {
  db: Database
  provider: Pick<MailProvider, 'name' | 'list' | 'get' | 'cancel' | 'trackingUrl'>
  times: MailTimes
  onLetter: OnLetter
  clock: Clock
  log: Log
  alarm: (what: MailAlarm) => void
  /** Waits for the shared rate limit. */
  turn: () => Promise<void>
  /** Every letter of the product. */
  letters: (db: Database) => Promise<readonly KnownLetter[]>
}

type Kind = (typeof mailDiscrepancies.$inferInsert)['kind']

/** Records a discrepancy for an operator, once. */
const recordDiscrepancy = async (
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
  log.error('a letter at the provider matches no job', { code: kind })
}

const adopt = (deps: ReconciliationDeps, { id }: { id: string }, found: ProviderLetter): Promise<boolean> =>
  deps.db.transaction(tx => adoptLetter(tx, deps, id, found))

/** The letter that a job of a generation belongs to. */
type FindLetter = (mailJobId: string, generation: number) => Promise<KnownLetter | undefined>

/** Derives job ids from all letters, which are read once, on first use. */
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

/**
 * Recreates a job missing from a restored database. If its letter still exists, everything but the PDF can be recreated.
 */
const reimport = async (deps: ReconciliationDeps, found: ProviderLetter, letterOf: FindLetter) => {
  const { mailJobId, generation } = found
  const letter = mailJobId === null || generation === null ? undefined : await letterOf(mailJobId, generation)
  if (!letter || mailJobId === null || generation === null) return recordDiscrepancy(deps, 'unknown', found)
  const { db, clock, provider } = deps
  const [row] = await db
    .insert(mailJobs)
    .values({
      id: mailJobId,
      letterId: letter.id,
      generation,
      userId: letter.userId,
      certified: found.trackingNumber !== null,
      provider: provider.name,
      requestedAt: found.createdAt,
      ...toMailJobColumns(createMailJob(clock())),
    })
    .onConflictDoNothing()
    .returning({ id: mailJobs.id })
  if (row) await adopt(deps, row, found)
}

/**
 * Cancels a second letter of one job if that is still possible, and records it for an operator either way. If our own
 * letter is gone, the second may be the only one, so only an operator may cancel it.
 */
const cancelSecond = async (deps: ReconciliationDeps, ours: string, found: ProviderLetter) => {
  await recordDiscrepancy(deps, 'second', found)
  const own = await deps.provider.get(ours)
  if (own === null || own.cancelled) return deps.alarm('second_letter')
  const result = await deps.provider.cancel(found.providerId)
  if (result !== 'cancelled') deps.alarm('second_letter')
}

const oursOf = async ({ db, provider }: ReconciliationDeps, from: Date, to: Date) => {
  const env = await readInstallationId(db)
  return (await provider.list(from, to)).filter(found => found.env === env && !found.cancelled)
}

/**
 * Reconciles one span of time. Jobs whose letter is at the provider adopt it. A letter that matches no job is
 * recorded for an operator, or its job is recreated if `letterOf` finds the letter. Letters we consider sent
 * that the provider does not have are recorded as `missing`.
 */
const reconcileSpan = async (deps: ReconciliationDeps, from: Date, to: Date, letterOf: FindLetter | null) => {
  const { db, provider, clock, times } = deps
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
      await cancelSecond(deps, row.providerId, letter)
    } else if (await adopt(deps, row, letter)) {
      // The job was given up or is ambiguous, but the provider has its letter. If there are several, the oldest: it is listed
      // first.
      byId.set(row.id, { ...row, providerId: letter.providerId })
    }
  }
  const held = await db
    .select({ providerId: mailJobs.providerId, mailJobId: mailJobs.id })
    .from(mailJobs)
    .where(
      and(
        isNotNull(mailJobs.providerId),
        inArray(mailJobs.provider, await listProviderNames(db, provider.name)),
        gte(mailJobs.submittedAt, from),
        lt(mailJobs.submittedAt, to),
        lt(mailJobs.submittedAt, new Date(clock().getTime() - times.lookupsApart)),
      ),
    )
  const listed = new Set(found.map(({ providerId }) => providerId))
  for (const { providerId, mailJobId } of held) {
    if (providerId === null || listed.has(providerId)) continue
    const letter = await provider.get(providerId)
    if (letter === null) await recordDiscrepancy(deps, 'missing', { providerId, mailJobId })
  }
}

const LONGEST_SPAN_MS = 24 * 60 * 60_000
const SHORTEST_SPAN_MS = 60_000
/** After this many failed spans in a row, stop until the next run. */
const MAX_SPAN_FAILURES = 12

/**
 * Reconciles from one time to another, span by span, while `mayContinue` allows, and returns how far it got. A span that
 * cannot be listed, because it contains too many letters or a call failed, is halved, and doubled again after a success,
 * so any number of letters can be processed. Each finished span is recorded.
 */
const walk = async (
  deps: ReconciliationDeps,
  { from, to }: { from: Date; to: Date },
  letterOf: FindLetter | null,
  { mayContinue, done }: { mayContinue: () => boolean; done: (until: Date) => Promise<void> },
): Promise<Date> => {
  let [at, span, failures] = [from, LONGEST_SPAN_MS, 0]
  while (at < to && mayContinue()) {
    const end = new Date(Math.min(at.getTime() + span, to.getTime()))
    try {
      await deps.turn()
      await reconcileSpan(deps, at, end, letterOf)
      at = end
      await done(at)
      span = Math.min(span * 2, LONGEST_SPAN_MS)
      failures = 0
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      failures += 1
      if (failures === MAX_SPAN_FAILURES) throw error
      span = Math.max(span / 2, SHORTEST_SPAN_MS)
    }
  }
  return at
}

/** The provider's clock may be this far ahead, so letters created just now are compared too. */
const CLOCKS_APART_MS = 60_000

export const reconcileNightly = async (deps: ReconciliationDeps): Promise<void> => {
  const to = new Date(deps.clock().getTime() + CLOCKS_APART_MS)
  const from = new Date(to.getTime() - deps.times.compared)
  await walk(deps, { from, to }, null, { mayContinue: () => true, done: async () => undefined })
}

/**
 * Reconciles a restored database and then lifts the hold; true when done. The next call continues where this one
 * stopped. Reconciling against an account other than the backup's would prove nothing, so it is refused.
 */
export const reconcileAfterRestore = async (
  deps: ReconciliationDeps,
  mayContinue: () => boolean,
): Promise<boolean> => {
  const { db, clock, times, log, provider } = deps
  const pending = await findPendingReconciliation(db)
  if (pending === null) return false
  const account = await findProviderAccount(db, provider.name)
  if (account === null) return false
  if (pending.account !== null && pending.account !== account) {
    log.error('the restored copy mailed by another account than the configured one')
    return false
  }
  const to = new Date(clock().getTime() + CLOCKS_APART_MS)
  const from = pending.comparedTo ?? new Date(to.getTime() - times.restored)
  const done = (comparedTo: Date) => recordReconciledUntil(db, pending, comparedTo)
  const reached = await walk(deps, { from, to }, lettersByMailing(deps), { mayContinue, done })
  if (reached < to) return false
  await liftRestoreHold(db, pending)
  log.info('mailing is reconciled after a restore')
  return true
}

const pollLetter = async (
  deps: ReconciliationDeps,
  { id, providerId }: { id: string; providerId: string },
) => {
  const { db, provider, clock, times } = deps
  const found = await provider.get(providerId)
  if (found === null) await recordDiscrepancy(deps, 'missing', { providerId, mailJobId: id })
  await db.transaction(async tx => {
    const at = clock()
    if (found) await ingestPoll(tx, found, at, deps)
    const [row] = await tx
      .select({ deliveryStatus: mailJobs.deliveryStatus })
      .from(mailJobs)
      .where(eq(mailJobs.id, id))
      .for('update')
    const ended = row?.deliveryStatus != null && letterStatuses[row.deliveryStatus].final
    const askAt = ended ? null : new Date(at.getTime() + times.asked)
    await tx.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
  })
}

/** A letter whose poll failed is polled again this much later, so that it does not block others. */
const POLL_RETRY_MS = 60 * 60_000
/** After this many failures, stop until the next run. */
const MAX_POLL_FAILURES = 5
/** Letters per run. */
const MAX_POLLED = 500

/** Polls letters that have been silent for long, and those whose reported delivery needs confirmation. */
export const pollSilentLetters = async (deps: ReconciliationDeps): Promise<void> => {
  const { db, provider, clock, log, turn } = deps
  const at = clock()
  const rows = await db
    .select({ id: mailJobs.id, providerId: mailJobs.providerId })
    .from(mailJobs)
    .where(
      and(lte(mailJobs.askAt, at), inArray(mailJobs.provider, await listProviderNames(db, provider.name))),
    )
    .orderBy(mailJobs.askAt)
    .limit(MAX_POLLED)
  let failures = 0
  for (const { id, providerId } of rows) {
    if (providerId === null) continue
    try {
      await turn()
      await pollLetter(deps, { id, providerId })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('a letter could not be polled', { error })
      const askAt = new Date(at.getTime() + POLL_RETRY_MS)
      await db.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
      failures += 1
      if (failures === MAX_POLL_FAILURES) return
    }
  }
}
