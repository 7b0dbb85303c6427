import type { FastifyInstance } from 'fastify'
import { table } from '#api/table.ts'
import { erasePeople } from '#features/account/server/erase.ts'
import { accountHolding } from '#features/account/server/holding.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { findingsRoutes } from '#features/credit/server/findings-routes.ts'
import { reportsHolding } from '#features/credit/server/holding.ts'
import { creditRoutes } from '#features/credit/server/routes.ts'
import { disputesHolding } from '#features/disputes/server/holding.ts'
import { type LetterPress, letterPress } from '#features/disputes/server/letter-press.ts'
import { disputeRoutes } from '#features/disputes/server/routes.ts'
import { documentsHolding } from '#features/documents/server/holding.ts'
import { picturesWith } from '#features/documents/server/pictures.ts'
import { documentRoutes } from '#features/documents/server/routes.ts'
import { tidyDocuments } from '#features/documents/server/stored-files.ts'
import { productionSendRates, sandboxSendRates } from '#features/identity/codes.ts'
import { authenticateWith, mailedProofSinceIn } from '#features/identity/server/authenticate.ts'
import { identityHolding } from '#features/identity/server/holding.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { confirmIdentity, shownToPortal } from '#features/identity/server/store.ts'
import { tidyIdentity } from '#features/identity/server/tidy.ts'
import { pullJob } from '#features/reports/server/pull-job.ts'
import { refreshJob, refreshWith } from '#features/reports/server/refresh.ts'
import { reportsRoutes } from '#features/reports/server/routes.ts'
import { outboxHolding } from '#features/sandbox/server/holding.ts'
import { tidyTickets } from '#features/sandbox/server/portal.ts'
import { sandboxRoutes } from '#features/sandbox/server/routes.ts'
import { tidyOutbox } from '#features/sandbox/server/store.ts'
import { tidyGuards } from '#features/staff/server/guards.ts'
import { openingNotices } from '#features/staff/server/notices.ts'
import { type Passwords, passwordsWith } from '#features/staff/server/password-hash.ts'
import { staffRoutes } from '#features/staff/server/routes.ts'
import type { Storage } from '#providers/storage/port.ts'
import { backgroundOf } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { cookiesFor } from './cookies.ts'
import type { OpenDatabase } from './database.ts'
import { serveDocs } from './docs-page.ts'
import { emailJobs, queueEmailWith } from './email.ts'
import { serverHolding } from './holding.ts'
import type { Holding } from './holdings.ts'
import { type Tidy, tidyServer } from './housekeeping.ts'
import { openHttp } from './http.ts'
import { type Jobs, type JobTime, openJobs } from './jobs.ts'
import { type LimitProfile, limitsOf, productionLimits, sandboxLimits } from './limits.ts'
import type { Log } from './log.ts'
import { onceIn } from './once.ts'
import { servePage } from './page.ts'
import { platformRoutes } from './platform-routes.ts'
import { type Metrics, metricsOf, serveProbes } from './probes.ts'
import { providersBy } from './providers.ts'
import type { Vault } from './sealed.ts'
import { serveArea } from './serve.ts'

/** The server put together: the one list of features, of what they hold, tidy and do in the background. */

export const VERSION = '0.1.0'

/** What every feature holds about a person: for the export, and to be erased. */
const holdingsOf = (press: LetterPress, storage: Storage): readonly Holding[] => [
  identityHolding,
  accountHolding,
  reportsHolding,
  disputesHolding(press),
  documentsHolding(storage),
  outboxHolding,
  serverHolding,
]

export type Parts = {
  config: Config
  database: OpenDatabase
  vault: Vault
  clock: Clock
  log: Log
  /** The queue's time, where a test sets it. */
  jobTime?: JobTime
  /** How passwords are hashed, where a test has no time for their full cost. */
  passwords?: Passwords
  /** How often what may be asked, where a measurement asks oftener than any person. */
  limitProfile?: LimitProfile
}

export type App = {
  http: FastifyInstance
  metrics: Metrics
  jobs: Jobs
  /** What is tidied every hour. */
  tidies: readonly Tidy[]
  /** Waits for what goes on after answers. */
  settled: () => Promise<void>
  drain: () => void
}

/** Builds the whole server without listening; tests call it in process. */
export const createApp = async ({
  config,
  database,
  vault,
  clock,
  log,
  jobTime,
  passwords = passwordsWith(vault),
  limitProfile,
}: Parts): Promise<App> => {
  const { db, pool } = database
  const { timeZone, publicUrl, support } = config
  const metrics = metricsOf()
  const { http, draining, drain } = await openHttp(config, log, metrics)
  const jobs = await openJobs({ database, clock, log, metrics: metrics.jobs, timeZone, time: jobTime })
  const { enqueue } = jobs
  const { texts, email, portal, creditData, storage, sandboxed, whole } = providersBy(config, {
    db,
    vault,
    clock,
  })
  const background = backgroundOf(log)
  http.addHook('onClose', background.settled)
  const press = letterPress()
  const pictures = picturesWith()
  http.addHook('onClose', async () => pictures.close())
  const holdings = holdingsOf(press, storage)
  const refresh = refreshWith({ db, enqueue, timeZone })

  /** What features are handed; each takes of it what its own type names. */
  const parts = {
    db,
    vault,
    log,
    background,
    once: onceIn(db, vault, clock),
    limits: limitsOf(limitProfile ?? (texts.sandbox ? sandboxLimits : productionLimits), pool),
    queueEmail: queueEmailWith({ vault, clock, enqueue }),
    enqueue,
    timeZone,
    publicUrl,
    support,
    codes: texts.codes,
    sms: texts.sms,
    readText: texts.readText,
    sendRates: texts.sandbox ? sandboxSendRates : productionSendRates,
    dailyCap: config.smsDailyCap,
    email,
    emailDomain: config.smtp?.from.split('@')[1] ?? 'fairfile.test',
    portal,
    creditData,
    storage,
    pictures,
    refresh,
    onReportAccess: refresh.startIfDue,
    press,
    holdings,
    passwords,
    totpDue: config.production,
  }
  const sandboxParts = {
    db,
    box: vault.system,
    active: sandboxed,
    whole,
    publicHost: publicUrl.host,
    sandboxKey: config.sandboxKey,
    portal: {
      db,
      active: portal.sandbox,
      shown: (userId: string) => shownToPortal(db, vault, userId),
      verified: confirmIdentity,
    },
  }
  const areas = [
    [table.identity, identityRoutes(parts)],
    [table.staff, staffRoutes(parts)],
    [table.account, accountRoutes(parts)],
    [table.reports, reportsRoutes(parts)],
    [table.credit, creditRoutes(parts)],
    [table.findings, findingsRoutes(parts)],
    [table.disputes, disputeRoutes(parts)],
    [table.documents, documentRoutes(parts)],
    [table.sandbox, sandboxRoutes(sandboxParts)],
    [table.platform, platformRoutes(parts)],
  ] as const
  const serving = {
    db,
    clock,
    limits: parts.limits,
    naming: cookiesFor(publicUrl),
    origin: publicUrl.origin,
    authenticate: authenticateWith(db, vault, clock),
    csrfOf: vault.csrf,
    mailedProofSince: mailedProofSinceIn(db),
  }
  for (const [area, answers] of areas) serveArea(http, area, answers, serving)
  serveDocs(http, table, VERSION)
  serveProbes(http, database, { draining, turning: jobs.turning })
  await servePage(http)
  await jobs.declare([...emailJobs(parts), pullJob(parts), refreshJob(refresh), openingNotices(parts)])
  return {
    http,
    metrics,
    jobs,
    tidies: [
      tidyServer,
      tidyIdentity,
      tidyOutbox,
      tidyTickets,
      tidyGuards,
      erasePeople(vault, holdings),
      tidyDocuments(storage),
    ],
    settled: background.settled,
    drain,
  }
}
