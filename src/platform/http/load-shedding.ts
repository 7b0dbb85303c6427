import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#api/errors.ts'
import type { FairPool } from '../db/fair-pool.ts'
import { errorResponse } from './error-handler.ts'

/** When to retry: an overload ends as soon as fewer requests arrive. */
const SOON_SECONDS = 1

/** Only for the API: probes and static files do not wait for the database. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest): string | null =>
  url?.startsWith('/api/') ? `${method} ${url}` : null

/**
 * Immediately refuses requests that could only wait, before any database access: 503 `unavailable` with `Retry-After`.
 * This is not a failure and is logged only as a response. The others proceed, counted for their route.
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
  // The body arrives through events of the connection, outside the context of the request.
  http.addHook('preValidation', (request, _reply, done) => {
    const route = routeOf(request)
    return route === null ? done() : pool.runForRoute(route, done)
  })
}
