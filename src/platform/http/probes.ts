import { access, constants } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { platform } from '#api/platform.ts'
import { withDeadline } from '../concurrency.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../db/database.ts'
import { errorCode } from '../error-code.ts'
import type { Log } from '../telemetry/log.ts'
import type { Handlers } from './handler.ts'

const TIMEOUT_MS = 500

/**
 * Whether a folder can be read and written within half a second; false when its disk is gone, read-only or
 * hangs. A folder that does not exist yet counts as reachable, and so does a full disk, because reading
 * still works.
 */
export const isDiskReachable = async (folder: string): Promise<boolean> => {
  const reachable = access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    (error: unknown) => errorCode(error) === 'ENOENT',
  )
  return (await withDeadline(reachable, TIMEOUT_MS)) ?? false
}

/** The paths of the probes. */
export const probePaths: readonly string[] = ['/livez', '/readyz']

type Probed = {
  draining: () => boolean
  database: OpenDatabase
  /** The folder that this server requires; null if all files are stored elsewhere. */
  folder: string | null
}

/**
 * Liveness and readiness, only as ok or not. Readiness checks only this server's own database
 * connection and disk: an outage of a provider or bucket affects all servers and must not take them all out.
 * A stalled background loop ends the process (`platform/jobs/loop.ts`).
 */
export const serveProbes = (app: FastifyInstance, { draining, database, folder }: Probed): void => {
  app.get('/livez', async () => 'ok')
  app.get('/readyz', async (_request, reply) => {
    const own = [database.isReachable(), ...(folder === null ? [] : [isDiskReachable(folder)])]
    const ready = !draining() && (await Promise.all(own)).every(answered => answered)
    return reply.status(ready ? 200 : 503).send(ready ? 'ok' : 'not ready')
  })
}

export const platformRoutes = ({
  support,
  log,
}: {
  support: Config['support']
  log: Log
}): Handlers<typeof platform> => ({
  support: async () => support,
  cspReport: async ({ requestId }) => {
    // Log only that it happened: a report contains URLs and script samples of the page.
    log.warn('content security policy report', { requestId })
    return { status: 204, type: 'text/plain', body: '' }
  },
})
