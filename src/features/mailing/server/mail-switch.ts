import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { MailSwitch } from '../standing.ts'
import { resetAfterRestore } from '../state-machine.ts'
import type { MailTimes } from '../times.ts'
import { mailJobStateColumns, toMailJob, toMailJobColumns } from './rows.ts'
import { mailJobs, mailSwitch } from './tables.ts'

/** The one row that says what holds for all letters: our name at the provider, and whether mailing is on hold. */

const FAR = new Date('9999-12-31T00:00:00Z')

/**
 * What tells a database from its copy: PostgreSQL's own numbers for the cluster, its line of time, the database and this
 * table. A dump that is read back has other numbers, and so has a server that was recovered or took over from another one:
 * each may lack what was committed last.
 */
const ownNumbers = sql<string>`concat_ws('|', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database()), 'mail_gate'::regclass::oid)`

/**
 * What holds now. After a restore nothing goes out until the books are right again, nor from a copy that nobody noticed
 * yet: servers look for what is due oftener than for that.
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
 * Looks whether the books are a copy: by the database's own numbers, or because `npm run restore` said so. If they are,
 * nothing is mailed until `pairAfterRestore` has put them right; whatever was under way counts as unclear. `also` is done
 * in the same transaction, so that of several servers that open a copy one does it, once.
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
  const [standing] = await db.select({ fingerprint, here: ownNumbers }).from(mailSwitch).where(eq(id, 1))
  // Other servers are at work on this row: one that only starts does not wait for it.
  if (!standing || (standing.fingerprint === standing.here && !wasRestored)) return { restored: false }
  return db.transaction(async tx => {
    await tx.execute(sql`set local lock_timeout = '10s'`)
    // Mailings first, then the gate, as a worker takes them: the other way round each would wait for the other.
    const open = await tx
      .select(mailJobStateColumns)
      .from(mailJobs)
      .where(sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`)
      .for('update')
    const [row] = await tx.select().from(mailSwitch).where(eq(id, 1)).for('update')
    if (!row || (row.fingerprint === standing.here && !wasRestored)) return { restored: false }
    await tx
      .update(mailSwitch)
      .set({
        fingerprint: standing.here,
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

/** A copy whose books are not right yet: which restore, how far it is compared, and the account that it mailed by. */
export type PendingReconciliation = { epoch: number; comparedTo: Date | null; account: string | null }

/** The comparison that mailing waits for after a restore; null when there is none. */
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

/** Notes how far the comparison came, so that the next turn goes on from there. */
export const recordReconciledUntil = async (
  db: Database,
  awaited: Pick<PendingReconciliation, 'epoch'>,
  comparedTo: Date,
): Promise<void> => {
  await db.update(mailSwitch).set({ comparedTo }).where(sameRestore(awaited))
}

/** The books are right again. */
export const liftRestoreHold = async (
  db: Database,
  awaited: Pick<PendingReconciliation, 'epoch'>,
): Promise<void> => {
  await db.update(mailSwitch).set({ holdReason: null, holdUntil: null }).where(sameRestore(awaited))
}

/** Our name at the provider. */
export const readInstallationId = async (db: Database): Promise<string> => {
  const [row] = await db.select({ env: mailSwitch.env }).from(mailSwitch).where(eq(mailSwitch.id, 1))
  if (!row) throw new Error('mailing was not opened')
  return row.env
}
