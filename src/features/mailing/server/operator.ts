import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { giveUpByOperator } from '../state-machine.ts'
import { findPendingReconciliation, readInstallationId } from './mail-switch.ts'
import { findProviderLetters } from './process-mail-job.ts'
import { canSeeLettersOf } from './provider-accounts.ts'
import {
  mailDiscrepancies,
  mailJobStateColumns,
  mailJobs,
  mailProviders,
  mailSwitch,
  toMailJob,
  toMailJobColumns,
} from './tables.ts'
import { type AdoptDeps, adoptLetter, listReportedLetterIds } from './tracking-events.ts'

/** What an operator sees and decides: ids and codes, never a name or an address. */

/** `failing`: sending is paused; lookups continue. */
export const holdReasons = ['restore', 'provider', 'failing'] as const
export type MailHold = { reason: (typeof holdReasons)[number]; since: Date | null; until: Date | null }

const listHolds = async (db: Database, now: Date): Promise<MailHold[]> => {
  const [gate] = await db.select().from(mailSwitch).where(eq(mailSwitch.id, 1))
  if (!gate) return []
  const { holdReason, holdUntil, restoredAt, failingSince, probeAt } = gate
  const holds: MailHold[] = []
  if (holdReason === 'restore') holds.push({ reason: 'restore', since: restoredAt, until: null })
  if (holdReason === 'provider' && holdUntil !== null && holdUntil > now)
    holds.push({ reason: 'provider', since: null, until: holdUntil })
  if (failingSince !== null) holds.push({ reason: 'failing', since: failingSince, until: probeAt })
  return holds
}

/** Why mailing is on hold, how many letters are ambiguous, and the age of the oldest. */
export type MailStatus = { holds: readonly MailHold[]; unclear: number; oldestUnclearSeconds: number }

export const readMailStatus = async (db: Database, now: Date): Promise<MailStatus> => {
  const [unclear] = await db
    .select({
      letters: count(),
      // Letters of a restored copy have only `since`, the time of the restore.
      oldest: sql`min(greatest(${mailJobs.firstAttemptAt}, ${mailJobs.since}))`.mapWith(mailJobs.since),
    })
    .from(mailJobs)
    .where(and(mailJobs.ambiguous, sql`${mailJobs.phase} in ('ready', 'submitting', 'unknown')`))
  const oldest = unclear?.oldest ?? now
  return {
    holds: await listHolds(db, now),
    unclear: unclear?.letters ?? 0,
    oldestUnclearSeconds: Math.max(0, (now.getTime() - oldest.getTime()) / 1_000),
  }
}

/** Jobs that wait for an operator, oldest first, why mailing is on hold, and every provider account ever used. */
export const listOperatorQueue = async (db: Database, now: Date) => {
  const { id, letterId, generation, provider, requestedAt, firstAttemptAt, keyGeneration, problem } = mailJobs
  return {
    holds: await listHolds(db, now),
    mailings: await db
      .select({ id, letterId, generation, provider, requestedAt, firstAttemptAt, keyGeneration, problem })
      .from(mailJobs)
      .where(eq(mailJobs.phase, 'needs_operator'))
      .orderBy(asc(requestedAt), asc(id)),
    strange: await db
      .select()
      .from(mailDiscrepancies)
      .where(isNull(mailDiscrepancies.settledAt))
      .orderBy(asc(mailDiscrepancies.seenAt), asc(mailDiscrepancies.providerId)),
    posts: await db.select().from(mailProviders).orderBy(asc(mailProviders.seenAt)),
    /** The account a restored copy must be reconciled with; null if none is pending. */
    awaitedAccount: (await findPendingReconciliation(db))?.account ?? null,
  }
}

export type OperatorError =
  | 'no_mailing'
  | 'other_account'
  | 'not_waiting'
  | 'no_letter'
  | 'other_letter'
  | 'cancelled_letter'
  | 'letter_there'

type OperatorDeps = Pick<AdoptDeps, 'times' | 'clock' | 'onLetter'> & {
  keyring: Pick<Keyring, 'auditMac'>
  provider: Pick<MailProvider, 'name' | 'get' | 'find' | 'trackingUrl'>
}

/** Locks the job. Only the account it was requested from can tell whether there is a letter. */
const heldMailing = async (tx: Database, mailJobId: string, provider: string) => {
  const [row] = await tx
    .select(mailJobStateColumns)
    .from(mailJobs)
    .where(eq(mailJobs.id, mailJobId))
    .for('update')
  if (!row) return 'no_mailing'
  if (row.phase !== 'needs_operator') return 'not_waiting'
  return (await canSeeLettersOf(tx, row.provider, provider)) ? row : 'other_account'
}

const about = ({ userId, letterId }: { userId: string | null; letterId: string }) => ({
  ...(userId === null ? {} : { userId }),
  objectId: letterId,
})

/** Records that the provider has the letter, after verifying with the provider that it is this one. */
export const adoptManually = async (
  db: Database,
  deps: OperatorDeps,
  { mailJobId, providerId }: { mailJobId: string; providerId: string },
): Promise<'done' | OperatorError> => {
  const found = await deps.provider.get(providerId)
  if (found === null) return 'no_letter'
  if (found.mailJobId !== mailJobId || found.env !== (await readInstallationId(db))) return 'other_letter'
  if (found.cancelled) return 'cancelled_letter'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId, deps.provider.name)
    if (typeof row === 'string') return row
    if (!(await adoptLetter(tx, deps, mailJobId, found))) return 'not_waiting'
    await tx.delete(mailDiscrepancies).where(eq(mailDiscrepancies.providerId, providerId))
    await recordSystemAudit(tx, deps.keyring, 'mailing_adopted', about(row), deps.clock())
    return 'done'
  })
}

/**
 * Records that the letter was not mailed and will not be; the user is notified and may have it mailed again. Refused
 * while the provider shows such a letter, however old, or a webhook named one, because then it would be mailed twice.
 */
export const giveUpManually = async (
  db: Database,
  deps: OperatorDeps,
  { mailJobId, reason }: { mailJobId: string; reason: string },
): Promise<'done' | OperatorError> => {
  const { provider, times, clock, keyring } = deps
  const { requestedAt } = mailJobs
  const [asked] = await db.select({ requestedAt }).from(mailJobs).where(eq(mailJobs.id, mailJobId))
  if (!asked) return 'no_mailing'
  const since = new Date(asked.requestedAt.getTime() - times.restored)
  const found = await findProviderLetters(mailJobId, since, {
    provider,
    listReportedIds: id => listReportedLetterIds(db, id),
  })
  if (found.some(({ cancelled }) => !cancelled)) return 'letter_there'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId, deps.provider.name)
    if (typeof row === 'string') return row
    const mailing = giveUpByOperator(toMailJob(row), reason)
    await tx.update(mailJobs).set(toMailJobColumns(mailing)).where(eq(mailJobs.id, mailJobId))
    await recordSystemAudit(tx, keyring, 'mailing_given_up', about(row), clock())
    return 'done'
  })
}

/** Marks a discrepancy as seen by an operator, so that it is not listed again. */
export const resolveDiscrepancy = async (
  db: Database,
  { clock, keyring }: Pick<OperatorDeps, 'clock' | 'keyring'>,
  providerId: string,
): Promise<'done' | 'no_letter'> =>
  db.transaction(async tx => {
    const now = clock()
    const settled = await tx
      .update(mailDiscrepancies)
      .set({ settledAt: now })
      .where(and(eq(mailDiscrepancies.providerId, providerId), isNull(mailDiscrepancies.settledAt)))
      .returning({ providerId: mailDiscrepancies.providerId })
    if (settled.length === 0) return 'no_letter'
    await recordSystemAudit(tx, keyring, 'strange_letter_settled', {}, now)
    return 'done'
  })
