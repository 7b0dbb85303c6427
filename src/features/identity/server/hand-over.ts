import type { Vault } from '#platform/crypto/sealed.ts'
import type { Exchange } from '#platform/http/answer.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import { ACCESS_LIFE } from '../session-rules.ts'
import type { TokenPair } from './sessions.ts'

const names = {
  user: { access: cookieNames.access, refresh: cookieNames.refresh },
  manager: { access: cookieNames.managerAccess, refresh: cookieNames.managerRefresh },
} as const

/** Which pair of cookies: the user's holds an opened account too. */
export type Transport = keyof typeof names

/**
 * Gives the tokens the way the caller takes them: cookies and a marker for the web app, else in the JSON. A manager's
 * cookies end with the browser, those of an opened account too.
 */
export const handOver = (http: Exchange, vault: Vault, pair: TokenPair) => {
  if (!http.web) return { accessToken: pair.access, refreshToken: pair.refresh }
  const { access, refresh } = names[pair.kind === 'manager' ? 'manager' : 'user']
  const seconds = pair.kind === 'user' ? pair.secondsLeft : null
  http.setCookie(access, pair.access, seconds === null ? null : Math.min(ACCESS_LIFE / 1_000, seconds))
  http.setCookie(refresh, pair.refresh, seconds)
  http.header('x-csrf', vault.csrf(pair.sessionId))
  return { accessToken: 'cookie', refreshToken: 'cookie' }
}

/** Has the browser forget a pair of cookies. */
export const clearTokens = (http: Exchange, transport: Transport): void => {
  for (const name of Object.values(names[transport])) http.clearCookie(name)
}

/** Has a browser forget both pairs of cookies and whatever the page stored: nobody stays signed in there. */
export const leaveBrowser = (http: Exchange): void => {
  clearTokens(http, 'user')
  clearTokens(http, 'manager')
  http.header('clear-site-data', '"cache", "storage"')
}

/** The refresh token of the web app's cookie; null for API clients. */
export const refreshCookieIn = (http: Exchange, transport: Transport): string | null =>
  http.web ? http.cookie(names[transport].refresh) : null

/** The refresh token that a request brings: the web app's cookie, or what the JSON says. */
export const refreshTokenIn = (
  http: Exchange,
  given: string | undefined,
  transport: Transport,
): string | null => (http.web ? refreshCookieIn(http, transport) : (given ?? null))
