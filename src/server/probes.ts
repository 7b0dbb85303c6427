import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from './database.ts'

/** Where the probes answer. */
export const probes: readonly string[] = ['/livez', '/readyz']

/** Whether the process turns, and whether it can serve. They say ok or not, and no more. */
export const serveProbes = (
  app: FastifyInstance,
  database: OpenDatabase,
  { draining, turning }: { draining: () => boolean; turning: () => boolean },
): void => {
  app.get('/livez', async (_request, reply) =>
    reply.status(turning() ? 200 : 503).send(turning() ? 'ok' : 'stuck'),
  )
  app.get('/readyz', async (_request, reply) => {
    const ready = !draining() && (await database.answers())
    return reply.status(ready ? 200 : 503).send(ready ? 'ok' : 'not ready')
  })
}
