import { noteConfiguration } from '#platform/audit/note-configuration.ts'
import { boot } from '#platform/boot.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { codeOf } from '#platform/error-code.ts'
import { lastCallers } from '#platform/http/last-callers.ts'
import type { LimitProfile } from '#platform/http/limits.ts'
import { keepTidy } from '#platform/jobs/housekeeping.ts'
import { stallWatch } from '#platform/jobs/stall-watch.ts'
import { type Log, logTo } from '#platform/telemetry/log.ts'
import { serveMetrics } from '#platform/telemetry/metrics.ts'
import { createApp, VERSION } from './app.ts'
import { demoManager } from './demo-manager.ts'
import { demoPeople, seedDemo } from './seed.ts'

/** The process: read the environment, open, listen, and end in order. */

const CONFIGURATION = 78
/** How long requests and jobs under way may take to end, and how long the whole ending. */
const DRAIN_MS = 20_000
const GIVE_UP_MS = 28_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const welcome = (config: Config, address: string) => {
  say('')
  say(`Fairfile is ready: ${address}`)
  if (config.production) return
  say('')
  const { twilio, smtp, s3, portal, creditData, lob, language, tradelineFeed } = config
  const real = [twilio, smtp, s3, portal, creditData, lob, language, tradelineFeed]
  const whole = real.every(provider => provider === null)
  say(
    whole
      ? 'Sandbox: invented data, nothing leaves this machine.'
      : 'Sandbox in part: what has a provider really is sent.',
  )
  for (const { firstName, lastName, phone, about } of demoPeople)
    say(`  ${firstName} ${lastName}, ${phone}: ${about}`)
  say(
    config.twilio === null
      ? `Sign in with one of these numbers; the code is in the outbox: ${address}/sandbox`
      : 'Codes go out by Twilio: create an account with a number of your own.',
  )
  const { firstName, lastName, email, password, role } = demoManager
  say(`  ${firstName} ${lastName}, ${role} on the staff: ${email}, ${password} at ${address}/manager`)
  if (!whole || config.host !== '127.0.0.1')
    say(
      'These sign-ins are open to everybody who reaches this address. For real people set NODE_ENV=production.',
    )
}

/** Listens, or says which variable names a place where that cannot be done. */
const listening = async <T>(names: string, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen()
  } catch (error) {
    const code = codeOf(error) || 'refused'
    throw new ConfigError(
      code === 'EADDRINUSE'
        ? `${names}: in use by another process`
        : `${names}: cannot be listened on (${code})`,
    )
  }
}

/** What nobody caught ends the process; of it the log keeps its kind and place, since its words can hold data. */
const endOnUncaught = (log: Log) => {
  process.on('uncaughtException', error => {
    log.error('ending unexpectedly', { error })
    process.exit(1)
  })
}

/** Work that stands still would stand still for ever: a supervisor starts the server again (docs/decisions/0033). */
const endOnStall = (log: Log) => (loop: string) => {
  log.error('ending, since work stands still', { code: loop })
  process.exit(1)
}

const run = async (limits: { limitProfile?: LimitProfile }) => {
  const config = readConfig(process.env)
  const log = logTo(config.logLevel, process.stderr)
  endOnUncaught(log)
  const opened = await boot(config, log, step => say(`${step} ...`))
  await noteConfiguration(opened, config, VERSION)
  if (!config.production) await seedDemo(opened, step => say(`${step} ...`), config)
  const app = await createApp({ config, log, ...opened, ...limits })
  const { port, host, metricsPort, metricsHost } = config
  await listening(`PORT ${port} at HOST ${host}`, () => app.http.listen({ port, host }))
  const metrics =
    metricsPort === null
      ? null
      : await listening(`METRICS_PORT ${metricsPort} at METRICS_HOST ${metricsHost}`, () =>
          serveMetrics(app.metrics, app.jobs.waiting, { host: metricsHost, port: metricsPort }),
        )
  app.jobs.start()
  app.sealer.start()
  const tidy = keepTidy(opened.database.db, opened.clock, log, app.tidies)
  const loops = { jobs: app.jobs.turns, mail: app.mailer.turns }
  const stalls = stallWatch(loops, opened.database.answers, endOnStall(log))
  stalls.start()
  welcome(config, config.publicUrl.origin)

  let ending = false
  const end = (signal: string) => {
    if (ending) process.exit(1)
    ending = true
    log.info('ending', { code: signal })
    app.drain()
    const servingMs = config.drainSeconds * 1_000
    setTimeout(() => app.http.server.closeAllConnections(), servingMs + DRAIN_MS).unref()
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    // A balancer learns from /readyz that it ends; what is on its way until then is answered.
    const closing = lastCallers(app.came, servingMs).then(() => app.http.close())
    Promise.all([closing, metrics?.close(), app.jobs.stop(DRAIN_MS), tidy.stop(), stalls.stop()])
      .then(() => app.sealer.stop())
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

/** Runs the server until it is told to end; `limitProfile` where it is asked oftener than any person asks. */
export const runProcess = (limits: { limitProfile?: LimitProfile } = {}): void => {
  run(limits).catch((error: unknown) => {
    const words = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error
    process.stderr.write(`Fairfile cannot start: ${String(words)}\n`)
    process.exit(error instanceof ConfigError ? CONFIGURATION : 1)
  })
}
