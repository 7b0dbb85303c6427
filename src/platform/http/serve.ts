import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Area, type Endpoint, isFileReply } from '#api/endpoint.ts'
import { type ErrorCode, Refusal } from '#api/errors.ts'
import { noteAct, type Occasion } from '../audit/trail.ts'
import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto/sealed.ts'
import type { Database } from '../db/database.ts'
import { fewByKey } from '../jobs/turns.ts'
import {
  type Caller,
  type Credentials,
  callerOf,
  type Gate,
  requireMay,
  requireOwnPage,
  requireSettled,
} from './access.ts'
import { type AnyAnswers, type FileAnswer, parsedBy, type RawAnswer, ReadyBody } from './answer.ts'
import type { CookieNaming } from './cookies.ts'
import { attachment } from './disposition.ts'
import { credentialsOf, exchangeOf, isWeb } from './exchange.ts'
import { takeBytes, takeOnlyForms } from './form.ts'
import { LimitMet, type Limits } from './limits.ts'
import { requireSharedSecret } from './shared-secret.ts'
import { readUpload, required } from './upload.ts'

/** Puts the endpoint table on the wire: admit, limit, parse, answer, check the answer. */

export type Serving = Gate &
  Pick<Vault, 'trailMac'> & {
    db: Database
    clock: Clock
    naming: CookieNaming
    limits: Limits
    sharedSecrets: readonly string[]
  }

/** Refusals that say that somebody tried what is not theirs to do. */
const denials: readonly ErrorCode[] = [
  'not_allowed',
  'read_only',
  'csrf',
  'plan_required',
  'sign_in_again',
  'not_yet',
]

const occasionOf = (request: FastifyRequest, caller: Caller, { clock, trailMac }: Serving): Occasion => ({
  caller,
  trailMac,
  now: clock(),
  requestId: request.id,
  address: request.ip,
})

/** A denial to somebody who is known; and of a limit, whoever met it, the first refusal while it counts. */
const isNoted = (refused: Refusal, caller: Caller) =>
  refused instanceof LimitMet ? refused.first : caller.kind !== 'anyone' && denials.includes(refused.code)

/** Lets a refusal pass on, after the audit trail heard of it. */
const noteDenial = async (
  refused: unknown,
  request: FastifyRequest,
  caller: Caller,
  serving: Serving,
): Promise<never> => {
  if (refused instanceof Refusal && isNoted(refused, caller)) {
    const noted = { outcome: refused.code, objectId: request.routeOptions.url ?? 'unknown' }
    await noteAct(serving.db, 'denied', occasionOf(request, caller, serving), noted)
  }
  throw refused
}

/** Whom a call is counted for; undefined of a caller who is nobody yet. */
const personOf = (caller: Caller): string | undefined => {
  if (caller.kind === 'user') return caller.userId
  return caller.kind === 'manager' ? caller.managerId : undefined
}

/** Who calls, known and allowed to; counted against the endpoint's limit. */
const admit = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  given: Credentials,
  serving: Serving,
): Promise<Caller> => {
  const { limits } = serving
  let caller: Caller = { kind: 'anyone' }
  try {
    await limits.spend(endpoint.signed ? 'notice' : 'any', { address: request.ip })
    requireSharedSecret(serving.sharedSecrets, endpoint, request)
    if (endpoint.who === 'anyone' && isWeb(request)) requireOwnPage(given, serving.origin, null)
    caller = await callerOf(endpoint, given, serving)
    if (caller.kind !== 'anyone') {
      requireMay(endpoint, caller, given, serving, serving.clock())
      await requireSettled(endpoint, caller, serving, serving.clock())
    }
    if (endpoint.limit) {
      const person = personOf(caller)
      await limits.spend(endpoint.limit, { address: request.ip, ...(person === undefined ? {} : { person }) })
    }
    return caller
  } catch (refused) {
    return noteDenial(refused, request, caller, serving)
  }
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
      .send(answer.bytes instanceof Uint8Array ? Buffer.from(answer.bytes) : answer.bytes)
  }
  if (answer instanceof ReadyBody) return sendReady(request, reply, answer)
  return reply.send(endpoint.reply.parse(answer))
}

const NoBody = z.strictObject({})

const bodyOf = async (endpoint: Endpoint, request: FastifyRequest) => {
  const alone = endpoint.upload?.orBody === true && !request.isMultipart()
  if (endpoint.upload && !alone) {
    const { file, fields } = await readUpload(request, endpoint.upload)
    // Whoever uploads sees one message: of the first field that is wrong, and of the file only then.
    const body = parsedBy(endpoint.body ?? NoBody, fields, { first: true })
    return { file: required(file, endpoint.upload), bytes: null, body }
  }
  if (endpoint.signed) {
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    return { file: null, bytes, body: {} }
  }
  return { file: null, bytes: null, body: parsedBy(endpoint.body ?? NoBody, request.body ?? {}) }
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

/** How many bytes of a body are read at most, where that is not as of every request (`http.ts`). */
const bodyLimitOf = ({ upload, form, signed }: Endpoint) =>
  upload ? upload.maxBytes + 64 * 1024 : (form ?? signed)?.maxBytes

/** Registers one area's endpoints with their answers, below `/api/v1` (and at the root where the line says so). */
export const serveArea = (app: FastifyInstance, area: Area, answers: AnyAnswers, serving: Serving): void => {
  for (const [name, endpoint] of Object.entries(area)) {
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for endpoint ${name}`)
    const callers = new WeakMap<FastifyRequest, Caller>()
    const few = fewByKey(endpoint.upload?.atOnce ?? Number.POSITIVE_INFINITY)
    const handle = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
      const { audit } = endpoint
      const occasion = occasionOf(request, caller, serving)
      const params = paramsOf(endpoint, request)
      const query = endpoint.query ? parsedBy(endpoint.query, request.query) : {}
      const { body, file, bytes } = await bodyOf(endpoint, request)
      let noted = false
      const given = await answer({
        note: async (tx, about) => {
          noted = true
          if (audit) await noteAct(tx, audit, occasion, about)
        },
        params,
        query,
        body,
        file,
        bytes,
        caller,
        idempotencyKey: idempotencyKeyOf(endpoint, request),
        requestId: request.id,
        now: occasion.now,
        http: exchangeOf(request, reply, serving.naming),
      }).catch((refused: unknown) => {
        // Its handler may have said more of a limit that was met.
        if (noted && refused instanceof LimitMet) throw refused
        return noteDenial(refused, request, caller, serving)
      })
      // A reading is noted before its answer goes out, unless its handler said more of it; a change was noted in its
      // own transaction.
      if (audit && !noted && endpoint.method === 'GET') await noteAct(serving.db, audit, occasion)
      return send(endpoint, request, reply, given)
    }
    const urls = [`/api/v1${endpoint.path}`, ...(endpoint.atRoot ? [endpoint.path] : [])]
    for (const url of urls) {
      const route: RouteOptions = {
        method: endpoint.method,
        url,
        config: { tooLarge: endpoint.upload?.tooLarge },
        bodyLimit: bodyLimitOf(endpoint),
        // Before the body is read: a stranger's bytes are not worth parsing.
        onRequest: async (request, reply) => {
          const caller = await admit(endpoint, request, credentialsOf(request, serving.naming), serving)
          callers.set(request, caller)
          if (caller.kind === 'user' && caller.opened) reply.header('x-impersonation', '1')
        },
        handler: async (request, reply) => {
          const caller = callers.get(request)
          if (!caller) throw new Error('a request reached its handler without being admitted')
          return few(personOf(caller) ?? request.ip, () => handle(request, reply, caller))
        },
      }
      const { form, signed } = endpoint
      if (form || signed) {
        app.register(async scope => {
          if (form) takeOnlyForms(scope, form)
          else takeBytes(scope)
          scope.route(route)
        })
      } else app.route(route)
    }
  }
}
