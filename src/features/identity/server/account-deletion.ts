import { and, eq, gt, gte, inArray, isNull, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { INACTIVITY_NOTICE_DAYS, type RetentionPeriods, unrecoverableAfter } from '#api/retention.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { erasures } from '#platform/db/tables.ts'
import type { CleanupTask, Disposal } from '#platform/jobs/disposal.ts'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'
import { daysBefore } from '#values/dates.ts'
import { latestRequestDueBy } from '../deletion.ts'
import { lockPhone } from './lock-out.ts'
import { findUser } from './store.ts'
import { users } from './tables.ts'

/** Records a deletion request and returns its time; a repeated request returns the first one's. */
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

/** Cancels a deletion. Throws `conflict` if none was requested, or the seven days have passed. */
export const cancelDeletion = async (tx: Database, userId: string, now: Date): Promise<void> => {
  const kept = await tx
    .update(users)
    .set({ deletionAskedAt: null })
    .where(and(eq(users.id, userId), gt(users.deletionAskedAt, latestRequestDueBy(now))))
    .returning({ id: users.id })
  if (kept.length === 0) throw new AppError('conflict')
}

/** Schedules users who were erased before for immediate erasure; returns how many of them exist. */
export const scheduleErasure = async (
  tx: Database,
  userIds: readonly string[],
  now: Date,
): Promise<number> => {
  if (userIds.length === 0) return 0
  const due = await tx
    .update(users)
    .set({ deletionAskedAt: latestRequestDueBy(now) })
    .where(inArray(users.id, [...userIds]))
    .returning({ id: users.id })
  return due.length
}

const isDeletionDue = (now: Date) => lte(users.deletionAskedAt, latestRequestDueBy(now))

/** Dependencies of erasing a user. */
type ErasureDeps = {
  keyring: Keyring
  personalData: readonly PersonalDataSource[]
  periods: Pick<RetentionPeriods, 'backups'>
}

/**
 * Erases a user in one transaction, if the condition is still true and no other process has the lock. The audit log
 * stays; it contains only ids.
 */
const eraseUser = async (
  tx: Database,
  { keyring, personalData, periods }: ErasureDeps,
  userId: string,
  isDue: SQL | undefined,
  now: Date,
): Promise<boolean> => {
  const due = and(eq(users.id, userId), isDue)
  const [found] = await tx.select({ phoneIndex: users.phoneIndex }).from(users).where(due)
  if (!found) return false
  await lockPhone(tx, found.phoneIndex)
  const [taken] = await tx.select({ id: users.id }).from(users).where(due).for('update', { skipLocked: true })
  const user = taken && (await findUser(tx, keyring, taken.id))
  if (!user) return false
  const { phoneNumber, email } = user.profile
  for (const { erase } of personalData) await erase?.(tx, keyring, { userId, phoneNumber, email })
  const erasure = { erasedAt: now, unrecoverableAfter: unrecoverableAfter(now, periods), rewrittenAt: null }
  await tx
    .insert(erasures)
    .values({ userId, ...erasure })
    .onConflictDoUpdate({ target: erasures.userId, set: erasure })
  await recordSystemAudit(tx, keyring, 'person_erased', { userId }, now)
  return true
}

/**
 * Erases every user whose seven days have passed (GLBA Safeguards Rule, 16 CFR 314.4(c)(6); Disposal Rule, 16 CFR 682.3):
 * each in one transaction, by the process that locks the row first. A failure does not affect the others, and is retried
 * in the next run.
 */
export const eraseDueUsers =
  (deps: ErasureDeps): CleanupTask =>
  async (db, now) => {
    const failures: unknown[] = []
    for (const { id } of await db.select({ id: users.id }).from(users).where(isDeletionDue(now))) {
      try {
        await db.transaction(tx => eraseUser(tx, deps, id, isDeletionDue(now), now))
        deps.keyring.forget(id)
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'people could not be erased')
  }

/** Erasing a user takes some twenty statements. */
const ERASED_AT_ONCE = 10

/**
 * Erases users who have not signed in within the limit and were notified a month ago (16 CFR 314.4(c)(6)(i)). `isNeeded`:
 * whether something in progress needs the row of `users`.
 */
export const inactiveAccountDisposal = (deps: ErasureDeps, isNeeded: (now: Date) => SQL): Disposal => ({
  kind: 'inactiveAccounts',
  dispose: async (tx, { before, now, most }) => {
    const isDue = and(
      lt(users.lastSeenAt, before),
      isNull(users.deletionAskedAt),
      gte(users.inactivityNoticeAt, users.lastSeenAt),
      lte(users.inactivityNoticeAt, daysBefore(now, INACTIVITY_NOTICE_DAYS)),
      not(isNeeded(now)),
    )
    const due = await tx
      .select({ id: users.id })
      .from(users)
      .where(isDue)
      // In random order, so that users who cannot be erased are not first every time.
      .orderBy(sql`random()`)
      .limit(Math.min(most, ERASED_AT_ONCE))
    let erased = 0
    for (const { id } of due)
      if (await eraseUser(tx, deps, id, isDue, now)) {
        deps.keyring.forget(id)
        erased += 1
      }
    return erased
  },
})
