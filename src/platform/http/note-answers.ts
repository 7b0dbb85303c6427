import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { probePaths } from './probes.ts'

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
