import { timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'

/** Who calls: nobody in particular, or a person with a live session. */
export type Nobody = { kind: 'anyone' }
export type UserCaller = {
  kind: 'user'
  userId: string
  sessionId: string
  expiresAt: Date
  idleExpiresAt: Date
}
export type Caller = Nobody | UserCaller

export type CallerOf<E extends Endpoint> = E['who'] extends 'anyone' ? Nobody : UserCaller

/** Finds the live session of an access token; null when there is none. */
export type Authenticate = (token: string) => Promise<UserCaller | null>

/** What a request brings to prove who calls. */
export type Credentials = {
  bearer: string | null
  cookie: string | null
  csrf: string | null
  unsafe: boolean
  origin: string | null
  /** The host that was asked, as the browser names it. */
  host: string
  fetchSite: string | null
}

const same = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Refuses an unsafe request that another site could have made with the person's cookies: the session's own
 * header value, and the browser's word that this site asks (security-reliability D1.8).
 */
export const requireOwnPage = (given: Credentials, ownOrigin: string, expected: string | null): void => {
  if (!given.unsafe) return
  // Where the browser says no more, the page's origin is the public one or the very host that was asked.
  const own = [null, ownOrigin, `${new URL(ownOrigin).protocol}//${given.host}`]
  const fromHere = given.fetchSite === null ? own.includes(given.origin) : given.fetchSite === 'same-origin'
  if (!fromHere) throw new Refusal('csrf')
  if (expected !== null && (given.csrf === null || !same(given.csrf, expected))) throw new Refusal('csrf')
}

/** The caller of an endpoint, or the refusal: default deny, decided before any handler runs. */
export const admit = async (
  endpoint: Endpoint,
  given: Credentials,
  own: { origin: string; authenticate: Authenticate; csrfOf: (sessionId: string) => string },
): Promise<Caller> => {
  if (endpoint.who === 'anyone') return { kind: 'anyone' }
  if (endpoint.who !== 'user') throw new Refusal('no_session')
  if (given.bearer !== null && given.cookie !== null) {
    throw new Refusal('invalid_request', { message: 'Send either a bearer token or a cookie, not both.' })
  }
  const token = given.bearer ?? given.cookie
  const caller = token === null ? null : await own.authenticate(token)
  if (!caller) throw new Refusal('no_session')
  if (given.cookie !== null) requireOwnPage(given, own.origin, own.csrfOf(caller.sessionId))
  return caller
}
