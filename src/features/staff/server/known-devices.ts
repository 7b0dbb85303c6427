import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import type { HttpContext } from '#platform/http/handler.ts'
import { TRUSTED_DEVICE_LIFE_MS, TRUSTED_DEVICE_LIMIT, TRUSTED_DEVICE_MAX_FAILURES } from '../lock-out.ts'
import { managers, trustedManagerDevices } from './tables.ts'

/**
 * Devices that a manager signed in on, by the secret in their cookie. Wrong tries on one are counted for it alone, so nobody
 * who only knows an email address can lock its manager out there (OWASP ASVS 5.0.0, 6.1.1;
 * docs/decisions/0012-staff.md).
 */

const COOKIE_SECONDS = TRUSTED_DEVICE_LIFE_MS / 1_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The secret of the device that asks, as it is stored; null for API clients and devices that are new. */
export const readDeviceHash = (http: HttpContext): Buffer | null => {
  const secret = http.web ? http.cookie(cookieNames.managerDevice) : null
  return secret !== null && /^[\w-]{43}$/.test(secret) ? hashOf(secret) : null
}

export type TrustedDevice = { managerId: string; device: Buffer }

const isOf = ({ managerId, device }: TrustedDevice) =>
  and(eq(trustedManagerDevices.managerId, managerId), eq(trustedManagerDevices.device, device))

const oldest = (now: Date) => new Date(now.getTime() - TRUSTED_DEVICE_LIFE_MS)

/** Counts a try on a device that the manager of an email address is known on; null when it is none, or had too many. */
export const countOnTrustedDevice = async (
  tx: Database,
  { emailIndex, device, now }: { emailIndex: Buffer; device: Buffer | null; now: Date },
): Promise<TrustedDevice | null> => {
  if (device === null) return null
  const theirs = tx.select({ id: managers.id }).from(managers).where(eq(managers.emailIndex, emailIndex))
  const [counted] = await tx
    .update(trustedManagerDevices)
    .set({ wrongTries: sql`${trustedManagerDevices.wrongTries} + 1` })
    .where(
      and(
        eq(trustedManagerDevices.device, device),
        inArray(trustedManagerDevices.managerId, theirs),
        lt(trustedManagerDevices.wrongTries, TRUSTED_DEVICE_MAX_FAILURES),
        gt(trustedManagerDevices.signedInAt, oldest(now)),
      ),
    )
    .returning({ managerId: trustedManagerDevices.managerId, device: trustedManagerDevices.device })
  return counted ?? null
}

/** Takes a try on a known device back. */
export const uncountOnTrustedDevice = async (tx: Database, known: TrustedDevice): Promise<void> => {
  await tx
    .update(trustedManagerDevices)
    .set({ wrongTries: sql`greatest(${trustedManagerDevices.wrongTries} - 1, 0)` })
    .where(isOf(known))
}

/**
 * Remembers that a manager signed in on this device, and forgets the wrong tries on each of theirs. A secret that was not
 * theirs before is replaced, since somebody else may have put it there; who else is known by it stays known.
 */
export const trustDevice = async (
  tx: Database,
  http: HttpContext,
  managerId: string,
  now: Date,
): Promise<void> => {
  const mine = eq(trustedManagerDevices.managerId, managerId)
  await tx.update(trustedManagerDevices).set({ wrongTries: 0 }).where(mine)
  if (!http.web) return
  const had = readDeviceHash(http)
  const seenHere = { wrongTries: 0, signedInAt: now }
  if (had !== null) {
    const known = await tx
      .update(trustedManagerDevices)
      .set(seenHere)
      .where(isOf({ managerId, device: had }))
      .returning({ device: trustedManagerDevices.device })
    if (known.length > 0) return
  }
  const secret = randomBytes(32).toString('base64url')
  if (had !== null) {
    const free = tx
      .select({ managerId: trustedManagerDevices.managerId })
      .from(trustedManagerDevices)
      .where(eq(trustedManagerDevices.device, had))
      .for('update', { skipLocked: true })
    await tx
      .update(trustedManagerDevices)
      .set({ device: hashOf(secret) })
      .where(and(eq(trustedManagerDevices.device, had), inArray(trustedManagerDevices.managerId, free)))
  }
  await tx.insert(trustedManagerDevices).values({ managerId, device: hashOf(secret), ...seenHere })
  const kept = tx
    .select({ device: trustedManagerDevices.device })
    .from(trustedManagerDevices)
    .where(mine)
    .orderBy(desc(trustedManagerDevices.signedInAt), desc(trustedManagerDevices.device))
    .limit(TRUSTED_DEVICE_LIMIT)
  await tx.delete(trustedManagerDevices).where(and(mine, notInArray(trustedManagerDevices.device, kept)))
  http.setCookie(cookieNames.managerDevice, secret, COOKIE_SECONDS)
}

/** Forgets every device of a manager: each is a stranger's again. */
export const forgetTrustedDevices = async (tx: Database, managerId: string): Promise<void> => {
  await tx.delete(trustedManagerDevices).where(eq(trustedManagerDevices.managerId, managerId))
}

/** Forgets every device of everybody: in a restored copy those that were forgotten since are known again. */
export const forgetAllTrustedDevices = async (tx: Database): Promise<void> => {
  await tx.delete(trustedManagerDevices)
}

/** Deletes devices that nobody signed in on for as long as one is known. */
export const cleanUpTrustedDevices = async (db: Database, now: Date): Promise<void> => {
  await db.delete(trustedManagerDevices).where(lt(trustedManagerDevices.signedInAt, oldest(now)))
}
