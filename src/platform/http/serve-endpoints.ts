import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Endpoint, type EndpointGroup, isFileReply } from '#api/endpoint.ts'
import { AppError, agreementRefusals, type ErrorCode } from '#api/errors.ts'
import { type AuditContext, type RecordRead, recordAudit } from '../audit/audit-log.ts'
import type { Clock } from '../clock.ts'
import { limitPerKey } from '../concurrency.ts'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import {
  type AccessPolicy,
  authenticatePrincipal,
  type Credentials,
  type Principal,
  refuseDuringCooldown,
  refuseWithoutAgreement,
  requireAccess,
  requireSameOrigin,
} from './access.ts'
import {
  type AnyHandlers,
  type FileResponse,
  PreparedJson,
  parseOrRefuse,
  type RawResponse,
} from './handler.ts'
import { type CookieNaming, createHttpContext, isWebClient, readCredentials } from './http-context.ts'
import { RateLimitExceeded, type RateLimits } from './rate-limits.ts'
import { acceptOnlyForms, acceptRawBody, bodyMessagesOf, readUpload, requireFile } from './request-body.ts'
import { requireSharedSecret } from './shared-secret.ts'

/** Serves the endpoint table: authorize, rate limit, parse, call the handler, check its response. */

type ServeOptions = AccessPolicy &
  Pick<Keyring, 'auditMac'> & {
    db: Database
    recordRead: RecordRead
    clock: Clock
    naming: CookieNaming
    limits: RateLimits
    sharedSecrets: readonly string[]
  }

/** Errors of attempts that the principal is not allowed to make. */
const auditedDenials: readonly ErrorCode[] = [
  'not_allowed',
  'not_own_client',
  'read_only',
  'csrf',
  'plan_required',
  'sign_in_again',
  'account_cooldown',
  ...agreementRefusals,
]

const auditContext = (
  request: FastifyRequest,
  principal: Principal,
  { clock, auditMac }: ServeOptions,
): AuditContext => ({
  principal,
  auditMac,
  now: clock(),
  requestId: request.id,
  address: request.ip,
})

/** Denials of known callers are audited; of a rate limit, only the first refusal while it counts. */
const shouldAuditDenial = (refused: AppError, principal: Principal) =>
  refused instanceof RateLimitExceeded
    ? refused.first
    : principal.kind !== 'anyone' && auditedDenials.includes(refused.code)

/** Records the error in the audit log and throws it. */
const auditDenial = async (
  refused: unknown,
  request: FastifyRequest,
  principal: Principal,
  serving: ServeOptions,
): Promise<never> => {
  if (refused instanceof AppError && shouldAuditDenial(refused, principal)) {
    const noted = { outcome: refused.code, objectId: request.routeOptions.url ?? 'unknown' }
    await recordAudit(serving.db, 'denied', auditContext(request, principal, serving), noted)
  }
  throw refused
}

/** The subject of the rate limit; undefined for an unknown caller. */
const principalId = (principal: Principal): string | undefined => {
  if (principal.kind === 'user') return principal.userId
  if (principal.kind === 'key') return principal.keyId
  return principal.kind === 'manager' ? principal.managerId : undefined
}

/** Authenticates and authorizes a request, and counts it against the endpoint's rate limit. */
const admit = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  given: Credentials,
  serving: ServeOptions,
): Promise<Principal> => {
  const { limits } = serving
  let principal: Principal = { kind: 'anyone' }
  try {
    await limits.consume(endpoint.rawBody ? 'notice' : 'any', { address: request.ip })
    requireSharedSecret(serving.sharedSecrets, endpoint, request)
    if (endpoint.auth === 'anyone' && isWebClient(request)) requireSameOrigin(given, serving.origin, null)
    principal = await authenticatePrincipal(endpoint, given, serving)
    if (principal.kind !== 'anyone') {
      requireAccess(endpoint, principal, given, serving, serving.clock())
      await refuseDuringCooldown(endpoint, principal, serving, serving.clock())
      await refuseWithoutAgreement(endpoint, principal, serving, serving.clock())
    }
    if (endpoint.rateLimit) {
      const person = principalId(principal)
      await limits.consume(endpoint.rateLimit, {
        address: request.ip,
        ...(person === undefined ? {} : { person }),
      })
    }
    // Regardless of the result, and in addition to what the endpoint itself records.
    if (principal.kind === 'key')
      await recordAudit(serving.db, 'api_key_used', auditContext(request, principal, serving), {
        objectId: `${endpoint.method} ${endpoint.path}`,
      })
    return principal
  } catch (refused) {
    return auditDenial(refused, request, principal, serving)
  }
}

const isFile = (answer: unknown): answer is FileResponse =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && 'name' in answer
const isRaw = (answer: unknown): answer is RawResponse =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'type' in answer && 'body' in answer

const sendReady = (request: FastifyRequest, reply: FastifyReply, { gzipped }: PreparedJson) => {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(gunzipSync(gzipped))
}

/** Sends a handler's response after checking it against the contract: a mismatch is a server error. */
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
  if (answer instanceof PreparedJson) return sendReady(request, reply, answer)
  return reply.send(endpoint.reply.parse(answer))
}

const NoFields = z.strictObject({})

const readBody = async (endpoint: Endpoint, request: FastifyRequest) => {
  const alone = endpoint.upload?.fileOptional === true && !request.isMultipart()
  if (endpoint.upload && !alone) {
    const { file, fields } = await readUpload(request, endpoint.upload)
    // An upload form shows one message: of the first invalid field, and of the file only when the fields are
    // valid.
    const body = parseOrRefuse(endpoint.body ?? NoFields, fields, { first: true })
    return { file: requireFile(file, endpoint.upload), rawBody: null, body }
  }
  if (endpoint.rawBody) {
    const rawBody = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    return { file: null, rawBody, body: {} }
  }
  return { file: null, rawBody: null, body: parseOrRefuse(endpoint.body ?? NoFields, request.body ?? {}) }
}

/** A malformed id in a path is treated as not found. */
const readParams = (endpoint: Endpoint, request: FastifyRequest) => {
  if (!endpoint.params) return {}
  const parsed = endpoint.params.safeParse(request.params)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data
}

const readIdempotencyKey = (endpoint: Endpoint, request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(key)) {
    throw new AppError('invalid_request', {
      message: 'Idempotency-Key must have 1 to 256 visible characters.',
    })
  }
  return key
}

/** The body limit of endpoints that differ from the default (`http-server.ts`). */
const maxBodyBytes = ({ upload, form, rawBody }: Endpoint) =>
  upload ? upload.maxBytes + 64 * 1024 : (form ?? rawBody)?.maxBytes

/** Registers one area's endpoints with their handlers, below `/api/v1` (and at the root where the contract states it). */
export const serveEndpoints = (
  app: FastifyInstance,
  area: EndpointGroup,
  answers: AnyHandlers,
  serving: ServeOptions,
): void => {
  for (const [name, endpoint] of Object.entries(area)) {
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for endpoint ${name}`)
    const callers = new WeakMap<FastifyRequest, Principal>()
    const limitConcurrent = limitPerKey(endpoint.upload?.maxConcurrent ?? Number.POSITIVE_INFINITY)
    const handle = async (request: FastifyRequest, reply: FastifyReply, principal: Principal) => {
      const { audit } = endpoint
      const occasion = auditContext(request, principal, serving)
      const params = readParams(endpoint, request)
      // A provider may add parameters to its webhook's address.
      const isNotice = endpoint.rawBody !== undefined || endpoint.form !== undefined
      const query =
        isNotice && !endpoint.query ? {} : parseOrRefuse(endpoint.query ?? NoFields, request.query)
      const { body, file, rawBody } = await readBody(endpoint, request)
      let noted = false
      const given = await answer({
        audit: async (tx, about) => {
          noted = true
          if (audit) await recordAudit(tx, audit, occasion, about)
        },
        params,
        query,
        body,
        file,
        rawBody,
        principal,
        idempotencyKey: readIdempotencyKey(endpoint, request),
        requestId: request.id,
        now: occasion.now,
        http: createHttpContext(request, reply, serving.naming),
      }).catch((refused: unknown) => {
        // Its handler may have recorded more about an exceeded limit.
        if (noted && refused instanceof RateLimitExceeded) throw refused
        return auditDenial(refused, request, principal, serving)
      })
      // Reads are audited before the response is sent, unless the handler did so; writes in their own
      // transaction.
      if (audit && !noted && endpoint.method === 'GET') await serving.recordRead(audit, occasion)
      return send(endpoint, request, reply, given)
    }
    const urls = [`/api/v1${endpoint.path}`, ...(endpoint.atRoot ? [endpoint.path] : [])]
    for (const url of urls) {
      const route: RouteOptions = {
        method: endpoint.method,
        url,
        config: { bodyMessages: bodyMessagesOf(endpoint) },
        bodyLimit: maxBodyBytes(endpoint),
        // Before the body is read: bytes of unauthorized callers are not parsed.
        onRequest: async (request, reply) => {
          const principal = await admit(endpoint, request, readCredentials(request, serving.naming), serving)
          callers.set(request, principal)
          if (principal.kind === 'user' && principal.impersonation) reply.header('x-impersonation', '1')
        },
        handler: async (request, reply) => {
          const principal = callers.get(request)
          if (!principal) throw new Error('a request reached its handler without being admitted')
          return limitConcurrent(principalId(principal) ?? request.ip, () =>
            handle(request, reply, principal),
          )
        },
      }
      const { form, rawBody } = endpoint
      if (form || rawBody) {
        app.register(async scope => {
          if (form) acceptOnlyForms(scope, form)
          else acceptRawBody(scope)
          scope.route(route)
        })
      } else app.route(route)
    }
  }
}

/**
 * The `Content-Disposition` of a download: an ASCII name for old readers and the exact name in RFC 8187 form
 * (RFC 6266). A name can never break out of its quotes or add a header.
 */
export const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '-')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
