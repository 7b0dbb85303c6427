import type { FastifyInstance } from 'fastify'
import { authenticateWith } from '#features/identity/server/authenticate.ts'
import { type Mailer } from '#features/mailing/server/mailer.ts'
import { holdReasons } from '#features/mailing/server/operator.ts'
import { mailAlarms } from '#features/mailing/server/worker.ts'
import { type TrailSealer, trailSealer } from '#platform/audit/sealer.ts'
import { shareFairly } from '#platform/db/fair-connections.ts'
import { cookiesFor } from '#platform/http/cookies.ts'
import { serveDocs } from '#platform/http/docs-page.ts'
import { openHttp } from '#platform/http/http.ts'
import { shedLoad } from '#platform/http/load-shedding.ts'
import { servePage } from '#platform/http/page.ts'
import { serveProbes } from '#platform/http/probes.ts'
import { serveArea } from '#platform/http/serve.ts'
import { type Tidy } from '#platform/jobs/housekeeping.ts'
import { type Jobs, openJobs } from '#platform/jobs/jobs.ts'
import { type Metrics, metricsOf, upToDate } from '#platform/telemetry/metrics.ts'
import { traceStatements } from '#platform/telemetry/statements.ts'
import { table } from './api/table.ts'
import { areasOf, jobsOf, tidiesOf } from './features.ts'
import { type Given, partsOf } from './parts.ts'

/** The server put together, without listening. */

export const VERSION = '0.1.0'

/** Of the twenty connections to PostgreSQL; the embedded database has one, for which all wait in the order in which they came. */
const OF_ONE_ROUTE = 8

export type App = {
  http: FastifyInstance
  metrics: Metrics
  jobs: Jobs
  /** What is tidied every hour. */
  tidies: readonly Tidy[]
  /** Waits for what goes on after answers. */
  settled: () => Promise<void>
  mailer: Mailer
  sealer: TrailSealer
  drain: () => void
  /** How many requests came until now, those of probes apart. */
  came: () => number
  /** Sends what telemetry holds back still; for the very end. */
  closeTelemetry: () => Promise<void>
}

/** Builds the whole server without listening; tests call it in process. */
export const createApp = async (given: Given): Promise<App> => {
  const { config, database, vault, clock, log } = given
  const { timeZone, publicUrl } = config
  const metrics = metricsOf(config.dataDir)
  const telemetry = config.telemetry
    ? (await import('#platform/telemetry/exporter.ts')).telemetryTo(config.telemetry, VERSION, log)
    : null
  const tracing = telemetry?.tracing ?? null
  if (tracing) traceStatements(database.pool, tracing)
  const { http, draining, drain, came } = await openHttp(config, { log, metrics, tracing })
  const waited = metrics.watchPool(database.pool)
  const ofOneRoute = database.kind === 'postgres' ? OF_ONE_ROUTE : Number.POSITIVE_INFINITY
  shedLoad(http, shareFairly(database.pool, { ofOneRoute, waited }))
  const jobs = await openJobs({
    database,
    clock,
    log,
    metrics: metrics.jobs,
    tracing,
    timeZone,
    time: given.jobTime,
  })
  telemetry?.tellMetrics(() => upToDate(metrics, jobs.waiting))
  const parts = await partsOf(given, { enqueue: jobs.enqueue, metrics, tracing })
  http.addHook('onClose', parts.background.settled)
  http.addHook('onClose', async () => parts.pictures.close())
  const serving = {
    db: parts.db,
    clock,
    limits: parts.limits,
    sharedSecrets: config.sharedSecrets,
    naming: cookiesFor(publicUrl),
    origin: publicUrl.origin,
    authenticate: authenticateWith(parts.db, vault, clock),
    csrfOf: vault.csrf,
    trailMac: vault.trailMac,
    isSettled: parts.isSettled,
  }
  for (const [area, answers] of areasOf(parts)) serveArea(http, area, answers, serving)
  serveDocs(http, table, VERSION)
  const folder = config.s3 && database.kind === 'postgres' ? null : config.dataDir
  serveProbes(http, { draining, database, folder })
  const { active, whole } = parts.sandbox
  const sandbox = whole ? 'whole' : active ? 'part' : 'none'
  await servePage(http, { sharedSecrets: config.sharedSecrets, sandbox })
  const declared = jobsOf(parts)
  await jobs.declare(declared)
  metrics.showUnseen(
    declared.map(({ name }) => name),
    mailAlarms,
  )
  metrics.watchMail(holdReasons, parts.mailer.standing)
  const sealer = trailSealer({ db: parts.db, vault, log, clock, checkpoint: parts.checkpoint })
  metrics.watchTrail(sealer.unsealedSeconds)
  return {
    http,
    metrics,
    jobs: {
      ...jobs,
      start: () => {
        jobs.start()
        parts.mailer.start()
      },
      stop: async patienceMs => {
        await Promise.all([jobs.stop(patienceMs), parts.mailer.stop()])
      },
    },
    tidies: tidiesOf(parts),
    settled: parts.background.settled,
    mailer: parts.mailer,
    sealer,
    drain,
    came,
    closeTelemetry: async () => telemetry?.close(),
  }
}
