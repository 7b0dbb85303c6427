import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#api/errors.ts'
import type { FairConnections } from '../db/fair-connections.ts'
import { errorResponse } from './error-handler.ts'

/** How soon it is worth asking again: a crowd is over as soon as fewer come. */
const SOON_SECONDS = 1

/** Of the API alone: probes and files of the page ask the database for nothing that waits. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest): string | null =>
  url?.startsWith('/api/') ? `${method} ${url}` : null

/**
 * Has requests that could only wait answered at once, before anything is asked of the database: 503 `unavailable` with
 * `Retry-After`. It is no failure, and is logged as an answer and nothing else. The rest go on, counted for their route.
 */
export const shedLoad = (http: FastifyInstance, connections: FairConnections): void => {
  const crowded = new AppError('unavailable')
  http.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    if (route === null) return done()
    if (!connections.isCrowded(route)) return connections.inside(route, done)
    const { status, body } = errorResponse(crowded, request.id)
    return reply.status(status).header('retry-after', SOON_SECONDS).send(body)
  })
  // A body arrives by the connection's own events, which belong to no request.
  http.addHook('preValidation', (request, _reply, done) => {
    const route = routeOf(request)
    return route === null ? done() : connections.inside(route, done)
  })
}
