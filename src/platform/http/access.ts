import { type Endpoint, type ManagerRole, openedOf } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { sameSecret } from '../crypto/same-secret.ts'

/** A manager who has a client's account open, how far, and until when. */
export type OpenedBy = {
  openingId: string
  managerId: string
  managerName: string
  scope: 'read' | 'assist'
  startedAt: Date
}

type Signed = {
  sessionId: string
  signedInAt: Date
  expiresAt: Date
  idleExpiresAt: Date
}

/** Who calls: nobody in particular, a person (or a manager in her opened account), or a manager. */
export type Nobody = { kind: 'anyone' }
export type UserCaller = Signed & { kind: 'user'; userId: string; opened: OpenedBy | null }
export type ManagerCaller = Signed & { kind: 'manager'; managerId: string; role: ManagerRole }
export type SignedIn = UserCaller | ManagerCaller
export type Caller = Nobody | SignedIn

export type CallerOf<E extends Endpoint> = E['who'] extends 'anyone'
  ? Nobody
  : E['who'] extends 'user'
    ? UserCaller
    : ManagerCaller

/** Finds the live session of an access token; null when there is none. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/** What a request brings to prove who calls. */
export type Credentials = {
  bearer: string | null
  /** The access cookies of the two kinds of session; which one is read follows from the endpoint. */
  cookies: { user: string | null; manager: string | null }
  csrf: string | null
  unsafe: boolean
  origin: string | null
  /** The host that was asked, as the browser names it. */
  host: string
  fetchSite: string | null
}

/**
 * Whether an account is surely in its owner's hands. After a long absence its number may be somebody else's by now, and so may
 * the mailbox: after a sign-in by both, the owner, who was told, has a day to object (security-reliability D2).
 */
export type IsSettled = (userId: string, now: Date) => Promise<boolean>

export type Gate = {
  origin: string
  authenticate: Authenticate
  csrfOf: (sessionId: string) => string
  isSettled: IsSettled
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
  if (expected !== null && (given.csrf === null || !sameSecret(given.csrf, expected)))
    throw new Refusal('csrf')
}

/** Who calls an endpoint: default deny, decided before any handler runs. Refuses `no_session`. */
export const callerOf = async (endpoint: Endpoint, given: Credentials, gate: Gate): Promise<Caller> => {
  if (endpoint.who === 'anyone') return { kind: 'anyone' }
  const cookie = given.cookies[endpoint.who === 'user' ? 'user' : 'manager']
  if (given.bearer !== null && cookie !== null) {
    throw new Refusal('invalid_request', { message: 'Send either a bearer token or a cookie, not both.' })
  }
  const token = given.bearer ?? cookie
  const caller = token === null ? null : await gate.authenticate(token)
  if (!caller) throw new Refusal('no_session')
  return caller
}

const FRESH_MS = 5 * 60_000

const requireScope = (endpoint: Endpoint, { scope }: OpenedBy) => {
  const opened = openedOf(endpoint)
  if (opened === 'never') {
    throw new Refusal('not_allowed', { message: 'Only the owner of this account may do this.' })
  }
  if (opened === 'assist' && scope === 'read') throw new Refusal('read_only')
}

/**
 * Whether this caller may call this endpoint: the right kind of session, the role, the scope of an opened account,
 * the page's own proof, a fresh sign-in. Refuses `not_allowed`, `read_only`, `csrf`, `sign_in_again`.
 */
export const requireMay = (
  endpoint: Endpoint,
  caller: SignedIn,
  given: Credentials,
  gate: Gate,
  now: Date,
): void => {
  const { who } = endpoint
  if (caller.kind !== (who === 'user' ? 'user' : 'manager')) throw new Refusal('not_allowed')
  if (given.bearer === null) requireOwnPage(given, gate.origin, gate.csrfOf(caller.sessionId))
  if (caller.kind === 'manager' && Array.isArray(who) && !who.includes(caller.role)) {
    throw new Refusal('not_allowed')
  }
  if (caller.kind === 'user' && caller.opened !== null) requireScope(endpoint, caller.opened)
  if (endpoint.fresh && now.getTime() - caller.signedInAt.getTime() > FRESH_MS)
    throw new Refusal('sign_in_again')
}

/** What needs a fresh sign-in needs a settled account too. Refuses `not_yet`. */
export const requireSettled = async (
  endpoint: Endpoint,
  caller: SignedIn,
  gate: Gate,
  now: Date,
): Promise<void> => {
  if (!endpoint.fresh || caller.kind !== 'user') return
  if (!(await gate.isSettled(caller.userId, now))) throw new Refusal('not_yet')
}
