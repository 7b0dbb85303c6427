import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../db/database.ts'
import { isDiskReachable } from './disk.ts'

/** Where the probes answer. */
export const probePaths: readonly string[] = ['/livez', '/readyz']

type Probed = {
  draining: () => boolean
  database: OpenDatabase
  /** The folder that this server cannot serve without; null where others keep all files. */
  folder: string | null
}

/**
 * Whether the process turns, and whether it can serve. They say ok or not, and no more. Readiness asks what is this server's own
 * trouble, its way to the database and its disk: a provider or a bucket that is away is so for all servers, and would take
 * everything off for the sake of a part. It restarts nothing; that is for `/livez`, which asks neither. Work that stands still in a
 * process that turns ends that process by itself (`server/jobs/stall-watch.ts`).
 */
export const serveProbes = (app: FastifyInstance, { draining, database, folder }: Probed): void => {
  app.get('/livez', async () => 'ok')
  app.get('/readyz', async (_request, reply) => {
    const own = [database.isReachable(), ...(folder === null ? [] : [isDiskReachable(folder)])]
    const ready = !draining() && (await Promise.all(own)).every(answered => answered)
    return reply.status(ready ? 200 : 503).send(ready ? 'ok' : 'not ready')
  })
}
