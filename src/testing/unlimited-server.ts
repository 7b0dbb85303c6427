import { createApp } from '#server/app.ts'
import { boot } from '#server/boot.ts'
import { readConfig } from '#server/config.ts'
import { type LimitProfile, sandboxLimits } from '#server/limits.ts'
import { logTo } from '#server/log.ts'
import { seedDemo } from '#server/seed.ts'

/**
 * The server as `src/server/main.ts` runs it, but without limits for what one person never does and a load, or all
 * journeys from one machine, do.
 */

const unlimited: LimitProfile = {
  ...sandboxLimits,
  any: {},
  codes: {},
  signIn: {},
  managerSignIn: {},
  registration: {},
  read: {},
  import: {},
  upload: {},
}

const config = readConfig(process.env)
const log = logTo(config.logLevel, process.stderr)
const opened = await boot(config, log, () => undefined)
await seedDemo(opened, () => undefined, config)
const app = await createApp({ config, log, ...opened, limitProfile: unlimited })
await app.http.listen({ port: config.port, host: '127.0.0.1' })
app.jobs.start()

process.once('SIGTERM', () => {
  app.drain()
  Promise.all([app.http.close(), app.jobs.stop(10_000)])
    .then(() => opened.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
})
