import { and, eq, inArray, lt, notInArray } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { holdLock } from '#platform/db/locks.ts'
import { placeOf } from '#platform/http/limits.ts'
import type { Tidy } from '#platform/jobs/housekeeping.ts'
import { daysBefore } from '#values/dates.ts'
import {
  countTry,
  freshGuard,
  type Guard,
  type GuardKind,
  remembered,
  secondsLocked,
  type Try,
  takeBack,
} from '../lock-out.ts'
import { countOnDevice, type KnownDevice, takeBackOnDevice, tidyDevices } from './known-devices.ts'
import { managerGuards, managers } from './tables.ts'

type Watched = { kind: GuardKind; subject: Buffer }

/** A try to sign in that was counted: for a device that the manager is known on, else for the email address and the caller's. */
export type CountedTry = {
  watched: readonly Watched[]
  counted: readonly (Watched & { tried: Try })[]
  known: KnownDevice | null
}

const watchedOf = (vault: Vault, email: string, address: string): Watched[] => {
  const watched: Watched[] = [
    { kind: 'email', subject: vault.emailIndex(email) },
    { kind: 'address', subject: vault.mac('caller address', placeOf(address).address) },
  ]
  // In one order, so that two tries never wait for each other.
  return watched.toSorted((a, b) => a.subject.compare(b.subject))
}

/** One try at a time for each, so that counts hold whatever arrives at once; released with the transaction. */
const lock = async (tx: Database, watched: readonly Watched[]) => {
  for (const { subject } of watched) await holdLock(tx, subject.readBigInt64BE(0))
}

const guardOf = async (tx: Database, { kind, subject }: Watched, now: number): Promise<Guard> => {
  const [row] = await tx.select().from(managerGuards).where(eq(managerGuards.subject, subject))
  if (!row) return freshGuard(now)
  const { fails, lockedUntil, triedAt } = row
  const guard = { fails, lockedUntil: lockedUntil?.getTime() ?? null, triedAt: triedAt.getTime() }
  return remembered(kind, guard, now)
}

const keepGuard = async (tx: Database, { kind, subject }: Watched, guard: Guard) => {
  const values = {
    kind,
    fails: guard.fails,
    lockedUntil: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
    triedAt: new Date(guard.triedAt),
  }
  await tx
    .insert(managerGuards)
    .values({ subject, ...values })
    .onConflictDoUpdate({ target: managerGuards.subject, set: values })
}

/**
 * Counts a try before it is looked at. Refuses `too_many_tries` while the email address or the caller's is locked, wherever
 * the manager is not known.
 */
export const beginTry = (
  db: Database,
  vault: Vault,
  { email, address, device, now }: { email: string; address: string; device: Buffer | null; now: Date },
): Promise<CountedTry> =>
  db.transaction(async tx => {
    const watched = watchedOf(vault, email, address)
    const known = await countOnDevice(tx, { emailIndex: vault.emailIndex(email), device, now })
    if (known !== null) return { watched, counted: [], known }
    const at = now.getTime()
    await lock(tx, watched)
    const guarded: (Watched & { guard: Guard })[] = []
    for (const one of watched) guarded.push({ ...one, guard: await guardOf(tx, one, at) })
    const seconds = Math.max(...guarded.map(({ guard }) => secondsLocked(guard, at)))
    if (seconds > 0) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds })
    const counted = guarded.map(one => ({ ...one, ...countTry(one.guard, at) }))
    for (const one of counted) await keepGuard(tx, one, one.guard)
    return { watched, counted, known: null }
  })

/** Takes a try back that was not wrong, but signed nobody in. */
export const takeTryBack = async (tx: Database, { counted, known }: CountedTry, now: Date): Promise<void> => {
  if (known !== null) await takeBackOnDevice(tx, known)
  await lock(tx, counted)
  for (const one of counted)
    await keepGuard(tx, one, takeBack(await guardOf(tx, one, now.getTime()), one.tried))
}

/** Forgets the tries before the one that signed in. */
export const forgetTries = async (tx: Database, { watched }: CountedTry): Promise<void> => {
  await tx.delete(managerGuards).where(
    inArray(
      managerGuards.subject,
      watched.map(({ subject }) => subject),
    ),
  )
}

/** Opens an email address again, when its manager sets a new password. */
export const openGuard = async (tx: Database, emailIndex: Buffer): Promise<void> => {
  await tx.delete(managerGuards).where(eq(managerGuards.subject, emailIndex))
}

/** Deletes what was tried a month ago with email addresses that no manager has and from other places, and old devices. */
export const tidyGuards: Tidy = async (db, now) => {
  await tidyDevices(db, now)
  const ofManagers = db.select({ emailIndex: managers.emailIndex }).from(managers)
  await db
    .delete(managerGuards)
    .where(and(lt(managerGuards.triedAt, daysBefore(now, 30)), notInArray(managerGuards.subject, ofManagers)))
}
