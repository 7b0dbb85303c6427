import { createApp, tidies } from './app.ts'
import { boot } from './boot.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { keepTidy } from './housekeeping.ts'
import { logTo } from './log.ts'
import { serveMetrics } from './probes.ts'
import { demoPeople, seedDemo } from './seed.ts'

/** The process: read the environment, open, listen, and end in order. */

const CONFIGURATION = 78
/** How long requests under way may take to end, and how long the whole ending. */
const DRAIN_MS = 20_000
const GIVE_UP_MS = 28_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const welcome = (config: Config, address: string) => {
  say('')
  say(`Fairfile is ready: ${address}`)
  if (config.production) return
  say('')
  say('Sandbox: invented data, nothing leaves this machine.')
  for (const { firstName, lastName, phone, about } of demoPeople)
    say(`  ${firstName} ${lastName}, ${phone}: ${about}`)
  say(`Sign in with one of these numbers; the code is in the outbox: ${address}/sandbox`)
}

const run = async () => {
  const config = readConfig(process.env)
  const log = logTo(config.logLevel, process.stderr)
  const opened = await boot(config, log, step => say(`${step} ...`))
  if (!config.production) await seedDemo(opened, step => say(`${step} ...`))
  const app = await createApp({ config, log, ...opened })
  await app.http.listen({ port: config.port, host: config.host })
  const metrics = config.metricsPort === null ? null : await serveMetrics(app.metrics, config.metricsPort)
  const tidy = keepTidy(opened.database.db, opened.clock, log, tidies)
  welcome(config, config.publicUrl.origin)

  let ending = false
  const end = (signal: string) => {
    if (ending) process.exit(1)
    ending = true
    log.info('ending', { code: signal })
    app.drain()
    setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS).unref()
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    tidy.stop()
    Promise.all([app.http.close(), metrics?.close()])
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

run().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (error instanceof ConfigError) process.stderr.write(`Fairfile cannot start: ${error.message}\n`)
  else if (inUse) process.stderr.write('Fairfile cannot start: PORT is in use by another process\n')
  else
    process.stderr.write(
      `Fairfile cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  process.exit(error instanceof ConfigError || inUse ? CONFIGURATION : 1)
})
