import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Gate } from '../standing.ts'
import { isOver, restored } from '../state.ts'
import type { MailTimes } from '../times.ts'
import { columnsOf, mailingIn } from './rows.ts'
import { mailGate, mailJobs } from './tables.ts'

/** The one row that says what holds for all letters: our name at the provider, and whether mailing is on hold. */

const FAR = new Date('9999-12-31T00:00:00Z')

/** What holds now. After a restore nothing goes out until the books are right again. */
export const standingGate = async (db: Database, now: Date, times: MailTimes): Promise<Gate> => {
  const [row] = await db.select().from(mailGate).where(eq(mailGate.id, 1))
  if (!row) return { holdUntil: FAR, watchful: true }
  const { holdReason, holdUntil, restoredAt } = row
  return {
    holdUntil: holdReason === 'restore' ? FAR : holdUntil !== null && holdUntil > now ? holdUntil : null,
    watchful: restoredAt !== null && now.getTime() - restoredAt.getTime() < times.watchful,
  }
}

/**
 * What tells a database from its copy: PostgreSQL's own numbers for the cluster, its line of time, the database and this
 * table. A dump that is read back has other numbers, and so has a server that was recovered or took over from another one:
 * each may lack what was committed last.
 */
const fingerprintOf = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ fingerprint: string }>(sql`
    select concat_ws('|', (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select oid from pg_database where datname = current_database()), 'mail_gate'::regclass::oid) as fingerprint`)
  return rows[0]?.fingerprint ?? ''
}

/**
 * Looks whether the books are a copy: by the database's own numbers, or because `npm run restore` said so. If they are,
 * nothing is mailed until `pairAfterRestore` has put them right; whatever was under way counts as unclear.
 */
export const openGate = async (
  db: Database,
  now: Date,
  { wasRestored }: { wasRestored: boolean },
): Promise<{ restored: boolean }> => {
  const fingerprint = await fingerprintOf(db)
  await db.insert(mailGate).values({ id: 1, env: newId(), fingerprint }).onConflictDoNothing()
  const [standing] = await db.select().from(mailGate).where(eq(mailGate.id, 1))
  // Other servers are at work on this row: one that only starts does not wait for it.
  if (standing?.fingerprint === fingerprint && !wasRestored) return { restored: false }
  return db.transaction(async tx => {
    await tx.execute(sql`set local lock_timeout = '10s'`)
    const [row] = await tx.select().from(mailGate).where(eq(mailGate.id, 1)).for('update')
    if (!row || (row.fingerprint === fingerprint && !wasRestored)) return { restored: false }
    await tx
      .update(mailGate)
      .set({
        fingerprint,
        holdReason: 'restore',
        holdUntil: null,
        restoreEpoch: row.restoreEpoch + 1,
        restoredAt: now,
      })
      .where(eq(mailGate.id, 1))
    const open = await tx
      .select()
      .from(mailJobs)
      .where(sql`${mailJobs.phase} in ('requested', 'ready', 'submitting', 'unknown')`)
      .for('update')
    for (const job of open.filter(one => !isOver(one))) {
      await tx
        .update(mailJobs)
        .set({ ...columnsOf(restored(mailingIn(job), now)), leaseToken: null })
        .where(eq(mailJobs.id, job.id))
    }
    return { restored: true }
  })
}

/** Whether the books wait to be put right after a restore. */
export const awaitsPairing = async (db: Database): Promise<boolean> => {
  const [row] = await db
    .select({ id: mailGate.id })
    .from(mailGate)
    .where(and(eq(mailGate.id, 1), eq(mailGate.holdReason, 'restore')))
  return row !== undefined
}

/** The books are right again. */
export const liftRestoreHold = async (tx: Database): Promise<void> => {
  await tx
    .update(mailGate)
    .set({ holdReason: null, holdUntil: null })
    .where(and(eq(mailGate.id, 1), eq(mailGate.holdReason, 'restore')))
}

/** Our name at the provider. */
export const envOf = async (db: Database): Promise<string> => {
  const [row] = await db.select({ env: mailGate.env }).from(mailGate).where(eq(mailGate.id, 1))
  if (!row) throw new Error('mailing was not opened')
  return row.env
}
