import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Exchange } from '#platform/http/answer.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import { FAILS_OF_KNOWN_DEVICE, KNOWN_DEVICE_LIFE, KNOWN_DEVICES } from '../lock-out.ts'
import { knownDevices, managers } from './tables.ts'

/**
 * Devices that a manager signed in on, by the secret in their cookie. Wrong tries on one are counted for it alone, so nobody
 * who only knows an email address can lock its manager out there (OWASP ASVS 5.0.0, 6.1.1;
 * docs/decisions/0012-staff.md).
 */

const COOKIE_SECONDS = KNOWN_DEVICE_LIFE / 1_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The secret of the device that asks, as it is stored; null for API clients and devices that are new. */
export const deviceIn = (http: Exchange): Buffer | null => {
  const secret = http.web ? http.cookie(cookieNames.managerDevice) : null
  return secret !== null && /^[\w-]{43}$/.test(secret) ? hashOf(secret) : null
}

export type KnownDevice = { managerId: string; device: Buffer }

const isOf = ({ managerId, device }: KnownDevice) =>
  and(eq(knownDevices.managerId, managerId), eq(knownDevices.device, device))

const oldest = (now: Date) => new Date(now.getTime() - KNOWN_DEVICE_LIFE)

/** Counts a try on a device that the manager of an email address is known on; null when it is none, or had too many. */
export const countOnDevice = async (
  tx: Database,
  { emailIndex, device, now }: { emailIndex: Buffer; device: Buffer | null; now: Date },
): Promise<KnownDevice | null> => {
  if (device === null) return null
  const theirs = tx.select({ id: managers.id }).from(managers).where(eq(managers.emailIndex, emailIndex))
  const [counted] = await tx
    .update(knownDevices)
    .set({ wrongTries: sql`${knownDevices.wrongTries} + 1` })
    .where(
      and(
        eq(knownDevices.device, device),
        inArray(knownDevices.managerId, theirs),
        lt(knownDevices.wrongTries, FAILS_OF_KNOWN_DEVICE),
        gt(knownDevices.signedInAt, oldest(now)),
      ),
    )
    .returning({ managerId: knownDevices.managerId, device: knownDevices.device })
  return counted ?? null
}

/** Takes a try on a known device back. */
export const takeBackOnDevice = async (tx: Database, known: KnownDevice): Promise<void> => {
  await tx
    .update(knownDevices)
    .set({ wrongTries: sql`greatest(${knownDevices.wrongTries} - 1, 0)` })
    .where(isOf(known))
}

/**
 * Remembers that a manager signed in on this device, and forgets the wrong tries on each of theirs. A secret that was not
 * theirs before is replaced, since somebody else may have put it there; who else is known by it stays known.
 */
export const rememberDevice = async (
  tx: Database,
  http: Exchange,
  managerId: string,
  now: Date,
): Promise<void> => {
  const mine = eq(knownDevices.managerId, managerId)
  await tx.update(knownDevices).set({ wrongTries: 0 }).where(mine)
  if (!http.web) return
  const had = deviceIn(http)
  const seenHere = { wrongTries: 0, signedInAt: now }
  if (had !== null) {
    const known = await tx
      .update(knownDevices)
      .set(seenHere)
      .where(isOf({ managerId, device: had }))
      .returning({ device: knownDevices.device })
    if (known.length > 0) return
  }
  const secret = randomBytes(32).toString('base64url')
  if (had !== null) {
    const free = tx
      .select({ managerId: knownDevices.managerId })
      .from(knownDevices)
      .where(eq(knownDevices.device, had))
      .for('update', { skipLocked: true })
    await tx
      .update(knownDevices)
      .set({ device: hashOf(secret) })
      .where(and(eq(knownDevices.device, had), inArray(knownDevices.managerId, free)))
  }
  await tx.insert(knownDevices).values({ managerId, device: hashOf(secret), ...seenHere })
  const kept = tx
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .where(mine)
    .orderBy(desc(knownDevices.signedInAt), desc(knownDevices.device))
    .limit(KNOWN_DEVICES)
  await tx.delete(knownDevices).where(and(mine, notInArray(knownDevices.device, kept)))
  http.setCookie(cookieNames.managerDevice, secret, COOKIE_SECONDS)
}

/** Forgets every device of a manager: each is a stranger's again. */
export const forgetDevices = async (tx: Database, managerId: string): Promise<void> => {
  await tx.delete(knownDevices).where(eq(knownDevices.managerId, managerId))
}

/** Forgets every device of everybody: in a restored copy those that were forgotten since are known again. */
export const forgetAllDevices = async (tx: Database): Promise<void> => {
  await tx.delete(knownDevices)
}

/** Deletes devices that nobody signed in on for as long as one is known. */
export const tidyDevices = async (db: Database, now: Date): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.signedInAt, oldest(now)))
}
