import { performance } from 'node:perf_hooks'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Tracing, traceRequests } from '../telemetry/tracing.ts'
import { handleClientError, handleErrors, makeDecodable } from './error-handler.ts'
import { probePaths } from './probes.ts'

/**
 * Headers of every answer (security-reliability requirements 22 to 26): scripts, styles and fonts from this
 * site only, no inline script, no string turned into script (Trusted Types), no frame, no referrer, and a
 * microphone for this page alone.
 */
export const setSecurityHeaders = async (app: FastifyInstance, publicUrl: URL): Promise<void> => {
  const https = publicUrl.protocol === 'https:'
  await app.register(helmet, {
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
        trustedTypes: ["'none'"],
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
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()')
  })
}

/** Has every answer counted and logged by its route, and none kept by whoever receives it. */
export const logResponses = (http: FastifyInstance, log: Log, metrics: Metrics) => {
  const began = new WeakMap<object, number>()
  http.addHook('onRequest', async (request, reply) => {
    began.set(request, performance.now())
    // Only files of the page may be kept, and they say so themselves.
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  http.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(performance.now() - (began.get(request) ?? performance.now()))
    const route = request.routeOptions.url ?? 'unknown'
    metrics.recordResponse(route, request.method, reply.statusCode, ms / 1_000)
    // Probes come every few seconds and would bury the rest.
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

/** How often is looked whether somebody came. */
const LOOK_MS = 100
/** Nobody at so many looks is nobody: ten are a second at least, and more where the processor is away. */
const QUIET_LOOKS = 10
/** A caller who heeds nothing is not served for ever. */
const MOST_MS = 15_000

/**
 * One look later than the one before, with the loop turned in between: a server that stood still finds its callers waiting, and
 * takes up one in each turn.
 */
const nextLook = async (): Promise<void> => {
  await delay(LOOK_MS)
  await turn()
}

/**
 * Resolves when a server that was told to end may stop listening: whoever waits to be taken up at that moment is reset, since
 * the system took the connection already. So it is served for `leastMs`, in which a balancer learns of it, and on for as
 * long as callers still come, for a balancer learns late from a server that is busy: until there was none at ten looks on
 * end, 15 seconds in all. `came` counts the callers. Zero is at once: there is no balancer.
 */
export const drainConnections = async (
  came: () => number,
  leastMs: number,
  { look, now }: { look: () => Promise<void>; now: () => number } = {
    look: nextLook,
    now: () => performance.now(),
  },
): Promise<void> => {
  if (leastMs === 0) return
  const began = now()
  let known = came()
  let quiet = 0
  const isOver = () => now() - began >= (quiet >= QUIET_LOOKS ? leastMs : MOST_MS)
  while (!isOver()) {
    await look()
    quiet = came() === known ? quiet + 1 : 0
    known = came()
  }
}

/** A server that has no endpoint yet: what holds for every request, whatever it asks for. */
export type Http = {
  http: FastifyInstance
  isDraining: () => boolean
  /** From now on every answer ends its connection. */
  drain: () => void
  /** How many requests came until now, those of probes apart. */
  requestCount: () => number
}

/** Within what time a whole request must have come, headers and body, and how often the server looks for one that has not. */
export type RequestTimeouts = { withinMs: number; lookedAtMs: number }

/** Node itself looks every 30 seconds, and would let a slow sender stay for a minute. */
const usualArrival: RequestTimeouts = { withinMs: 30_000, lookedAtMs: 1_000 }

/** Makes it; `config` says how many proxies to believe, and under which address the page is known. */
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
  let came = 0
  const http = Fastify({
    logger: false,
    genReqId: newId,
    // Of the addresses before ours as many are believed as there are proxies of ours.
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
      // As long as a request line can be: an id that cannot be one is for the contract to refuse.
      maxParamLength: 16_384,
      ignoreTrailingSlash: true,
    },
  })
  handleErrors(http, log)
  logResponses(http, log, metrics)
  if (tracing) traceRequests(http, tracing)
  http.addHook('onRequest', async request => {
    if (!probePaths.includes(request.routeOptions.url ?? '')) came += 1
  })
  // A connection kept open after its answer would hold up the end of the process.
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  await setSecurityHeaders(http, config.publicUrl)
  await http.register(cookie)
  await http.register(multipart, { throwFileSizeLimit: false })
  // The default parser would also take `text/plain`; the contract speaks JSON only.
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
    requestCount: () => came,
  }
}
