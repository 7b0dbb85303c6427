import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#api/errors.ts'
import type { FairPool } from '../db/fair-pool.ts'
import { errorResponse } from './error-handler.ts'

/** How soon it is worth asking again: an overload is over as soon as fewer requests come. */
const SOON_SECONDS = 1

/** Only of the API: probes and files of the page ask the database for nothing that waits. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest): string | null =>
  url?.startsWith('/api/') ? `${method} ${url}` : null

/**
 * Answers requests that could only wait at once, before anything is asked of the database: 503 `unavailable` with
 * `Retry-After`. This is no failure and is logged as a response only. The others proceed, counted for their route.
 */
export const shedLoad = (
  http: FastifyInstance,
  pool: Pick<FairPool, 'isOverloaded' | 'runForRoute'>,
): void => {
  const overloaded = new AppError('unavailable')
  http.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    if (route === null) return done()
    if (!pool.isOverloaded(route)) return pool.runForRoute(route, done)
    const { status, body } = errorResponse(overloaded, request.id)
    return reply.status(status).header('retry-after', SOON_SECONDS).send(body)
  })
  // A body arrives by the connection's own events, which belong to no request.
  http.addHook('preValidation', (request, _reply, done) => {
    const route = routeOf(request)
    return route === null ? done() : pool.runForRoute(route, done)
  })
}
