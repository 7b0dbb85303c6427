import type { FastifyInstance, FastifyRequest } from 'fastify'
import { probePaths } from '../http/probes.ts'
import type { Span, Tracing } from './span.ts'

/** Tells of every request by its route and status; of probes nothing, which would bury the rest. */
export const traceRequests = (http: FastifyInstance, tracing: Tracing): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (probePaths.includes(route)) return done()
    const span = tracing.startRoot(`${request.method} ${route}`, 'server', {
      'http.request.method': request.method,
      'http.route': route,
      'fairfile.request_id': request.id,
    })
    spans.set(request, span)
    return span.run(done)
  })
  // A body arrives by the connection's own events, which belong to no request.
  http.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    return span ? span.run(done) : done()
  })
  http.addHook('onResponse', async (request, reply) => {
    const fields = { 'http.response.status_code': reply.statusCode }
    const span = spans.get(request)
    if (reply.statusCode >= 500) span?.fail(undefined, fields)
    else span?.end(fields)
  })
}
