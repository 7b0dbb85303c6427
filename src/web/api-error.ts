const unreachable = 'We could not reach the server. Check your connection and try again.'

/** A failed call. Without a response, `status` is 0. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<ApiError, 'fields' | 'retryAfterSeconds' | 'cause'>> = {},
  ) {
    super(message, more)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

const textAt = (body: object, key: string): string | null => {
  const found: unknown = Reflect.get(body, key)
  return typeof found === 'string' && found !== '' ? found : null
}

const fieldsOf = (body: object): Record<string, string> => {
  const fields: unknown = Reflect.get(body, 'fields')
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The message is the body's `message`, `error`, `msg` or `detail`, else the endpoint's fallback, else the status. */
export const apiErrorFromResponse = (
  status: number,
  headers: Headers,
  body: unknown,
  fallback: string | null,
): ApiError => {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const words = ['message', 'error', 'msg', 'detail']
    .map(key => textAt(fields, key))
    .find(text => text !== null)
  const wait = Number(headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(status, textAt(fields, 'code') ?? '', words ?? fallback ?? `HTTP ${status}`, {
    fields: fieldsOf(fields),
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  })
}

/** No network, or no server: only the endpoint's fallback describes what failed. */
export const networkError = (fallback: string | null): ApiError =>
  new ApiError(0, 'unreachable', fallback ?? unreachable)

/** The message of anything thrown, in one line. For a call without a response, why it failed. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.'
  return error.status === 0 ? unreachable : error.message
}

/** The same in two lines: what failed, and the cause if there was no response. */
export const errorLines = (error: unknown): { title: string; cause: string | null } => {
  const cause = errorMessage(error)
  const title = error instanceof ApiError ? error.message : cause
  return { title, cause: title === cause ? null : cause }
}
