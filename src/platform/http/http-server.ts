import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { traceRequests } from '../telemetry/requests.ts'
import type { Tracing } from '../telemetry/span.ts'
import { handleClientError, handleErrors, makeDecodable } from './failures.ts'
import { logResponses } from './note-answers.ts'
import { probePaths } from './probes.ts'
import { setSecurityHeaders } from './security-headers.ts'

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
