import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Area, type Endpoint, isFileReply } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { type Authenticate, admit, type Caller, requireOwnPage } from './access.ts'
import { type AnyAnswers, type FileAnswer, parsedBy, type RawAnswer, ReadyBody } from './answer.ts'
import type { Clock } from './clock.ts'
import type { CookieNaming } from './cookies.ts'
import { attachment } from './disposition.ts'
import { credentialsOf, exchangeOf, isWeb } from './exchange.ts'
import type { Limits } from './limits.ts'
import { readUpload } from './upload.ts'

/** Puts the endpoint table on the wire: admit, limit, parse, answer, check the answer. */

export type Serving = {
  clock: Clock
  naming: CookieNaming
  origin: string
  authenticate: Authenticate
  csrfOf: (sessionId: string) => string
  limits: Limits
}

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && 'name' in answer
const isRaw = (answer: unknown): answer is RawAnswer =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'type' in answer && 'body' in answer

const sendReady = (request: FastifyRequest, reply: FastifyReply, { gzipped }: ReadyBody) => {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(gunzipSync(gzipped))
}

/** Sends what a handler gave, checked against the endpoint's line: an answer that drifted is a failure of ours. */
const send = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
  if (endpoint.reply === 'raw') {
    if (!isRaw(answer)) throw new Error('a raw endpoint must answer with status, type and body')
    return reply.status(answer.status).type(answer.type).send(answer.body)
  }
  reply.status(endpoint.status ?? 200)
  if (isFileReply(endpoint.reply)) {
    if (!isFile(answer)) throw new Error('a file endpoint must answer with a name and bytes')
    return reply
      .type(endpoint.reply.file)
      .header('content-disposition', attachment(answer.name))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(answer.bytes))
  }
  if (answer instanceof ReadyBody) return sendReady(request, reply, answer)
  return reply.send(endpoint.reply.parse(answer))
}

const NoBody = z.strictObject({})

const bodyOf = async (endpoint: Endpoint, request: FastifyRequest) => {
  if (endpoint.upload) {
    const { file, fields } = await readUpload(request, endpoint.upload)
    if (!endpoint.body && Object.keys(fields).length > 0) {
      throw new Refusal('invalid_request', {
        fields: Object.fromEntries(Object.keys(fields).map(name => [name, 'This field is not known here'])),
      })
    }
    return { file, body: endpoint.body ? parsedBy(endpoint.body, fields) : {} }
  }
  return { file: null, body: parsedBy(endpoint.body ?? NoBody, request.body ?? {}) }
}

/** An id in a path that cannot be one names nothing. */
const paramsOf = (endpoint: Endpoint, request: FastifyRequest) => {
  if (!endpoint.params) return {}
  const parsed = endpoint.params.safeParse(request.params)
  if (!parsed.success) throw new Refusal('not_found')
  return parsed.data
}

const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  if (!endpoint.once || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(key)) {
    throw new Refusal('invalid_request', {
      message: 'Idempotency-Key must have 1 to 256 visible characters.',
    })
  }
  return key
}

/** Registers one area's endpoints with their answers, below `/api/v1` (and at the root where the line says so). */
export const serveArea = (app: FastifyInstance, area: Area, answers: AnyAnswers, serving: Serving): void => {
  for (const [name, endpoint] of Object.entries(area)) {
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for endpoint ${name}`)
    const callers = new WeakMap<FastifyRequest, Caller>()
    const urls = [`/api/v1${endpoint.path}`, ...(endpoint.atRoot ? [endpoint.path] : [])]
    for (const url of urls) {
      app.route({
        method: endpoint.method,
        url,
        config: { tooLarge: endpoint.upload?.tooLarge },
        bodyLimit: endpoint.upload ? endpoint.upload.maxBytes + 64 * 1024 : 256 * 1024,
        // Before the body is read: a stranger's bytes are not worth parsing.
        onRequest: async request => {
          await serving.limits.spend('any', { address: request.ip })
          const given = credentialsOf(request, serving.naming)
          if (endpoint.who === 'anyone' && isWeb(request)) requireOwnPage(given, serving.origin, null)
          const caller = await admit(endpoint, given, serving)
          callers.set(request, caller)
          if (endpoint.limit) {
            await serving.limits.spend(endpoint.limit, {
              address: request.ip,
              ...(caller.kind === 'user' ? { person: caller.userId } : {}),
            })
          }
        },
        handler: async (request, reply) => {
          const caller = callers.get(request)
          if (!caller) throw new Error('a request reached its handler without being admitted')
          const params = paramsOf(endpoint, request)
          const query = endpoint.query ? parsedBy(endpoint.query, request.query) : {}
          const { body, file } = await bodyOf(endpoint, request)
          const given = await answer({
            params,
            query,
            body,
            file,
            caller,
            idempotencyKey: idempotencyKeyOf(endpoint, request),
            requestId: request.id,
            now: serving.clock(),
            http: exchangeOf(request, reply, serving.naming),
          })
          return send(endpoint, request, reply, given)
        },
      })
    }
  }
}
