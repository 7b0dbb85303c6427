import path from 'node:path'
import { z } from 'zod'
import type { startServer as start } from '#app/process.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'

/**
 * The server as `src/app/main.ts` runs it, built where `BUILT_SERVER` names the folder, but without limits for what one person never does and a load, or all
 * journeys from one machine, do.
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
