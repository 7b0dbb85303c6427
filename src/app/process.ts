import { startReaderAhead } from '#features/reports/server/receive.ts'
import { type Cost, createPasswords } from '#features/staff/server/password-hash.ts'
import { auditConfigurationChange } from '#platform/audit/audit-log.ts'
import { boot, type OpenServer } from '#platform/boot.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'
import { drainConnections } from '#platform/http/http-server.ts'
import { startCleanup } from '#platform/jobs/disposal.ts'
import { stallWatch } from '#platform/jobs/loop.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { serveMetrics } from '#platform/telemetry/metrics.ts'
import { type App, createApp, VERSION } from './app.ts'
import { demoManager } from './demo-manager.ts'
import type { AppOptions } from './dependencies.ts'
import { demoPeople, seedDemo } from './seed.ts'

/** The process: reads the environment, starts, listens, and shuts down gracefully. */

const CONFIGURATION = 78
/** How long running requests and jobs may take to finish, and how long the whole shutdown may take. */
const DRAIN_MS = 20_000
const GIVE_UP_MS = 28_000

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const printWelcome = (config: Config, address: string) => {
  printLine('')
  printLine(`${config.operator.name} is ready: ${address}`)
  if (!config.seedsDemo) return
  printLine('')
  const { twilio, smtp, s3, portal, creditData, lob, language, tradelineFeed } = config
  const real = [twilio, smtp, s3, portal, creditData, lob, language, tradelineFeed]
  const whole = real.every(provider => provider === null)
  printLine(
    whole
      ? 'Sandbox: invented data, nothing leaves this machine.'
      : 'Sandbox in part: what has a provider really is sent.',
  )
  for (const { firstName, lastName, phone, about } of demoPeople)
    printLine(`  ${firstName} ${lastName}, ${phone}: ${about}`)
  printLine(
    config.twilio === null
      ? `Sign in with one of these numbers; the code is in the outbox: ${address}/sandbox`
      : 'Codes go out by Twilio: create an account with a number of your own.',
  )
  const { firstName, lastName, email, password, role } = demoManager
  printLine(`  ${firstName} ${lastName}, ${role} on the staff: ${email}, ${password} at ${address}/manager`)
  if (!whole || config.host !== '127.0.0.1')
    printLine(
      'These sign-ins are open to everybody who reaches this address. For real people set NODE_ENV=production.',
    )
}

/** Listens, or throws a ConfigError that names the variables of the address. */
const listenOrExplain = async <T>(names: string, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen()
  } catch (error) {
    const code = errorCode(error) || 'refused'
    throw new ConfigError(
      code === 'EADDRINUSE'
        ? `${names}: in use by another process`
        : `${names}: cannot be listened on (${code})`,
    )
  }
}

/** Exits after an uncaught error; logs only its kind and place, because messages may contain personal data. */
const exitOnUncaughtException = (log: Log) => {
  process.on('uncaughtException', error => {
    log.error('ending unexpectedly', { error })
    process.exit(1)
  })
}

/**
 * A stalled event loop never recovers, so the process exits and the supervisor restarts the server
 * (docs/decisions/0011-jobs.md).
 */
const endOnStall = (log: Log) => (loop: string) => {
  log.error('ending, work has stalled', { code: loop })
  process.exit(1)
}

/** What tests and measurements replace, and what they add to the server before it listens. */
type Replaced = Pick<
  AppOptions,
  'rateLimitProfile' | 'wrapMailProvider' | 'wrapMailJobs' | 'mailTimes' | 'lobTimeouts'
> & {
  passwordCost?: Cost
  onAssembled?: (app: App, opened: OpenServer) => Promise<void>
}

const run = async ({ passwordCost, onAssembled, ...replaced }: Replaced) => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, process.stderr)
  exitOnUncaughtException(log)
  const opened = await boot(config, log, step => printLine(`${step} ...`))
  await auditConfigurationChange(opened, config, VERSION)
  const passwords = createPasswords(opened.keyring, passwordCost)
  if (config.seedsDemo) await seedDemo(opened, step => printLine(`${step} ...`), { ...config, passwords })
  const app = await createApp({ config, log, ...opened, passwords, ...replaced })
  await onAssembled?.(app, opened)
  const { port, host, metricsPort, metricsHost, metricsToken } = config
  await listenOrExplain(`PORT ${port} at HOST ${host}`, () => app.http.listen({ port, host }))
  const metrics =
    metricsPort === null
      ? null
      : await listenOrExplain(`METRICS_PORT ${metricsPort} at METRICS_HOST ${metricsHost}`, () =>
          serveMetrics(
            app.metrics,
            app.jobs.queueDepths,
            { host: metricsHost, port: metricsPort },
            metricsToken,
          ),
        )
  app.jobs.start()
  app.auditChainer.start()
  const cleanup = startCleanup(opened.database.db, opened.clock, log, app.cleanupTasks)
  const loops = { jobs: app.jobs.turns, mail: app.mailer.turns }
  const stalls = stallWatch(loops, opened.database.isReachable, endOnStall(log))
  stalls.start()
  printWelcome(config, config.publicUrl.origin)
  startReaderAhead()

  let ending = false
  const end = (signal: string) => {
    if (ending) process.exit(1)
    ending = true
    log.info('ending', { code: signal })
    app.drain()
    const servingMs = config.drainSeconds * 1_000
    setTimeout(() => app.http.server.closeAllConnections(), servingMs + DRAIN_MS).unref()
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    // Load balancers read it from /readyz; requests are answered until then.
    const closing = drainConnections(app.requestCount, servingMs).then(() => app.http.close())
    Promise.all([closing, metrics?.close(), app.jobs.stop(DRAIN_MS), cleanup.stop(), stalls.stop()])
      .then(() => app.auditChainer.stop())
      .then(() => app.closeTelemetry())
      .then(() => opened.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('ending failed', { error })
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
}

/** Runs the server until a signal stops it. */
export const startServer = (replaced: Replaced = {}): void => {
  run(replaced).catch((error: unknown) => {
    const words = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error
    process.stderr.write(`Fairfile cannot start: ${String(words)}\n`)
    process.exit(error instanceof ConfigError ? CONFIGURATION : 1)
  })
}
