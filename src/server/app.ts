import type { FastifyInstance } from 'fastify'
import { table } from '#api/table.ts'
import { authenticateWith } from '#features/identity/server/authenticate.ts'
import { type Mailer } from '#features/mailing/server/mailer.ts'
import { cookiesFor } from './cookies.ts'
import { serveDocs } from './docs-page.ts'
import { areasOf, jobsOf, tidiesOf } from './features.ts'
import { type Tidy } from './housekeeping.ts'
import { openHttp } from './http.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { servePage } from './page.ts'
import { type Given, partsOf } from './parts.ts'
import { type Metrics, metricsOf, serveProbes } from './probes.ts'
import { serveArea } from './serve.ts'

/** The server put together, without listening. */

export const VERSION = '0.1.0'

export type App = {
  http: FastifyInstance
  metrics: Metrics
  jobs: Jobs
  /** What is tidied every hour. */
  tidies: readonly Tidy[]
  /** Waits for what goes on after answers. */
  settled: () => Promise<void>
  mailer: Mailer
  drain: () => void
}

/** Builds the whole server without listening; tests call it in process. */
export const createApp = async (given: Given): Promise<App> => {
  const { config, database, vault, clock, log } = given
  const { timeZone, publicUrl } = config
  const metrics = metricsOf()
  const { http, draining, drain } = await openHttp(config, log, metrics)
  const jobs = await openJobs({ database, clock, log, metrics: metrics.jobs, timeZone, time: given.jobTime })
  const parts = await partsOf(given, { enqueue: jobs.enqueue, countAlarm: metrics.mailAlarm })
  http.addHook('onClose', parts.background.settled)
  http.addHook('onClose', async () => parts.pictures.close())
  const serving = {
    db: parts.db,
    clock,
    limits: parts.limits,
    naming: cookiesFor(publicUrl),
    origin: publicUrl.origin,
    authenticate: authenticateWith(parts.db, vault, clock),
    csrfOf: vault.csrf,
    mailedProofSince: parts.mailedProofSince,
  }
  for (const [area, answers] of areasOf(parts)) serveArea(http, area, answers, serving)
  serveDocs(http, table, VERSION)
  serveProbes(http, database, { draining, turning: jobs.turning })
  await servePage(http)
  await jobs.declare(jobsOf(parts))
  return {
    http,
    metrics,
    jobs,
    tidies: tidiesOf(parts),
    settled: parts.background.settled,
    mailer: parts.mailer,
    drain,
  }
}
