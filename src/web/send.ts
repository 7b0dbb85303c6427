import { ApiError, errorOf } from './api-error.ts'
import { type Answer, exchange, type Sending } from './exchange.ts'
import { endSession, hasRefreshMarker } from './markers.ts'

const root = '/api/v1'
const refreshPath = '/auth/refresh'
const refreshWaitMs = 8_000

/** Proof that a request comes from this page; memory only, given anew by sign-in answers and `GET /user/info`. */
let csrf: string | null = null

/** How often this page has renewed its session, so that a late 401 does not renew it again. */
let renewals = 0
let renewing: Promise<boolean> | null = null

const once = async (sending: Omit<Sending, 'url'>, path: string): Promise<Answer> => {
  const headers: Record<string, string> = { ...sending.headers, 'X-Client': 'web' }
  if (csrf !== null && sending.method !== 'GET') headers['X-CSRF'] = csrf
  const answer = await exchange({ ...sending, headers, url: root + path })
  csrf = answer.headers.get('X-CSRF') ?? csrf
  return answer
}

const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('session-refresh', work) : work()

/** Asks for the next pair of cookies. False: the session is over. Throws when the server cannot be asked. */
const renew = async (): Promise<boolean> => {
  if (!hasRefreshMarker()) return false
  const answer = await alone(() =>
    once(
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        fallback: null,
        signal: AbortSignal.timeout(refreshWaitMs),
      },
      refreshPath,
    ),
  )
  if (answer.status >= 500 || answer.status === 429) {
    throw errorOf(answer.status, answer.headers, answer.body, 'User token refresh failed')
  }
  renewals += 1
  return answer.status < 400
}

const renewTogether = (): Promise<boolean> => {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

const codeOf = ({ body }: Answer): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null

/**
 * Sends one request of the person. A 401 that is about the session (not about a wrong code) leads to one renewal and
 * one retry with the same headers, the idempotency key among them; when that fails the session ends in words
 * (specification section 8). An answer that cannot be read is no good one, whatever its status.
 */
export const send = async (sending: Omit<Sending, 'url'>, path: string): Promise<unknown> => {
  const seen = renewals
  let answer = await once(sending, path)
  if (answer.status === 401 && codeOf(answer) !== 'wrong_code') {
    const renewed = seen !== renewals || (await renewTogether())
    if (renewed) answer = await once(sending, path)
    if (answer.status === 401) {
      const notice = 'User session expired'
      endSession(notice)
      throw new ApiError(401, 'no_session', notice)
    }
  }
  if (answer.status >= 400 || answer.body === null)
    throw errorOf(answer.status, answer.headers, answer.body, sending.fallback)
  return answer.body
}
