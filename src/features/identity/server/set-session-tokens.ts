import type { Keyring } from '#platform/crypto/encryption.ts'
import type { HttpContext } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import { ACCESS_TOKEN_LIFE_MS } from '../session-rules.ts'
import type { TokenPair } from './sessions.ts'

const names = {
  user: { access: cookieNames.access, refresh: cookieNames.refresh },
  manager: { access: cookieNames.managerAccess, refresh: cookieNames.managerRefresh },
} as const

/** Which pair of cookies; the user's is also used for an impersonation. */
export type SessionSide = keyof typeof names

/**
 * Sends the tokens as cookies and returns markers to the web app; returns them in the JSON to others. Cookies of managers
 * and impersonations end with the browser.
 */
export const setSessionTokens = (http: HttpContext, keyring: Keyring, pair: TokenPair) => {
  if (!http.web) return { accessToken: pair.access, refreshToken: pair.refresh }
  const { access, refresh } = names[pair.kind === 'manager' ? 'manager' : 'user']
  const seconds = pair.kind === 'user' ? pair.secondsLeft : null
  http.setCookie(
    access,
    pair.access,
    seconds === null ? null : Math.min(ACCESS_TOKEN_LIFE_MS / 1_000, seconds),
  )
  http.setCookie(refresh, pair.refresh, seconds)
  http.header('x-csrf', keyring.csrf(pair.sessionId))
  return { accessToken: 'cookie', refreshToken: 'cookie' }
}

export const clearSessionTokens = (http: HttpContext, transport: SessionSide): void => {
  for (const name of Object.values(names[transport])) http.clearCookie(name)
}

/** Clears both pairs of cookies and the page's storage. */
export const clearBrowserSession = (http: HttpContext): void => {
  clearSessionTokens(http, 'user')
  clearSessionTokens(http, 'manager')
  http.header('clear-site-data', '"cache", "storage"')
}

/** The refresh token of the web app's cookie; null for API clients. */
export const readRefreshCookie = (http: HttpContext, transport: SessionSide): string | null =>
  http.web ? http.cookie(names[transport].refresh) : null

/** The refresh token of a request: the web app's cookie, or the one in the JSON. */
export const readRefreshToken = (
  http: HttpContext,
  given: string | undefined,
  transport: SessionSide,
): string | null => (http.web ? readRefreshCookie(http, transport) : (given ?? null))
