import { and, eq, inArray, lt, notInArray } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock } from '#platform/db/locks.ts'
import { addressGroups } from '#platform/http/rate-limits.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import { daysBefore } from '#values/dates.ts'
import {
  type CountedAttempt,
  type CounterKind,
  countAttempt,
  emptyFailureCounter,
  type FailureCounter,
  forgetExpired,
  secondsLocked,
  uncountAttempt,
} from '../lock-out.ts'
import {
  cleanUpTrustedDevices,
  countOnTrustedDevice,
  type TrustedDevice,
  uncountOnTrustedDevice,
} from './known-devices.ts'
import { managerFailureCounters, managers } from './tables.ts'

type Watched = { kind: CounterKind; subject: Buffer }

/** A try to sign in that was counted: for a device that the manager is known on, else for the email address and the caller's. */
export type CountedSignIn = {
  watched: readonly Watched[]
  counted: readonly (Watched & { tried: CountedAttempt })[]
  known: TrustedDevice | null
}

const watchedOf = (keyring: Keyring, email: string, address: string): Watched[] => {
  const watched: Watched[] = [
    { kind: 'email', subject: keyring.emailIndex(email) },
    { kind: 'address', subject: keyring.mac('caller address', addressGroups(address).address) },
  ]
  // In one order, so that two tries never wait for each other.
  return watched.toSorted((a, b) => a.subject.compare(b.subject))
}

/** One try at a time for each, so that counts hold whatever arrives at once; released with the transaction. */
const lock = async (tx: Database, watched: readonly Watched[]) => {
  for (const { subject } of watched) await acquireTransactionLock(tx, subject.readBigInt64BE(0))
}

const guardOf = async (tx: Database, { kind, subject }: Watched, now: number): Promise<FailureCounter> => {
  const [row] = await tx
    .select()
    .from(managerFailureCounters)
    .where(eq(managerFailureCounters.subject, subject))
  if (!row) return emptyFailureCounter(now)
  const { fails, lockedUntil, triedAt } = row
  const guard = { fails, lockedUntil: lockedUntil?.getTime() ?? null, triedAt: triedAt.getTime() }
  return forgetExpired(kind, guard, now)
}

const keepGuard = async (tx: Database, { kind, subject }: Watched, guard: FailureCounter) => {
  const values = {
    kind,
    fails: guard.fails,
    lockedUntil: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
    triedAt: new Date(guard.triedAt),
  }
  await tx
    .insert(managerFailureCounters)
    .values({ subject, ...values })
    .onConflictDoUpdate({ target: managerFailureCounters.subject, set: values })
}

/**
 * Counts a try before it is looked at. Refuses `too_many_tries` while the email address or the caller's is locked, wherever
 * the manager is not known.
 */
export const countSignInAttempt = (
  db: Database,
  keyring: Keyring,
  { email, address, device, now }: { email: string; address: string; device: Buffer | null; now: Date },
): Promise<CountedSignIn> =>
  db.transaction(async tx => {
    const watched = watchedOf(keyring, email, address)
    const known = await countOnTrustedDevice(tx, { emailIndex: keyring.emailIndex(email), device, now })
    if (known !== null) return { watched, counted: [], known }
    const at = now.getTime()
    await lock(tx, watched)
    const guarded: (Watched & { guard: FailureCounter })[] = []
    for (const one of watched) guarded.push({ ...one, guard: await guardOf(tx, one, at) })
    const seconds = Math.max(...guarded.map(({ guard }) => secondsLocked(guard, at)))
    if (seconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: seconds })
    const counted = guarded.map(one => ({ ...one, ...countAttempt(one.guard, at) }))
    for (const one of counted) await keepGuard(tx, one, one.guard)
    return { watched, counted, known: null }
  })

/** Takes a try back that was not wrong, but signed nobody in. */
export const uncountSignInAttempt = async (
  tx: Database,
  { counted, known }: CountedSignIn,
  now: Date,
): Promise<void> => {
  if (known !== null) await uncountOnTrustedDevice(tx, known)
  await lock(tx, counted)
  for (const one of counted)
    await keepGuard(tx, one, uncountAttempt(await guardOf(tx, one, now.getTime()), one.tried))
}

/** Forgets the tries before the one that signed in. */
export const clearSignInAttempts = async (tx: Database, { watched }: CountedSignIn): Promise<void> => {
  await tx.delete(managerFailureCounters).where(
    inArray(
      managerFailureCounters.subject,
      watched.map(({ subject }) => subject),
    ),
  )
}

/** Opens an email address again, when its manager sets a new password. */
export const unlockEmail = async (tx: Database, emailIndex: Buffer): Promise<void> => {
  await tx.delete(managerFailureCounters).where(eq(managerFailureCounters.subject, emailIndex))
}

/** Deletes what was tried a month ago with email addresses that no manager has and from other places, and old devices. */
export const cleanUpSignInCounters: CleanupTask = async (db, now) => {
  await cleanUpTrustedDevices(db, now)
  const ofManagers = db.select({ emailIndex: managers.emailIndex }).from(managers)
  await db
    .delete(managerFailureCounters)
    .where(
      and(
        lt(managerFailureCounters.triedAt, daysBefore(now, 30)),
        notInArray(managerFailureCounters.subject, ofManagers),
      ),
    )
}
