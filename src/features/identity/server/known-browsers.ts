import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, ne, notInArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Exchange } from '#platform/http/answer.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import { FAILS_OF_KNOWN_BROWSER, KNOWN_BROWSER_LIFE, KNOWN_BROWSERS } from '../codes.ts'
import { knownBrowsers, users } from './tables.ts'

/**
 * Browsers by the secret in their cookie. On one that a person signed in on before, her codes and the wrong ones are
 * counted apart, so that nobody who only knows her number can shut her out there (security-reliability D2; OWASP ASVS
 * 6.1.1; docs/decisions/0023-strangers-and-the-demo.md).
 */

const COOKIE_SECONDS = KNOWN_BROWSER_LIFE / 1_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A browser's secret as it is stored; null for API clients. */
export const browserHash = (browser: string | null): Buffer | null =>
  browser === null ? null : hashOf(browser)

const secretIn = (http: Exchange): string | null => {
  const secret = http.cookie(cookieNames.browser)
  return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : null
}

const newSecret = () => randomBytes(32).toString('base64url')

/** The secret of the browser that asks for a code, made on first need; API clients have none. */
export const browserOf = (http: Exchange): string | null => {
  if (!http.web) return null
  const browser = secretIn(http) ?? newSecret()
  http.setCookie(cookieNames.browser, browser, COOKIE_SECONDS)
  return browser
}

/** Whose codes and wrong ones are counted together: a phone's, or those of one known browser with that phone. */
export type Lane = { phoneIndex: Buffer; known: { userId: string; browser: Buffer } | null }

/** The lane of a request; the caller holds the phone wherever it counts. */
export const laneOf = async (
  tx: Database,
  phoneIndex: Buffer,
  browser: string | null,
  now: Date,
): Promise<Lane> => {
  const hash = browserHash(browser)
  if (hash === null) return { phoneIndex, known: null }
  const [row] = await tx
    .select({ userId: knownBrowsers.userId, browser: knownBrowsers.browser })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(
      and(
        eq(users.phoneIndex, phoneIndex),
        eq(knownBrowsers.browser, hash),
        lt(knownBrowsers.wrongCodes, FAILS_OF_KNOWN_BROWSER),
        gt(knownBrowsers.signedInAt, new Date(now.getTime() - KNOWN_BROWSER_LIFE)),
      ),
    )
  return { phoneIndex, known: row ?? null }
}

/** Whether a person signed in on a browser of this secret. */
const isHers = async (tx: Database, userId: string, secret: string): Promise<boolean> => {
  const [row] = await tx
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.browser, hashOf(secret))))
  return row !== undefined
}

/**
 * A secret anew for this browser, in place of one that somebody else may have put there or copied. Whoever signed in on it
 * before stays known on it; who signs in somewhere at this moment is not waited for, and is known there instead.
 */
const renewed = async (tx: Database, had: string | null): Promise<string> => {
  const secret = newSecret()
  if (had === null) return secret
  const theirs = eq(knownBrowsers.browser, hashOf(had))
  const free = tx
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(theirs)
    .for('update', { skipLocked: true })
  await tx
    .update(knownBrowsers)
    .set({ browser: hashOf(secret) })
    .where(and(theirs, inArray(knownBrowsers.userId, free)))
  return secret
}

/**
 * Remembers that a person signed in on this browser. Only a secret that is hers already stays; of a person's browsers the
 * five last signed in on are known.
 */
export const rememberBrowser = async (
  tx: Database,
  http: Exchange,
  userId: string,
  now: Date,
): Promise<void> => {
  if (!http.web) return
  const had = secretIn(http)
  const secret = had !== null && (await isHers(tx, userId, had)) ? had : await renewed(tx, had)
  const fresh = { wrongCodes: 0, signedInAt: now }
  await tx
    .insert(knownBrowsers)
    .values({ userId, browser: hashOf(secret), ...fresh })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.browser], set: fresh })
  const kept = tx
    .select({ browser: knownBrowsers.browser })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
    .orderBy(desc(knownBrowsers.signedInAt), desc(knownBrowsers.browser))
    .limit(KNOWN_BROWSERS)
  await tx
    .delete(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), notInArray(knownBrowsers.browser, kept)))
  http.setCookie(cookieNames.browser, secret, COOKIE_SECONDS)
}

/** Forgets every browser of a person: each is a stranger's again. */
export const forgetBrowsers = async (tx: Database, userId: string): Promise<void> => {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}

/** Forgets every browser of a person but the one whose secret this is; API clients have none. */
export const forgetOtherBrowsers = async (
  tx: Database,
  userId: string,
  browser: string | null,
): Promise<void> => {
  const other = browser === null ? undefined : ne(knownBrowsers.browser, hashOf(browser))
  await tx.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), other))
}
