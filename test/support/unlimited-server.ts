import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { App } from '#app/app.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'
import { TEST_COST } from './password-cost.ts'
import { startServer } from './server-process.ts'

/**
 * The server of `src/app/main.ts`, from the build in `BUILT_SERVER` if set, but without limits that a load test, or all
 * journeys from one machine, would exceed, and with cheap password hashes.
 */

const rateLimitProfile: RateLimitProfile = {
  ...sandboxRateLimits,
  any: {},
  notice: {},
  codes: {},
  signIn: {},
  managerSignIn: {},
  registration: {},
  planSwitch: {},
  sensitive: {},
  read: {},
  import: {},
  upload: {},
}

/** For tests that run axe in a page: the browser keeps what it compiled of a file, but not of a text sent to it. */
const addAxe = async ({ http }: Pick<App, 'http'>) => {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))
  http.get('/axe.js', (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'max-age=3600').send(source),
  )
}

startServer({ rateLimitProfile, passwordCost: TEST_COST, onAssembled: addAxe })
