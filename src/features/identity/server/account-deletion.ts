import { and, eq, gt, lte } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'
import { latestRequestDueBy } from '../deletion.ts'
import { lockPhone } from './phone-lock-out.ts'
import { findUser, type UserRecord } from './store.ts'
import { users } from './tables.ts'

/** Records a deletion request and returns its time; of several, the first counts. */
export const requestDeletion = async (
  tx: Database,
  userId: string,
  now: Date,
): Promise<{ askedAt: Date; first: boolean }> => {
  const [row] = await tx
    .select({ askedAt: users.deletionAskedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!row) throw new AppError('no_session')
  if (row.askedAt) return { askedAt: row.askedAt, first: false }
  await tx.update(users).set({ deletionAskedAt: now }).where(eq(users.id, userId))
  return { askedAt: now, first: true }
}

/** Cancels a deletion. Refuses `conflict` when none was requested, or the seven days are over. */
export const cancelDeletion = async (tx: Database, userId: string, now: Date): Promise<void> => {
  const kept = await tx
    .update(users)
    .set({ deletionAskedAt: null })
    .where(and(eq(users.id, userId), gt(users.deletionAskedAt, latestRequestDueBy(now))))
    .returning({ id: users.id })
  if (kept.length === 0) throw new AppError('conflict')
}

const listUsersDueForErasure = async (db: Database, now: Date): Promise<string[]> => {
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletionAskedAt, latestRequestDueBy(now)))
  return due.map(({ id }) => id)
}

/** Locks a user whose seven days are over, to be erased in this transaction; null when another process has the lock. */
const claimForErasure = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<UserRecord | null> => {
  const due = and(eq(users.id, userId), lte(users.deletionAskedAt, latestRequestDueBy(now)))
  const [user] = await tx.select({ phoneIndex: users.phoneIndex }).from(users).where(due)
  if (!user) return null
  await lockPhone(tx, user.phoneIndex)
  const [taken] = await tx.select({ id: users.id }).from(users).where(due).for('update', { skipLocked: true })
  return taken ? findUser(tx, keyring, taken.id) : null
}

/**
 * Erases every user whose seven days are over (GLBA Safeguards Rule, 16 CFR 314.4(c)(6); Disposal Rule, 16 CFR 682.3): each
 * in one transaction, all or nothing, by the process that locks the row first. The audit log stays; it has ids only.
 * One that fails does not hold up the others, and is tried again the next time.
 */
export const eraseDueUsers =
  (keyring: Keyring, holdings: readonly PersonalDataSource[]): CleanupTask =>
  async (db, now) => {
    const failures: unknown[] = []
    for (const userId of await listUsersDueForErasure(db, now)) {
      try {
        await db.transaction(async tx => {
          const user = await claimForErasure(tx, keyring, userId, now)
          if (!user) return
          const { phoneNumber, email } = user.profile
          for (const { erase } of holdings) await erase?.(tx, keyring, { userId, phoneNumber, email })
          await recordSystemAudit(tx, keyring, 'person_erased', { userId }, now)
        })
        keyring.forget(userId)
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'people could not be erased')
  }
