import { access, constants } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { platform } from '#api/platform.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../db/database.ts'
import { errorCode } from '../error-code.ts'
import { withDeadline } from '../in-time.ts'
import type { Log } from '../telemetry/log.ts'
import type { Handlers } from './handler.ts'

const PATIENCE_MS = 500

/**
 * Whether a folder can be read and written, asked within half a second: not when its disk is gone, fell back to reading alone
 * or hangs. A folder that was not made yet can be; a full disk counts as there, since whoever only reads is still served.
 */
export const isDiskReachable = async (folder: string): Promise<boolean> => {
  const asked = access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    (error: unknown) => errorCode(error) === 'ENOENT',
  )
  return (await withDeadline(asked, PATIENCE_MS)) ?? false
}

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

export const platformRoutes = ({
  support,
  log,
}: {
  support: Config['support']
  log: Log
}): Handlers<typeof platform> => ({
  support: async () => support,
  cspReport: async ({ requestId }) => {
    // Only that it happened: a report repeats addresses and script samples of the page.
    log.warn('content security policy report', { requestId })
    return { status: 204, type: 'text/plain', body: '' }
  },
})
