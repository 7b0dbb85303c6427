import { performance } from 'node:perf_hooks'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { table } from '#api/table.ts'
import { creditRoutes } from '#features/credit/server/routes.ts'
import { disputeRoutes } from '#features/disputes/server/routes.ts'
import { productionSendRates, sandboxSendRates } from '#features/identity/codes.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { authenticateWith } from '#features/identity/server/sessions.ts'
import { tidyIdentity } from '#features/identity/server/tidy.ts'
import { reportsRoutes } from '#features/reports/server/routes.ts'
import { sandboxRoutes } from '#features/sandbox/server/routes.ts'
import { outboxIn, tidyOutbox } from '#features/sandbox/server/store.ts'
import { sandboxSms } from '#providers/sms/sandbox.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { cookiesFor } from './cookies.ts'
import type { OpenDatabase } from './database.ts'
import { serveDocs } from './docs-page.ts'
import { answerBrokenRequest, answerFailures, decodable } from './failures.ts'
import { type Tidy, tidyServer } from './housekeeping.ts'
import { newId } from './ids.ts'
import { limitsOf, productionLimits, sandboxLimits } from './limits.ts'
import type { Log } from './log.ts'
import { onceIn } from './once.ts'
import { servePage } from './page.ts'
import { platformRoutes } from './platform-routes.ts'
import { metricsOf, probes, serveProbes } from './probes.ts'
import type { Vault } from './sealed.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { type Serving, serveArea } from './serve.ts'

/** The server put together: the one list of features and providers. */

export const VERSION = '0.1.0'

/** What is tidied every hour. */
export const tidies: readonly Tidy[] = [tidyServer, tidyIdentity, tidyOutbox]

export type Parts = { config: Config; database: OpenDatabase; vault: Vault; clock: Clock; log: Log }

export type App = { http: FastifyInstance; metrics: ReturnType<typeof metricsOf>; drain: () => void }

const noteAnswers = (http: FastifyInstance, log: Log, metrics: App['metrics']) => {
  const began = new WeakMap<object, number>()
  http.addHook('onRequest', async (request, reply) => {
    began.set(request, performance.now())
    // Only files of the page may be kept, and they say so themselves.
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  http.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(performance.now() - (began.get(request) ?? performance.now()))
    const route = request.routeOptions.url ?? 'unknown'
    metrics.answered(route, request.method, reply.statusCode, ms / 1_000)
    // Probes come every few seconds and would bury the rest.
    if (probes.includes(route)) return
    log.info('answered', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms,
    })
  })
}

/** Builds the whole server without listening; tests call it in process. */
export const createApp = async ({ config, database, vault, clock, log }: Parts): Promise<App> => {
  const { db, pool } = database
  const metrics = metricsOf()
  let draining = false
  const http = Fastify({
    logger: false,
    genReqId: newId,
    // Of the addresses before ours as many are believed as there are proxies of ours.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: request => decodable(request.url ?? '/'),
    return503OnClosing: false,
    routerOptions: {
      // As long as a request line can be: an id that cannot be one is for the contract to refuse.
      maxParamLength: 16_384,
      ignoreTrailingSlash: true,
    },
  })
  answerFailures(http, log)
  noteAnswers(http, log, metrics)
  // A connection kept open after its answer would hold up the end of the process.
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  await setSecurityHeaders(http, config.publicUrl)
  await http.register(cookie)
  await http.register(multipart)
  // The default parser would also take `text/plain`; the contract speaks JSON only.
  http.removeContentTypeParser('text/plain')
  http.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    (_request, payload, done) => {
      payload.resume()
      done(null, {})
    },
  )

  // Every provider is a sandbox in this version; real adapters are chosen here by configuration.
  const sms = sandboxSms(outboxIn(db, vault.system, clock))
  const sandboxed = sms.sandbox
  const once = onceIn(db, vault, clock)
  const limits = limitsOf(sandboxed ? sandboxLimits : productionLimits, pool)
  const serving: Serving = {
    clock,
    naming: cookiesFor(config.publicUrl),
    origin: config.publicUrl.origin,
    authenticate: authenticateWith(db, clock),
    csrfOf: vault.csrf,
    limits,
  }

  serveArea(
    http,
    table.identity,
    identityRoutes({
      db,
      vault,
      sms,
      once,
      limits,
      sendRates: sandboxed ? sandboxSendRates : productionSendRates,
      timeZone: config.timeZone,
      publicHost: config.publicUrl.hostname,
    }),
    serving,
  )
  serveArea(http, table.reports, reportsRoutes({ db, vault, once }), serving)
  serveArea(http, table.credit, creditRoutes({ db, vault }), serving)
  serveArea(http, table.disputes, disputeRoutes({ db, vault, once, timeZone: config.timeZone }), serving)
  serveArea(
    http,
    table.sandbox,
    sandboxRoutes({
      db,
      box: vault.system,
      active: sandboxed,
      publicHost: config.publicUrl.host,
      sandboxKey: config.sandboxKey,
    }),
    serving,
  )
  serveArea(http, table.platform, platformRoutes({ support: config.support, log }), serving)
  serveDocs(http, table, VERSION)
  serveProbes(http, database, () => draining)
  await servePage(http)
  return {
    http,
    metrics,
    drain: () => {
      draining = true
    },
  }
}
