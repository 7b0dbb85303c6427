import {
  type ApiScope,
  type Endpoint,
  impersonationAccess,
  type ManagerRole,
  needsAgreement,
} from '#api/endpoint.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { isEqualSecret } from '../crypto/macs.ts'

/** A manager who has a client's account open, with which rights, and until when. */
export type ImpersonatedBy = {
  openingId: string
  managerId: string
  managerName: string
  scope: 'read' | 'assist'
  startedAt: Date
}

type SessionTimes = {
  sessionId: string
  signedInAt: Date
  expiresAt: Date
  idleExpiresAt: Date
}

/** The caller: anonymous, a user (or a manager impersonating one), a manager, or one of the operator's systems. */
type AnonymousPrincipal = { kind: 'anyone' }
export type UserPrincipal = SessionTimes & {
  kind: 'user'
  userId: string
  impersonation: ImpersonatedBy | null
}
export type ManagerPrincipal = SessionTimes & { kind: 'manager'; managerId: string; role: ManagerRole }
export type KeyPrincipal = { kind: 'key'; keyId: string; scopes: readonly ApiScope[] }
export type AuthenticatedPrincipal = UserPrincipal | ManagerPrincipal | KeyPrincipal
export type Principal = AnonymousPrincipal | AuthenticatedPrincipal

export type EndpointPrincipal<E extends Endpoint> = E['auth'] extends 'anyone'
  ? AnonymousPrincipal
  : E['auth'] extends 'user'
    ? UserPrincipal
    : E extends { scope: ApiScope }
      ? ManagerPrincipal | KeyPrincipal
      : ManagerPrincipal

/** Finds the live session of an access token, or the API key; null when there is none. */
export type Authenticate = (token: string) => Promise<AuthenticatedPrincipal | null>

/** The credentials of a request. */
export type Credentials = {
  bearer: string | null
  /** The access cookies of the two kinds of session; the endpoint decides which one is read. */
  cookies: { user: string | null; manager: string | null }
  csrf: string | null
  unsafe: boolean
  origin: string | null
  /** The requested host, as sent by the browser. */
  host: string
  fetchSite: string | null
}

/**
 * Whether the account is in its cooldown. After a long absence its phone number and mailbox may belong to
 * another person: after a sign-in with both, the owner is notified and has a day to object.
 */
export type CooldownCheck = (userId: string, now: Date) => Promise<boolean>

/** Why staff may not act for a client, such as an agreement on services that is not in force; null if they may. */
type StaffWorkRefusal = (userId: string, now: Date) => Promise<ErrorCode | null>

export type AccessPolicy = {
  origin: string
  authenticate: Authenticate
  csrfToken: (sessionId: string) => string
  inCooldown: CooldownCheck
  staffWorkRefusal: StaffWorkRefusal
}

/**
 * CSRF protection of unsafe requests with cookies: the session's header value, and the browser's statement
 * that the request is same-origin.
 */
export const requireSameOrigin = (given: Credentials, ownOrigin: string, expected: string | null): void => {
  if (!given.unsafe) return
  // Without `Sec-Fetch-Site`, the origin must be the public one or the host of the request.
  const own = [null, ownOrigin, `${new URL(ownOrigin).protocol}//${given.host}`]
  const fromHere = given.fetchSite === null ? own.includes(given.origin) : given.fetchSite === 'same-origin'
  if (!fromHere) throw new AppError('csrf')
  if (expected !== null && (given.csrf === null || !isEqualSecret(given.csrf, expected)))
    throw new AppError('csrf')
}

/** The principal of a request: default deny, decided before any handler runs. Refuses `no_session`. */
export const authenticatePrincipal = async (
  endpoint: Endpoint,
  given: Credentials,
  policy: AccessPolicy,
): Promise<Principal> => {
  if (endpoint.auth === 'anyone') return { kind: 'anyone' }
  const cookie = given.cookies[endpoint.auth === 'user' ? 'user' : 'manager']
  if (given.bearer !== null && cookie !== null) {
    throw new AppError('invalid_request', { message: 'Send either a bearer token or a cookie, not both.' })
  }
  const token = given.bearer ?? cookie
  const principal = token === null ? null : await policy.authenticate(token)
  // A browser stores no API key, so none is accepted from a cookie.
  if (!principal || (principal.kind === 'key' && given.bearer === null)) throw new AppError('no_session')
  return principal
}

const RECENT_LOGIN_MS = 5 * 60_000

const requireScope = (endpoint: Endpoint, { scope }: ImpersonatedBy) => {
  const opened = impersonationAccess(endpoint)
  if (opened === 'never') {
    throw new AppError('not_allowed', { message: 'Only the owner of this account may do this.' })
  }
  if (opened === 'assist' && scope === 'read') throw new AppError('read_only')
}

const requireApiScope = ({ scope }: Endpoint, { scopes }: KeyPrincipal) => {
  if (scope === undefined) throw new AppError('not_allowed', { message: 'API keys do not open this.' })
  if (!scopes.includes(scope))
    throw new AppError('not_allowed', { message: `This API key does not have the scope ${scope}.` })
}

/**
 * Whether this caller may call this endpoint: the right kind of session or a key with the scope, the role, the scope of an
 * opened account, CSRF protection, a recent sign-in. Refuses `not_allowed`, `read_only`, `csrf`, `sign_in_again`.
 */
export const requireAccess = (
  endpoint: Endpoint,
  principal: AuthenticatedPrincipal,
  given: Credentials,
  policy: AccessPolicy,
  now: Date,
): void => {
  const { auth } = endpoint
  if (principal.kind === 'key') return requireApiScope(endpoint, principal)
  if (principal.kind !== (auth === 'user' ? 'user' : 'manager')) throw new AppError('not_allowed')
  if (given.bearer === null) requireSameOrigin(given, policy.origin, policy.csrfToken(principal.sessionId))
  if (principal.kind === 'manager' && Array.isArray(auth) && !auth.includes(principal.role)) {
    throw new AppError('not_allowed')
  }
  if (principal.kind === 'user' && principal.impersonation !== null)
    requireScope(endpoint, principal.impersonation)
  if (endpoint.requiresRecentLogin && now.getTime() - principal.signedInAt.getTime() > RECENT_LOGIN_MS)
    throw new AppError('sign_in_again')
}

/** Staff may not act in the account of a client whose agreement on services is not in force. */
export const refuseWithoutAgreement = async (
  endpoint: Endpoint,
  principal: AuthenticatedPrincipal,
  policy: AccessPolicy,
  now: Date,
): Promise<void> => {
  if (principal.kind !== 'user' || principal.impersonation === null || !needsAgreement(endpoint)) return
  const refusal = await policy.staffWorkRefusal(principal.userId, now)
  if (refusal !== null) throw new AppError(refusal)
}

/** Endpoints that require a recent login also refuse accounts in cooldown. */
export const refuseDuringCooldown = async (
  endpoint: Endpoint,
  principal: AuthenticatedPrincipal,
  policy: AccessPolicy,
  now: Date,
): Promise<void> => {
  if (!endpoint.requiresRecentLogin || principal.kind !== 'user') return
  if (await policy.inCooldown(principal.userId, now)) throw new AppError('account_cooldown')
}
