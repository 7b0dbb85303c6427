import { and, eq, inArray, lt, notInArray } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import { addressPolicy, emailPolicy, emptyFailureCounter } from '#features/identity/lock-out.ts'
import {
  type CountedAttempts,
  countAttempts,
  type StoredCounter,
  secondsUntilUnlocked,
  uncountAttempts,
} from '#features/identity/server/lock-out.ts'
import { createTrustedDevices } from '#features/identity/server/trusted-devices.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock } from '#platform/db/locks.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import { addressGroups } from '#platform/http/rate-limits.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { daysBefore } from '#values/dates.ts'
import { managerFailureCounters, managers, trustedManagerDevices } from './tables.ts'

export const managerDevices = createTrustedDevices(trustedManagerDevices, cookieNames.managerDevice)

/** What attempts are counted for on devices that are not trusted. */
type Subject = { kind: 'email' | 'address'; key: Buffer }

/** An attempt to sign in that was counted. */
type CountedSignIn = { subjects: readonly Subject[]; attempts: CountedAttempts }

const listSubjects = (keyring: Keyring, email: string, address: string): Subject[] => {
  const subjects: Subject[] = [
    { kind: 'email', key: keyring.emailIndex(email) },
    { kind: 'address', key: keyring.mac('caller address', addressGroups(address).address) },
  ]
  // In one order, so that two attempts never wait for each other.
  return subjects.toSorted((a, b) => a.key.compare(b.key))
}

/** Serializes attempts per subject, so that concurrent ones are counted correctly; released with the transaction. */
const lock = async (tx: Database, subjects: readonly Subject[]) => {
  for (const { key } of subjects) await acquireTransactionLock(tx, key.readBigInt64BE(0))
}

const counterOf = ({ kind, key }: Subject): StoredCounter => {
  const policy = kind === 'email' ? emailPolicy : addressPolicy
  const isSubject = eq(managerFailureCounters.subject, key)
  return {
    policy,
    load: async tx => {
      const [row] = await tx.select().from(managerFailureCounters).where(isSubject)
      if (!row) return emptyFailureCounter
      const { consecutiveFailures, lockedUntil, attemptedAt } = row
      return {
        recentFailures: [],
        consecutiveFailures,
        locks: Math.max(0, consecutiveFailures - policy.failures + 1),
        lockedUntil: lockedUntil?.getTime() ?? null,
        attemptedAt: attemptedAt.getTime(),
      }
    },
    save: async (tx, { consecutiveFailures, lockedUntil, attemptedAt }) => {
      const values = {
        kind,
        consecutiveFailures,
        lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
        attemptedAt: new Date(attemptedAt ?? 0),
      }
      await tx
        .insert(managerFailureCounters)
        .values({ subject: key, ...values })
        .onConflictDoUpdate({ target: managerFailureCounters.subject, set: values })
    },
  }
}

/**
 * Counts an attempt before it is checked; on a trusted device, for that device alone. On other devices it refuses
 * `too_many_tries` while the email address or the caller's network address is locked.
 */
export const countSignInAttempt = (
  db: Database,
  keyring: Keyring,
  { email, address, device, now }: { email: string; address: string; device: Buffer | null; now: Date },
): Promise<CountedSignIn> =>
  db.transaction(async tx => {
    const subjects = listSubjects(keyring, email, address)
    await lock(tx, subjects)
    const owner = tx
      .select({ id: managers.id })
      .from(managers)
      .where(eq(managers.emailIndex, keyring.emailIndex(email)))
    const trusted = await managerDevices.find(tx, owner, device, now)
    const counters = trusted === null ? subjects.map(counterOf) : [managerDevices.counter(trusted)]
    const seconds = await secondsUntilUnlocked(tx, counters, now)
    if (seconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: seconds })
    return { subjects, attempts: await countAttempts(tx, counters, now) }
  })

/** Reverts the count of an attempt that was not wrong but did not complete a sign-in. */
export const uncountSignInAttempt = async (
  tx: Database,
  { subjects, attempts }: CountedSignIn,
  now: Date,
): Promise<void> => {
  await lock(tx, subjects)
  await uncountAttempts(tx, attempts, now)
}

/** Clears the failures before a successful sign-in, also on the manager's other devices. */
export const clearSignInAttempts = async (
  tx: Database,
  managerId: string,
  { subjects }: CountedSignIn,
): Promise<void> => {
  await tx.delete(managerFailureCounters).where(
    inArray(
      managerFailureCounters.subject,
      subjects.map(({ key }) => key),
    ),
  )
  await managerDevices.clearFailures(tx, managerId)
}

/** Unlocks an email address when its manager sets a new password. */
export const unlockEmail = async (tx: Database, emailIndex: Buffer): Promise<void> => {
  await tx.delete(managerFailureCounters).where(eq(managerFailureCounters.subject, emailIndex))
}

/** Deletes month-old failures of callers and of email addresses that no manager has, and old devices. */
export const cleanUpSignInCounters: CleanupTask = async (db, now) => {
  await managerDevices.cleanUp(db, now)
  const ofManagers = db.select({ emailIndex: managers.emailIndex }).from(managers)
  await db
    .delete(managerFailureCounters)
    .where(
      and(
        lt(managerFailureCounters.attemptedAt, daysBefore(now, retention.signInFailures.usual)),
        notInArray(managerFailureCounters.subject, ofManagers),
      ),
    )
}
