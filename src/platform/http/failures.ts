import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { defaultMessage, type ErrorCode } from '#api/errors.ts'
import { newId } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import { errorResponse, toAppError } from './refused.ts'

/** Answers every failure with the one error body, and logs what was not the caller's doing. */
export const handleErrors = (http: FastifyInstance, log: Log): void => {
  http.setErrorHandler(async (error, request, reply) => {
    const refusal = toAppError(error, request.routeOptions.config.tooLarge)
    const { status, body } = errorResponse(refusal, request.id)
    // A caller who left in the middle is no failure.
    if (status >= 500 && !request.socket.destroyed) {
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

/** What Node refuses before there is a request: its status, and the product's code and words. */
const ofNode: Readonly<Record<string, readonly [status: number, code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The headers of this request are larger than we can take.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_request', 'This request took too long to arrive.'],
}

/** Answers bytes that are no request, or one that never came to its end, and closes the connection. */
export const handleClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = ofNode[error.code ?? ''] ?? [
    400,
    'invalid_request',
    defaultMessage('invalid_request'),
  ]
  const body = JSON.stringify({ message, code, requestId: newId() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  // A caller that goes on sending would keep the connection: it ends once the answer is out.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** An address as the router can take it: an escape that stands for nothing stands for itself. */
export const makeDecodable = (url: string): string => {
  try {
    decodeURIComponent(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
