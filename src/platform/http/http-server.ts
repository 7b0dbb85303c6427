import { performance } from 'node:perf_hooks'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Tracing, traceRequests } from '../telemetry/tracing.ts'
import { handleClientError, handleErrors, makeDecodable } from './error-handler.ts'
import { probePaths } from './probes.ts'

/**
 * Headers that browsers apply only to documents and workers. A screen is about ten files and as many reads, and over HTTP/1.1 these
 * headers add 750 bytes to each.
 */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

export const dropDocumentHeaders = (reply: FastifyReply): void => {
  for (const name of ofDocuments) reply.removeHeader(name)
}

/**
 * Security headers of every response: scripts, styles and fonts from this site only, no inline script,
 * Trusted Types, no frames, no referrer, and the microphone for this page only. JSON may load and be framed by nothing.
 */
const setSecurityHeaders = (app: FastifyInstance, publicUrl: URL): void => {
  const https = publicUrl.protocol === 'https:'
  // Created once: @fastify/helmet would evaluate the whole policy for each request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // Policies for the script of the service worker (`web/service-worker.ts`) and of the worker that makes JPEGs
        // (`features/documents/web/conversion`).
        trustedTypes: ['service-worker', 'conversion-worker'],
        reportUri: ['/api/v1/csp-report'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request.raw, reply.raw, error => {
      if (error instanceof Error) throw error
    })
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!hasType(reply, /^application\/json/)) return
    dropDocumentHeaders(reply)
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
}

const hasType = (reply: FastifyReply, type: RegExp) => type.test(String(reply.getHeader('content-type')))

/** Shorter responses fit in one packet. */
const compressedFrom = 1_400
const gzipAsync = promisify(gzip)

/**
 * Gzips JSON and pages. Other sites cannot make authenticated requests, because no cookie is sent with them, so response sizes reveal
 * nothing (BREACH).
 */
const compressResponses = (app: FastifyInstance) =>
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < compressedFrom) return payload
    if (!hasType(reply, /^(application\/json|text\/html)/)) return payload
    reply.header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return gzipAsync(payload)
  })

/** Counts and logs every response by its route, and forbids caching. */
const logResponses = (http: FastifyInstance, log: Log, metrics: Metrics) => {
  const began = new WeakMap<object, number>()
  http.addHook('onRequest', async (request, reply) => {
    began.set(request, performance.now())
    // Only the page's static files may be cached; they override this.
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  http.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(performance.now() - (began.get(request) ?? performance.now()))
    const route = request.routeOptions.url ?? 'unknown'
    metrics.recordResponse(route, request.method, reply.statusCode, ms / 1_000)
    // Probes arrive every few seconds and would flood the log.
    if (probePaths.includes(route)) return
    log.info('answered', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms,
    })
  })
}

/** How often new requests are checked for. */
const POLL_MS = 100
/**
 * Checks without a new request before the listener closes: at least a second, longer when the CPU is
 * busy.
 */
const QUIET_POLLS = 10
/** Clients that never stop are not served forever. */
const MAX_MS = 15_000

/** Yields to the event loop too: a server that was stalled accepts one waiting connection per iteration. */
const nextPoll = async (): Promise<void> => {
  await delay(POLL_MS)
  await turn()
}

/**
 * Resolves when a stopping server may close its listener. Connections still waiting to be accepted would then be
 * reset, so it serves for `minMs`, in which load balancers notice, and continues until ten checks in a row saw
 * no new request, for at most 15 seconds. `requestCount` counts the requests. Zero skips it: there is no load
 * balancer.
 */
export const drainConnections = async (
  requestCount: () => number,
  minMs: number,
  { poll, now }: { poll: () => Promise<void>; now: () => number } = {
    poll: nextPoll,
    now: () => performance.now(),
  },
): Promise<void> => {
  if (minMs === 0) return
  const began = now()
  let known = requestCount()
  let quiet = 0
  const isOver = () => now() - began >= (quiet >= QUIET_POLLS ? minMs : MAX_MS)
  while (!isOver()) {
    await poll()
    quiet = requestCount() === known ? quiet + 1 : 0
    known = requestCount()
  }
}

/** The HTTP server before any endpoint is registered. */
export type Http = {
  http: FastifyInstance
  isDraining: () => boolean
  /** From now on every response closes its connection. */
  drain: () => void
  /** Requests so far, not counting probes. */
  requestCount: () => number
}

/** Time limit for receiving a whole request, and how often the server checks it. */
export type RequestTimeouts = { withinMs: number; lookedAtMs: number }

/** By default Node checks every 30 seconds, which would let a slow sender stay for a minute. */
const usualArrival: RequestTimeouts = { withinMs: 30_000, lookedAtMs: 1_000 }

/** Creates it; `config` has the number of trusted proxies and the public address. */
export const createHttpServer = async (
  config: Config,
  {
    log,
    metrics,
    tracing,
    arrival = usualArrival,
  }: { log: Log; metrics: Metrics; tracing: Tracing | null; arrival?: RequestTimeouts },
): Promise<Http> => {
  let draining = false
  let requests = 0
  const http = Fastify({
    logger: false,
    genReqId: newId,
    // Trust as many forwarded addresses as there are trusted proxies.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: arrival.withinMs,
    http: {
      requestTimeout: arrival.withinMs,
      headersTimeout: arrival.withinMs,
      connectionsCheckingInterval: arrival.lookedAtMs,
    },
    clientErrorHandler: handleClientError,
    rewriteUrl: request => makeDecodable(request.url ?? '/'),
    return503OnClosing: false,
    routerOptions: {
      // As long as a request line can be: the contract refuses invalid ids.
      maxParamLength: 16_384,
      ignoreTrailingSlash: true,
    },
  })
  handleErrors(http, log)
  logResponses(http, log, metrics)
  if (tracing) traceRequests(http, tracing)
  http.addHook('onRequest', async request => {
    if (!probePaths.includes(request.routeOptions.url ?? '')) requests += 1
  })
  // A keep-alive connection would delay the exit of the process.
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  setSecurityHeaders(http, config.publicUrl)
  compressResponses(http)
  await http.register(cookie)
  await http.register(multipart, { throwFileSizeLimit: false })
  // The default parser would also accept `text/plain`; the contract is JSON only.
  http.removeContentTypeParser('text/plain')
  http.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    (_request, payload, done) => {
      payload.resume()
      done(null, {})
    },
  )
  return {
    http,
    isDraining: () => draining,
    drain: () => {
      draining = true
    },
    requestCount: () => requests,
  }
}
