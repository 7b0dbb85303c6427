import { ApiError, errorOf } from './api-error.ts'
import { type Answer, exchange, type Sending } from './exchange.ts'
import { expireSession, hasRefreshMarker } from './markers.ts'
import type { Sides, Who } from './wire.ts'

const root = '/api/v1'
const refreshWaitMs = 8_000

type Renewed = {
  /** Proof that a request comes from this page; memory only, given anew by sign-in and by the session's own `info`. */
  csrf: string | null
  /** How often this page has renewed the session, so that a late 401 does not renew it again. */
  renewals: number
  renewing: Promise<void> | null
  path: string
  /** The words of specification section 8. */
  missing: string
  failed: string
  over: string
}

const fresh = { csrf: null, renewals: 0, renewing: null }

const sessions: Readonly<Record<Who, Renewed>> = {
  u: {
    ...fresh,
    path: '/auth/refresh',
    missing: 'No user refresh token available',
    failed: 'User token refresh failed',
    over: 'User session expired',
  },
  m: {
    ...fresh,
    path: '/manager/refresh',
    missing: 'No manager refresh token available',
    failed: 'Manager token refresh failed',
    over: 'Manager session expired',
  },
}

const isWho = (side: string | undefined): side is Who => side === 'u' || side === 'm'

/** What the operator asks of every call; null where nothing is asked for. */
let sharedSecret: string | null = null

/** Sends a shared secret with every call from now on; the server puts it into the page where an operator set one. */
export const sendSharedSecret = (secret: string): void => {
  sharedSecret = secret
}

/** Brings the proof of the session whose credential goes along, and keeps the one that the answer carries. */
const once = async (sending: Omit<Sending, 'url'>, path: string, sides: Sides): Promise<Answer> => {
  const [brings] = sides
  const gives = sides.at(-1)
  const headers: Record<string, string> = { ...sending.headers, 'X-Client': 'web' }
  if (sharedSecret !== null) headers['X-Shared-Secret'] = sharedSecret
  const proof = isWho(brings) ? sessions[brings].csrf : null
  if (proof !== null && sending.method !== 'GET') headers['X-CSRF'] = proof
  const answer = await exchange({ ...sending, headers, url: root + path })
  const given = answer.headers.get('X-CSRF')
  if (given !== null && isWho(gives)) sessions[gives].csrf = given
  return answer
}

const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Asks for the next pair of cookies. Throws an `ApiError` in the specification's words when there is none. */
const renew = async (who: Who): Promise<void> => {
  const session = sessions[who]
  if (!hasRefreshMarker(who)) throw new ApiError(401, 'no_session', session.missing)
  const { status, headers, body } = await alone(session.path, () =>
    once(
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        fallback: null,
        signal: AbortSignal.timeout(refreshWaitMs),
      },
      session.path,
      `-${who}`,
    ),
  )
  if (status >= 400) throw errorOf(status, headers, body, session.failed)
  session.renewals += 1
}

/** Whether a failed renewal leaves the session as it was: the server could not be asked. */
const mayStillStand = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** Renews once for all calls that wait for it. When that cannot be, the session is over. */
const renewTogether = (who: Who): Promise<void> => {
  const session = sessions[who]
  session.renewing ??= renew(who)
    .catch((error: unknown) => {
      throw mayStillStand(error) ? error : over(who, error)
    })
    .finally(() => {
      session.renewing = null
    })
  return session.renewing
}

const over = (who: Who, cause: unknown): ApiError => {
  const notice = sessions[who].over
  expireSession(notice, who)
  return new ApiError(401, 'no_session', notice, { cause })
}

/** A 401 that is about the session, not about what the call brought: a wrong code or password has a code of its own. */
const endsSession = ({ status, body }: Answer): boolean => {
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null
  return status === 401 && (typeof code !== 'string' || code === 'no_session')
}

const saysNo = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'success') === false

/**
 * Sends one request with the credential of its side. A 401 that is about the session leads to one renewal and one
 * retry with the same headers, the idempotency key among them; when that fails the session is over in words
 * (specification section 8). An answer that cannot be read, or says `success: false`, is no good one, whatever its status.
 */
export const send = async (sending: Omit<Sending, 'url'>, path: string, sides: Sides): Promise<unknown> => {
  const [who] = sides
  const seen = isWho(who) ? sessions[who].renewals : 0
  let answer = await once(sending, path, sides)
  if (isWho(who) && endsSession(answer)) {
    if (seen === sessions[who].renewals) await renewTogether(who)
    answer = await once(sending, path, sides)
    if (endsSession(answer)) throw over(who, null)
  }
  if (answer.status >= 400 || answer.body === null || saysNo(answer.body))
    throw errorOf(answer.status, answer.headers, answer.body, sending.fallback)
  return answer.body
}
