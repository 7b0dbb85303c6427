import type { FastifyInstance } from 'fastify'
import { createAuthenticate } from '#features/identity/server/authenticate.ts'
import { createKeyAuthentication, isApiKey } from '#features/integrations/server/keys.ts'
import type { Mailer } from '#features/mailing/server/mailer.ts'
import { holdReasons } from '#features/mailing/server/operator.ts'
import { mailAlarms } from '#features/mailing/server/process-mail-job.ts'
import { createReadAudit } from '#platform/audit/audit-log.ts'
import { type AuditChainer, createAuditChainer } from '#platform/audit/chainer.ts'
import { serveApiDocs } from '#platform/http/docs-page.ts'
import { createCookieNaming } from '#platform/http/http-context.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { shedLoad } from '#platform/http/load-shedding.ts'
import { serveProbes } from '#platform/http/probes.ts'
import { serveEndpoints } from '#platform/http/serve-endpoints.ts'
import { serveWebApp } from '#platform/http/web-app.ts'
import type { CleanupTask, Disposal } from '#platform/jobs/disposal.ts'
import { type Jobs, openJobs } from '#platform/jobs/jobs.ts'
import { createMetrics, type Metrics } from '#platform/telemetry/metrics.ts'
import { traceStatements } from '#platform/telemetry/tracing.ts'
import { endpointTable } from './api/table.ts'
import { type AppOptions, createDependencies } from './dependencies.ts'
import { backgroundJobs, cleanupTasks, disposalsOf, endpointHandlers } from './features.ts'
import { firstLoadAt } from './first-load.ts'

/** The assembled server, not listening. */

export const VERSION = '0.1.0'

export type App = {
  http: FastifyInstance
  metrics: Metrics
  jobs: Jobs
  /** Run every hour. */
  cleanupTasks: readonly CleanupTask[]
  /** Run by the nightly job. */
  disposals: readonly Disposal[]
  /** Waits for work that continues after responses. */
  waitForBackground: () => Promise<void>
  mailer: Mailer
  auditChainer: AuditChainer
  drain: () => void
  /** The number of requests so far, not counting probes. */
  requestCount: () => number
  /** Sends buffered telemetry; called at the very end. */
  closeTelemetry: () => Promise<void>
}

/** Builds the whole server without listening; tests call it in process. */
export const createApp = async (given: AppOptions): Promise<App> => {
  const { config, database, keyring, clock, log } = given
  const { timeZone, publicUrl } = config
  const metrics = createMetrics(config.dataDir)
  const telemetry = config.telemetry
    ? (await import('#platform/telemetry/exporter.ts')).telemetryTo(config.telemetry, VERSION, log)
    : null
  const tracing = telemetry?.tracing ?? null
  if (tracing) traceStatements(database.pool, tracing)
  const { http, isDraining, drain, requestCount } = await createHttpServer(config, { log, metrics, tracing })
  database.pool.onWait = metrics.watchPool(database.pool)
  shedLoad(http, database.pool)
  const jobs = await openJobs({
    database,
    clock,
    log,
    metrics: metrics.jobs,
    tracing,
    timeZone,
    time: given.jobTime,
  })
  const parts = await createDependencies(given, {
    enqueue: jobs.enqueue,
    metrics,
    tracing,
    release: VERSION,
  })
  http.addHook('onClose', parts.background.idle)
  http.addHook('onClose', async () => parts.pictures.close())
  const authenticateSession = createAuthenticate(parts.db, keyring, clock)
  const authenticateKey = createKeyAuthentication(parts.db, keyring, clock)
  const serving = {
    db: parts.db,
    recordRead: createReadAudit(parts.db),
    clock,
    limits: parts.limits,
    sharedSecrets: config.sharedSecrets,
    naming: createCookieNaming(publicUrl),
    origin: publicUrl.origin,
    authenticate: (token: string) => (isApiKey(token) ? authenticateKey(token) : authenticateSession(token)),
    csrfToken: keyring.csrf,
    auditMac: keyring.auditMac,
    inCooldown: parts.inCooldown,
    staffWorkRefusal: parts.staffWorkRefusal,
  }
  for (const [area, answers] of endpointHandlers(parts)) serveEndpoints(http, area, answers, serving)
  serveApiDocs(http, endpointTable, { version: VERSION, name: config.operator.name })
  const folder = config.s3 && database.kind === 'postgres' ? null : config.dataDir
  serveProbes(http, { draining: isDraining, database, folder })
  const { active, whole } = parts.sandbox
  const sandbox = whole ? 'whole' : active ? 'part' : 'none'
  await serveWebApp(http, {
    sharedSecrets: config.sharedSecrets,
    sandbox,
    brand: config.operator,
    offered: config.capabilities,
    firstLoadAt,
  })
  const disposals = disposalsOf(parts)
  const declared = backgroundJobs(parts, disposals)
  await jobs.declare(declared)
  metrics.showUnseen(
    declared.map(({ name }) => name),
    mailAlarms,
  )
  metrics.watchMail(holdReasons, parts.mailer.status)
  const auditChainer = createAuditChainer({ db: parts.db, keyring, log, clock, checkpoint: parts.checkpoint })
  metrics.watchAuditChain(auditChainer.unchainedSeconds)
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
    cleanupTasks: cleanupTasks(parts),
    disposals,
    waitForBackground: parts.background.idle,
    mailer: parts.mailer,
    auditChainer,
    drain,
    requestCount,
    closeTelemetry: async () => telemetry?.close(),
  }
}
