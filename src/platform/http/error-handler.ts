import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  AppError,
  defaultMessage,
  type ErrorBody,
  type ErrorCode,
  httpStatus,
  NotOffered,
} from '#api/errors.ts'
import { isDatabaseUnavailable } from '../db/database-failure.ts'
import { errorCode } from '../error-code.ts'
import { newId } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'

type BodyRefusal = Extract<ErrorCode, 'too_large' | 'unsupported_type' | 'invalid_request'>

/** The messages of a route that takes no JSON. */
export type BodyMessages = Readonly<Partial<Record<BodyRefusal, string>>>

/** Errors of Fastify and its plugins, with our codes and messages. */
const frameworkErrors: Readonly<Record<string, readonly [BodyRefusal, string?]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large'],
  FST_REQ_FILE_TOO_LARGE: ['too_large'],
  FST_FILES_LIMIT: ['invalid_request', 'Send one file at a time.'],
  FST_FIELDS_LIMIT: ['invalid_request'],
  FST_PARTS_LIMIT: ['invalid_request'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_type'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_type',
    'Send the body as JSON (content-type application/json).',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty; send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request'],
}

const BUSY_SECONDS = 5

/** Maps an error to an AppError; null when it is unexpected. */
export const toAppError = (error: unknown, own: BodyMessages = {}): AppError | null => {
  if (error instanceof AppError) return error
  const known = frameworkErrors[errorCode(error)]
  if (known) {
    const [code, usual] = known
    const message = own[code] ?? usual
    return new AppError(code, message === undefined ? {} : { message })
  }
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: BUSY_SECONDS })
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  // From static files of the page: a folder, or a path that leads outside.
  if (status === 403) return new AppError('not_found')
  // Remaining 4xx of the framework: broken multipart, poisoned JSON keys.
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid_request')
  return null
}

/** Status and body of an error; an unexpected one becomes `internal` without details. */
export const errorResponse = (
  refusal: AppError | null,
  requestId: string,
): { status: number; body: ErrorBody } => {
  if (!refusal)
    return {
      status: httpStatus('internal'),
      body: { message: defaultMessage('internal'), code: 'internal', requestId },
    }
  const { code, message, fields } = refusal
  return { status: httpStatus(code), body: { message, code, requestId, ...(fields ? { fields } : {}) } }
}

/** Responds to every failure with the common error body, and logs those that the client did not cause. */
export const handleErrors = (http: FastifyInstance, log: Log): void => {
  http.setErrorHandler(async (error, request, reply) => {
    const refusal = toAppError(error, request.routeOptions.config.bodyMessages)
    const { status, body } = errorResponse(refusal, request.id)
    // A disconnected client is not a failure.
    if (status >= 500 && !(refusal instanceof NotOffered) && !request.socket.destroyed) {
      log.error('request failed', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '',
        code: body.code,
        error,
      })
    }
    if (refusal?.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(refusal.retryAfterSeconds))
    return reply.status(status).type('application/json; charset=utf-8').send(body)
  })
}

/** Errors that Node raises before there is a request, by its code. */
const nodeErrors: Readonly<Record<string, readonly [status: string, code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The headers of this request are larger than we can take.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'invalid_request',
    'This request took too long to arrive.',
  ],
}

/** Responds to invalid or incomplete requests, and closes the connection. */
export const handleClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = nodeErrors[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid_request',
    defaultMessage('invalid_request'),
  ]
  const body = JSON.stringify({ message, code, requestId: newId() })
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  // A client that keeps sending would occupy the connection: it is closed once the response is sent.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Escapes a malformed `%`, so that the router can decode the URL. */
export const makeDecodable = (url: string): string => {
  try {
    decodeURIComponent(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
