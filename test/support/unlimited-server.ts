import path from 'node:path'
import { z } from 'zod'
import type { startServer as start } from '#app/process.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'

/**
 * The server of `src/app/main.ts`, from the build in `BUILT_SERVER` if set, but without limits that a load test, or all
 * journeys from one machine, would exceed.
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

const { BUILT_SERVER } = process.env
const program = BUILT_SERVER ? path.join(BUILT_SERVER, 'process.js') : '#app/process.ts'
const { startServer } = z
  .object({ startServer: z.custom<typeof start>(value => typeof value === 'function') })
  .parse(await import(program))

startServer({ rateLimitProfile })
