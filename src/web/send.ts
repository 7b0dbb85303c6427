import { ApiError, apiErrorFromResponse, networkError } from './api-error.ts'
import type { SessionCode, SessionName } from './endpoint-manifest.ts'
import { expiredMessages, expireSession, hasRefreshMarker } from './session-storage.ts'

const root = '/api/v1'
const refreshTimeoutMs = 8_000

type HttpResponse = { status: number; headers: Headers; body: unknown }

/** A fetch that the page started before the app was loaded (`early.js`); null if it had no response. */
export type StartedFetch = Promise<Response | null>

export type HttpRequest = {
  method: string
  headers: Record<string, string>
  body: string | FormData | undefined
  fallbackMessage: string | null
  /** How much of an upload has been sent, 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
  started?: StartedFetch | undefined
}

const hasType = (headers: Headers, type: string) => (headers.get('Content-Type') ?? '').includes(type)

/** JSON is parsed, anything else stays a Blob. Broken JSON is null, and so is HTML, which only a proxy would send. */
const readBody = async (headers: Headers, blob: Blob): Promise<unknown> => {
  if (hasType(headers, 'text/html')) return null
  if (!hasType(headers, 'json')) return blob
  try {
    const body: unknown = JSON.parse(await blob.text())
    return body
  } catch {
    return null
  }
}

const sendByFetch = async (url: string, request: HttpRequest): Promise<HttpResponse> => {
  const { method, headers, body, signal, started } = request
  const early = await started
  const response =
    early && !early.bodyUsed
      ? early
      : await fetch(url, { method, headers, body, signal, credentials: 'same-origin', cache: 'no-store' })
  return {
    status: response.status,
    headers: response.headers,
    body: await readBody(response.headers, await response.blob()),
  }
}

const parseHeaders = (text: string): Headers => {
  const headers = new Headers()
  for (const line of text.trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Only XMLHttpRequest reports the progress of an upload. */
const sendByXhr = (
  url: string,
  { method, headers: sent, body: sentBody }: HttpRequest,
  onProgress: (fraction: number) => void,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onerror = () => reject(new TypeError('no response'))
    request.onload = () => {
      const headers = parseHeaders(request.getAllResponseHeaders())
      const blob = request.response instanceof Blob ? request.response : new Blob()
      readBody(headers, blob).then(body => resolve({ status: request.status, headers, body }), reject)
    }
    request.send(sentBody)
  })

/** Resolves with any response, regardless of its status; throws an `ApiError` when there is none. */
const sendRequest = async (url: string, request: HttpRequest): Promise<HttpResponse> => {
  try {
    return await (request.onProgress
      ? sendByXhr(url, request, request.onProgress)
      : sendByFetch(url, request))
  } catch {
    throw networkError(request.fallbackMessage)
  }
}

type SessionState = {
  /** Proves that a request comes from this page. Kept in memory; sign-in and the session's `info` renew it. */
  csrf: string | null
  /** Counts refreshes, so that a late 401 does not refresh again. */
  refreshCount: number
  refreshing: Promise<void> | null
  path: string
  missingMessage: string
  failedMessage: string
}

const initialState = { csrf: null, refreshCount: 0, refreshing: null }

const sessions: Readonly<Record<SessionName, SessionState>> = {
  user: {
    ...initialState,
    path: '/auth/refresh',
    missingMessage: 'No user refresh token available',
    failedMessage: 'User token refresh failed',
  },
  manager: {
    ...initialState,
    path: '/manager/refresh',
    missingMessage: 'No manager refresh token available',
    failedMessage: 'Manager token refresh failed',
  },
}

/** Which session's cookie a call sends, and whose CSRF token its response may carry. */
const uses: Readonly<Record<SessionCode, { sends: SessionName | null; receives: SessionName | null }>> = {
  u: { sends: 'user', receives: 'user' },
  m: { sends: 'manager', receives: 'manager' },
  mu: { sends: 'manager', receives: 'user' },
  '-': { sends: null, receives: null },
  '-u': { sends: null, receives: 'user' },
  '-m': { sends: null, receives: 'manager' },
}

let sharedSecret: string | null = null

/** Sends a secret with every later call. The server writes it into the page if the operator set one. */
export const setSharedSecret = (secret: string): void => {
  sharedSecret = secret
}

/** Adds the CSRF token of the session and stores the one from the response. */
const sendOnce = async (request: HttpRequest, path: string, code: SessionCode): Promise<HttpResponse> => {
  const { sends, receives } = uses[code]
  const headers: Record<string, string> = { ...request.headers, 'X-Client': 'web' }
  if (sharedSecret !== null) headers['X-Shared-Secret'] = sharedSecret
  const token = sends && sessions[sends].csrf
  if (token !== null && request.method !== 'GET') headers['X-CSRF'] = token
  const response = await sendRequest(root + path, { ...request, headers })
  const received = response.headers.get('X-CSRF')
  if (received !== null && receives !== null) sessions[receives].csrf = received
  return response
}

const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Requests the next pair of cookies. */
const refreshSession = async (name: SessionName): Promise<void> => {
  const session = sessions[name]
  if (!hasRefreshMarker(name)) throw new ApiError(401, 'no_session', session.missingMessage)
  const { status, headers, body } = await withLock(session.path, () =>
    sendOnce(
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        fallbackMessage: null,
        signal: AbortSignal.timeout(refreshTimeoutMs),
      },
      session.path,
      name === 'user' ? '-u' : '-m',
    ),
  )
  if (status >= 400) throw apiErrorFromResponse(status, headers, body, session.failedMessage)
  session.refreshCount += 1
}

/** Whether a failed refresh does not prove that the session has ended, because the server could not decide. */
const isTransientFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** One refresh for all calls that wait for it. If the server refuses it, the session is over. */
const refreshOnce = (name: SessionName): Promise<void> => {
  const session = sessions[name]
  session.refreshing ??= refreshSession(name)
    .catch((error: unknown) => {
      throw isTransientFailure(error) ? error : sessionExpired(name, error)
    })
    .finally(() => {
      session.refreshing = null
    })
  return session.refreshing
}

const sessionExpired = (name: SessionName, cause: unknown): ApiError => {
  expireSession(name)
  return new ApiError(401, 'no_session', expiredMessages[name], { cause })
}

/** A 401 about the session. A wrong code or password is also a 401, with a different error code. */
const isSessionExpired = ({ status, body }: HttpResponse): boolean => {
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null
  return status === 401 && (typeof code !== 'string' || code === 'no_session')
}

const reportsFailure = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'success') === false

/**
 * Sends one request in its session and returns the response's body. A 401 about the session leads to one refresh and
 * one retry with the same headers, including the idempotency key. Throws an `ApiError`, also for a body that cannot be
 * read or contains `success: false`.
 */
export const send = async (request: HttpRequest, path: string, code: SessionCode): Promise<unknown> => {
  const { sends } = uses[code]
  const refreshCount = sends && sessions[sends].refreshCount
  let response = await sendOnce(request, path, code)
  if (sends !== null && isSessionExpired(response)) {
    if (refreshCount === sessions[sends].refreshCount) await refreshOnce(sends)
    response = await sendOnce(request, path, code)
    if (isSessionExpired(response)) throw sessionExpired(sends, null)
  }
  const { status, headers, body } = response
  if (status >= 400 || body === null || reportsFailure(body))
    throw apiErrorFromResponse(status, headers, body, request.fallbackMessage)
  return body
}
