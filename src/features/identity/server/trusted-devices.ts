import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, notInArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import type { HttpContext } from '#platform/http/handler.ts'
import { TRUSTED_DEVICE_LIFE_MS, TRUSTED_DEVICE_LIMIT, TRUSTED_DEVICE_MAX_FAILURES } from '../codes.ts'
import { trustedBrowsers, users } from './tables.ts'

/**
 * Browsers by the secret in their cookie. On one that a person signed in on before, her codes and the wrong ones are
 * counted apart, so that nobody who only knows her number can shut her out there (security-reliability D2; OWASP ASVS
 * 6.1.1; docs/decisions/0023-strangers-and-the-demo.md).
 */

const COOKIE_SECONDS = TRUSTED_DEVICE_LIFE_MS / 1_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A browser's secret as it is stored; null for API clients. */
export const hashBrowserSecret = (browser: string | null): Buffer | null =>
  browser === null ? null : hashOf(browser)

const secretIn = (http: HttpContext): string | null => {
  const secret = http.cookie(cookieNames.browser)
  return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : null
}

const newSecret = () => randomBytes(32).toString('base64url')

/** The secret of the browser that asks for a code, made on first need; API clients have none. */
export const ensureBrowserSecret = (http: HttpContext): string | null => {
  if (!http.web) return null
  const browser = secretIn(http) ?? newSecret()
  http.setCookie(cookieNames.browser, browser, COOKIE_SECONDS)
  return browser
}

/** Whose codes and wrong ones are counted together: a phone's, or those of one known browser with that phone. */
export type CounterScope = { phoneIndex: Buffer; trustedDevice: { userId: string; browser: Buffer } | null }

/** The lane of a request; the caller holds the phone wherever it counts. */
export const findCounterScope = async (
  tx: Database,
  phoneIndex: Buffer,
  browser: string | null,
  now: Date,
): Promise<CounterScope> => {
  const hash = hashBrowserSecret(browser)
  if (hash === null) return { phoneIndex, trustedDevice: null }
  const [row] = await tx
    .select({ userId: trustedBrowsers.userId, browser: trustedBrowsers.browser })
    .from(trustedBrowsers)
    .innerJoin(users, eq(users.id, trustedBrowsers.userId))
    .where(
      and(
        eq(users.phoneIndex, phoneIndex),
        eq(trustedBrowsers.browser, hash),
        lt(trustedBrowsers.wrongCodes, TRUSTED_DEVICE_MAX_FAILURES),
        gt(trustedBrowsers.signedInAt, new Date(now.getTime() - TRUSTED_DEVICE_LIFE_MS)),
      ),
    )
  return { phoneIndex, trustedDevice: row ?? null }
}

/** Whether a person signed in on a browser of this secret. */
const isHers = async (tx: Database, userId: string, secret: string): Promise<boolean> => {
  const [row] = await tx
    .select({ userId: trustedBrowsers.userId })
    .from(trustedBrowsers)
    .where(and(eq(trustedBrowsers.userId, userId), eq(trustedBrowsers.browser, hashOf(secret))))
  return row !== undefined
}

/**
 * A secret anew for this browser, in place of one that somebody else may have put there or copied. Whoever signed in on it
 * before stays known on it; who signs in somewhere at this moment is not waited for, and is known there instead.
 */
const renewed = async (tx: Database, had: string | null): Promise<string> => {
  const secret = newSecret()
  if (had === null) return secret
  const theirs = eq(trustedBrowsers.browser, hashOf(had))
  const free = tx
    .select({ userId: trustedBrowsers.userId })
    .from(trustedBrowsers)
    .where(theirs)
    .for('update', { skipLocked: true })
  await tx
    .update(trustedBrowsers)
    .set({ browser: hashOf(secret) })
    .where(and(theirs, inArray(trustedBrowsers.userId, free)))
  return secret
}

/**
 * Remembers that a person signed in on this browser. Only a secret that is hers already stays; of a person's browsers the
 * five last signed in on are known.
 */
export const trustBrowser = async (
  tx: Database,
  http: HttpContext,
  userId: string,
  now: Date,
): Promise<void> => {
  if (!http.web) return
  const had = secretIn(http)
  const secret = had !== null && (await isHers(tx, userId, had)) ? had : await renewed(tx, had)
  const fresh = { wrongCodes: 0, signedInAt: now }
  await tx
    .insert(trustedBrowsers)
    .values({ userId, browser: hashOf(secret), ...fresh })
    .onConflictDoUpdate({ target: [trustedBrowsers.userId, trustedBrowsers.browser], set: fresh })
  const kept = tx
    .select({ browser: trustedBrowsers.browser })
    .from(trustedBrowsers)
    .where(eq(trustedBrowsers.userId, userId))
    .orderBy(desc(trustedBrowsers.signedInAt), desc(trustedBrowsers.browser))
    .limit(TRUSTED_DEVICE_LIMIT)
  await tx
    .delete(trustedBrowsers)
    .where(and(eq(trustedBrowsers.userId, userId), notInArray(trustedBrowsers.browser, kept)))
  http.setCookie(cookieNames.browser, secret, COOKIE_SECONDS)
}

/** Forgets every browser of a person: each is a stranger's again. */
export const forgetTrustedBrowsers = async (tx: Database, userId: string): Promise<void> => {
  await tx.delete(trustedBrowsers).where(eq(trustedBrowsers.userId, userId))
}

/** Forgets every browser of a person but the one whose secret this is; API clients have none. */
export const forgetOtherTrustedBrowsers = async (
  tx: Database,
  userId: string,
  browser: string | null,
): Promise<void> => {
  const other = browser === null ? undefined : ne(trustedBrowsers.browser, hashOf(browser))
  await tx.delete(trustedBrowsers).where(and(eq(trustedBrowsers.userId, userId), other))
}
