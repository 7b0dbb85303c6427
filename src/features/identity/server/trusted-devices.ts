import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, notInArray, type SQLWrapper } from 'drizzle-orm'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { HttpContext } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import {
  emptyFailureCounter,
  TRUSTED_DEVICE_LIFE_MS,
  TRUSTED_DEVICE_LIMIT,
  TRUSTED_DEVICE_MAX_FAILURES,
  trustedDevicePolicy,
} from '../lock-out.ts'
import type { StoredCounter } from './lock-out.ts'
import { trustedBrowsers, type trustedDeviceTable } from './tables.ts'

/**
 * Devices on which an owner signed in before, recognized by the secret in their cookie. Wrong attempts on one are counted
 * separately, so that knowing a phone number or an email address is not enough to lock its owner out there (OWASP ASVS
 * 5.0.0, 6.1.1; docs/decisions/0010-real-codes.md).
 */

const COOKIE_SECONDS = TRUSTED_DEVICE_LIFE_MS / 1_000

export type TrustedDevice = { ownerId: string; secretHash: Buffer }

const newSecret = () => randomBytes(32).toString('base64url')

/** The stored hash of a device's secret; null for API clients. */
export const hashDeviceSecret = (secret: string | null): Buffer | null =>
  secret === null ? null : sha256(secret)

/** The trusted devices of users, or those of managers. */
export const createTrustedDevices = (table: ReturnType<typeof trustedDeviceTable>, cookie: string) => {
  const isDevice = ({ ownerId, secretHash }: TrustedDevice) =>
    and(eq(table.ownerId, ownerId), eq(table.secretHash, secretHash))

  const oldest = (now: Date) => new Date(now.getTime() - TRUSTED_DEVICE_LIFE_MS)

  const readSecret = (http: HttpContext): string | null => {
    const secret = http.web ? http.cookie(cookie) : null
    return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : null
  }

  /**
   * Replaces a secret that someone else may have planted or copied, also for other owners who trust it. Rows that another
   * sign-in has locked are skipped.
   */
  const replaceSecret = async (tx: Database, old: Buffer | null): Promise<string> => {
    const secret = newSecret()
    if (old === null) return secret
    const free = tx
      .select({ ownerId: table.ownerId })
      .from(table)
      .where(eq(table.secretHash, old))
      .for('update', { skipLocked: true })
    await tx
      .update(table)
      .set({ secretHash: sha256(secret) })
      .where(and(eq(table.secretHash, old), inArray(table.ownerId, free)))
    return secret
  }

  return {
    /** The hash of the requesting device; null for API clients and new devices. */
    readHash: (http: HttpContext): Buffer | null => hashDeviceSecret(readSecret(http)),

    /** The secret of the requesting browser, created when first needed; null for API clients. */
    ensureSecret: (http: HttpContext): string | null => {
      if (!http.web) return null
      const secret = readSecret(http) ?? newSecret()
      http.setCookie(cookie, secret, COOKIE_SECONDS)
      return secret
    },

    /** The device if one of these owners trusts it. A caller that counts must have the owner's lock. */
    find: async (
      tx: Database,
      owners: SQLWrapper,
      secretHash: Buffer | null,
      now: Date,
    ): Promise<TrustedDevice | null> => {
      if (secretHash === null) return null
      const [device] = await tx
        .select({ ownerId: table.ownerId, secretHash: table.secretHash })
        .from(table)
        .where(
          and(
            eq(table.secretHash, secretHash),
            inArray(table.ownerId, owners),
            lt(table.failures, TRUSTED_DEVICE_MAX_FAILURES),
            gt(table.signedInAt, oldest(now)),
          ),
        )
      return device ?? null
    },

    /** Where the wrong attempts on a device are counted. */
    counter: (device: TrustedDevice): StoredCounter => ({
      policy: trustedDevicePolicy,
      load: async tx => {
        const [row] = await tx.select().from(table).where(isDevice(device))
        return { ...emptyFailureCounter, consecutiveFailures: row?.failures ?? 0 }
      },
      save: async (tx, { consecutiveFailures }) => {
        await tx.update(table).set({ failures: consecutiveFailures }).where(isDevice(device))
      },
    }),

    /**
     * Trusts the device; the owner's last five stay trusted. Only a secret that the owner signed in with before is kept.
     */
    trust: async (tx: Database, http: HttpContext, ownerId: string, now: Date): Promise<void> => {
      if (!http.web) return
      const old = hashDeviceSecret(readSecret(http))
      const signedIn = { failures: 0, signedInAt: now }
      if (old !== null) {
        const known = await tx
          .update(table)
          .set(signedIn)
          .where(isDevice({ ownerId, secretHash: old }))
          .returning({ ownerId: table.ownerId })
        if (known.length > 0) return
      }
      const secret = await replaceSecret(tx, old)
      await tx.insert(table).values({ ownerId, secretHash: sha256(secret), ...signedIn })
      const kept = tx
        .select({ secretHash: table.secretHash })
        .from(table)
        .where(eq(table.ownerId, ownerId))
        .orderBy(desc(table.signedInAt), desc(table.secretHash))
        .limit(TRUSTED_DEVICE_LIMIT)
      await tx.delete(table).where(and(eq(table.ownerId, ownerId), notInArray(table.secretHash, kept)))
      http.setCookie(cookie, secret, COOKIE_SECONDS)
    },

    clearFailures: async (tx: Database, ownerId: string): Promise<void> => {
      await tx.update(table).set({ failures: 0 }).where(eq(table.ownerId, ownerId))
    },

    /** Forgets an owner's devices, except the one with this secret. */
    forget: async (tx: Database, ownerId: string, except: string | null = null): Promise<void> => {
      const other = except === null ? undefined : ne(table.secretHash, sha256(except))
      await tx.delete(table).where(and(eq(table.ownerId, ownerId), other))
    },

    /** Forgets every device, because in a restored copy those forgotten since the backup would be trusted again. */
    forgetAll: async (tx: Database): Promise<void> => {
      await tx.delete(table)
    },

    cleanUp: async (db: Database, now: Date): Promise<void> => {
      await db.delete(table).where(lt(table.signedInAt, oldest(now)))
    },
  }
}

export const userDevices = createTrustedDevices(trustedBrowsers, cookieNames.browser)
