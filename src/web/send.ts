import { ApiError, apiErrorFromResponse } from './api-error.ts'
import type { SessionName, SessionSides } from './endpoint-manifest.ts'
import { type HttpRequest, type HttpResponse, sendRequest } from './exchange.ts'
import { expireSession, hasRefreshMarker } from './session-storage.ts'

const root = '/api/v1'
const refreshWaitMs = 8_000

type SessionState = {
  /** Proof that a request comes from this page; memory only, given anew by sign-in and by the session's own `info`. */
  csrf: string | null
  /** How often this page has renewed the session, so that a late 401 does not renew it again. */
  refreshCount: number
  refreshing: Promise<void> | null
  path: string
  /** The words of specification section 8. */
  missingMessage: string
  failedMessage: string
  expiredMessage: string
}

const initialState = { csrf: null, refreshCount: 0, refreshing: null }

const sessions: Readonly<Record<SessionName, SessionState>> = {
  u: {
    ...initialState,
    path: '/auth/refresh',
    missingMessage: 'No user refresh token available',
    failedMessage: 'User token refresh failed',
    expiredMessage: 'User session expired',
  },
  m: {
    ...initialState,
    path: '/manager/refresh',
    missingMessage: 'No manager refresh token available',
    failedMessage: 'Manager token refresh failed',
    expiredMessage: 'Manager session expired',
  },
}

const isWho = (side: string | undefined): side is SessionName => side === 'u' || side === 'm'

/** What the operator asks of every call; null where nothing is asked for. */
let sharedSecret: string | null = null

/** Sends a shared secret with every call from now on; the server puts it into the page where an operator set one. */
export const setSharedSecret = (secret: string): void => {
  sharedSecret = secret
}

/** Brings the proof of the session whose credential goes along, and keeps the one that the answer carries. */
const sendOnce = async (
  sending: Omit<HttpRequest, 'url'>,
  path: string,
  sides: SessionSides,
): Promise<HttpResponse> => {
  const [brings] = sides
  const gives = sides.at(-1)
  const headers: Record<string, string> = { ...sending.headers, 'X-Client': 'web' }
  if (sharedSecret !== null) headers['X-Shared-Secret'] = sharedSecret
  const proof = isWho(brings) ? sessions[brings].csrf : null
  if (proof !== null && sending.method !== 'GET') headers['X-CSRF'] = proof
  const answer = await sendRequest({ ...sending, headers, url: root + path })
  const given = answer.headers.get('X-CSRF')
  if (given !== null && isWho(gives)) sessions[gives].csrf = given
  return answer
}

const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Asks for the next pair of cookies. Throws an `ApiError` in the specification's words when there is none. */
const refreshSession = async (who: SessionName): Promise<void> => {
  const session = sessions[who]
  if (!hasRefreshMarker(who)) throw new ApiError(401, 'no_session', session.missingMessage)
  const { status, headers, body } = await withLock(session.path, () =>
    sendOnce(
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        fallbackMessage: null,
        signal: AbortSignal.timeout(refreshWaitMs),
      },
      session.path,
      `-${who}`,
    ),
  )
  if (status >= 400) throw apiErrorFromResponse(status, headers, body, session.failedMessage)
  session.refreshCount += 1
}

/** Whether a failed renewal leaves the session as it was: the server could not be asked. */
const isTransientFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** Renews once for all calls that wait for it. When that cannot be, the session is over. */
const refreshOnce = (who: SessionName): Promise<void> => {
  const session = sessions[who]
  session.refreshing ??= refreshSession(who)
    .catch((error: unknown) => {
      throw isTransientFailure(error) ? error : sessionExpired(who, error)
    })
    .finally(() => {
      session.refreshing = null
    })
  return session.refreshing
}

const sessionExpired = (who: SessionName, cause: unknown): ApiError => {
  const notice = sessions[who].expiredMessage
  expireSession(notice, who)
  return new ApiError(401, 'no_session', notice, { cause })
}

/** A 401 that is about the session, not about what the call brought: a wrong code or password has a code of its own. */
const isSessionExpired = ({ status, body }: HttpResponse): boolean => {
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null
  return status === 401 && (typeof code !== 'string' || code === 'no_session')
}

const reportsFailure = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'success') === false

/**
 * Sends one request with the credential of its side. A 401 that is about the session leads to one renewal and one
 * retry with the same headers, the idempotency key among them; when that fails the session is over in words
 * (specification section 8). An answer that cannot be read, or says `success: false`, is no good one, whatever its status.
 */
export const send = async (
  sending: Omit<HttpRequest, 'url'>,
  path: string,
  sides: SessionSides,
): Promise<unknown> => {
  const [who] = sides
  const seen = isWho(who) ? sessions[who].refreshCount : 0
  let answer = await sendOnce(sending, path, sides)
  if (isWho(who) && isSessionExpired(answer)) {
    if (seen === sessions[who].refreshCount) await refreshOnce(who)
    answer = await sendOnce(sending, path, sides)
    if (isSessionExpired(answer)) throw sessionExpired(who, null)
  }
  if (answer.status >= 400 || answer.body === null || reportsFailure(answer.body))
    throw apiErrorFromResponse(answer.status, answer.headers, answer.body, sending.fallbackMessage)
  return answer.body
}
