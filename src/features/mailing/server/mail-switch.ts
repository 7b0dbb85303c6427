import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { type MailSwitch, resetAfterRestore } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import { mailJobStateColumns, mailJobs, mailSwitch, toMailJob, toMailJobColumns } from './tables.ts'

/**
 * The single row of `mail_gate` stores what applies to all letters: this installation's id at the provider, and whether
 * mailing is on hold.
 */

const FAR = new Date('9999-12-31T00:00:00Z')

/**
 * Identifies this database by PostgreSQL's own numbers: cluster, timeline, database, and table. A restored dump, a
 * recovered server and a failover replica have other numbers, and each may lack the last commits. Copied embedded
 * databases also have their own number (`db/empty-database.ts`); where it is missing, it is left out.
 */
const ownNumbers = sql<string>`concat_ws('|', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database()), 'mail_gate'::regclass::oid,
  current_setting('fairfile.installation', true))`

/**
 * After a restore nothing is sent until reconciliation is done. Nothing is sent from an undetected copy either: workers
 * check more often than the job that detects it.
 */
export const readMailSwitch = async (db: Database, now: Date, times: MailTimes): Promise<MailSwitch> => {
  const [row] = await db
    .select({ ...getTableColumns(mailSwitch), here: ownNumbers })
    .from(mailSwitch)
    .where(eq(mailSwitch.id, 1))
  if (!row || row.fingerprint !== row.here) return { holdUntil: FAR, probeAt: null, watchful: true }
  const { holdReason, holdUntil, restoredAt, probeAt } = row
  return {
    holdUntil: holdReason === 'restore' ? FAR : holdUntil !== null && holdUntil > now ? holdUntil : null,
    probeAt,
    watchful: restoredAt !== null && now.getTime() - restoredAt.getTime() < times.watchful,
  }
}

/**
 * Detects a restored database, by its own numbers or because the operator marked it. Then nothing is mailed
 * until `reconcileAfterRestore` is done, and every job in progress counts as ambiguous. `also` runs in the same
 * transaction, so of several servers that open a copy only one does it.
 */
export const initializeMailSwitch = async (
  db: Database,
  now: Date,
  {
    wasRestored,
    also = async () => undefined,
  }: { wasRestored: boolean; also?: (tx: Database) => Promise<void> },
): Promise<{ restored: boolean }> => {
  await db.insert(mailSwitch).values({ id: 1, env: newId(), fingerprint: ownNumbers }).onConflictDoNothing()
  const { id, fingerprint } = mailSwitch
  const [current] = await db.select({ fingerprint, here: ownNumbers }).from(mailSwitch).where(eq(id, 1))
  // Other servers are working on this row; do not wait for it just to start.
  if (!current || (current.fingerprint === current.here && !wasRestored)) return { restored: false }
  return db.transaction(async tx => {
    await tx.execute(sql`set local lock_timeout = '10s'`)
    // Lock jobs before the mail switch, in the order workers use; the other order deadlocks.
    const open = await tx
      .select(mailJobStateColumns)
      .from(mailJobs)
      .where(sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`)
      .for('update')
    const [row] = await tx.select().from(mailSwitch).where(eq(id, 1)).for('update')
    if (!row || (row.fingerprint === current.here && !wasRestored)) return { restored: false }
    await tx
      .update(mailSwitch)
      .set({
        fingerprint: current.here,
        holdReason: 'restore',
        holdUntil: null,
        comparedTo: null,
        restoreEpoch: row.restoreEpoch + 1,
        restoredAt: now,
      })
      .where(eq(mailSwitch.id, 1))
    for (const job of open) {
      await tx
        .update(mailJobs)
        .set({ ...toMailJobColumns(resetAfterRestore(toMailJob(job), now)), leaseToken: null })
        .where(eq(mailJobs.id, job.id))
    }
    await also(tx)
    return { restored: true }
  })
}

/**
 * A restored database that is not reconciled yet: which restore, how far reconciliation got, and the account it
 * mailed through.
 */
type PendingReconciliation = { epoch: number; comparedTo: Date | null; account: string | null }

export const findPendingReconciliation = async (db: Database): Promise<PendingReconciliation | null> => {
  const { restoreEpoch: epoch, comparedTo, account } = mailSwitch
  const [row] = await db
    .select({ epoch, comparedTo, account })
    .from(mailSwitch)
    .where(and(eq(mailSwitch.id, 1), eq(mailSwitch.holdReason, 'restore')))
  return row ?? null
}

const sameRestore = ({ epoch }: Pick<PendingReconciliation, 'epoch'>) =>
  and(eq(mailSwitch.id, 1), eq(mailSwitch.holdReason, 'restore'), eq(mailSwitch.restoreEpoch, epoch))

/** The next run continues from there. */
export const recordReconciledUntil = async (
  db: Database,
  pending: Pick<PendingReconciliation, 'epoch'>,
  comparedTo: Date,
): Promise<void> => {
  await db.update(mailSwitch).set({ comparedTo }).where(sameRestore(pending))
}

export const liftRestoreHold = async (
  db: Database,
  pending: Pick<PendingReconciliation, 'epoch'>,
): Promise<void> => {
  await db.update(mailSwitch).set({ holdReason: null, holdUntil: null }).where(sameRestore(pending))
}

/** Identifies this installation at the provider. */
export const readInstallationId = async (db: Database): Promise<string> => {
  const [row] = await db.select({ env: mailSwitch.env }).from(mailSwitch).where(eq(mailSwitch.id, 1))
  if (!row) throw new Error('mailing was not opened')
  return row.env
}

/**
 * While the provider is failing, sending pauses on all servers. Lookups continue; every half minute one letter probes
 * the provider, and when one gets through, sending resumes.
 */

const gate = eq(mailSwitch.id, 1)
const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

/** False if sending was already paused. */
export const pauseSending = async (db: Database, now: Date, { probe }: MailTimes): Promise<boolean> => {
  const begun = await db
    .update(mailSwitch)
    .set({ failingSince: now, probeAt: after(now, probe) })
    .where(and(gate, isNull(mailSwitch.failingSince)))
    .returning({ id: mailSwitch.id })
  return begun.length > 0
}

/** Claims the probe that was due at `probeAt`; only one caller gets it. */
export const takeProbe = async (
  tx: Database,
  probeAt: Date,
  now: Date,
  { probe }: MailTimes,
): Promise<boolean> => {
  const taken = await tx
    .update(mailSwitch)
    .set({ probeAt: after(now, probe) })
    .where(and(gate, eq(mailSwitch.probeAt, probeAt)))
    .returning({ id: mailSwitch.id })
  return taken.length > 0
}

export const resumeSending = async (db: Database): Promise<void> => {
  await db.update(mailSwitch).set({ failingSince: null, probeAt: null }).where(gate)
}
