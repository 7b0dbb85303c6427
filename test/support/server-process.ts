import path from 'node:path'
import { z } from 'zod'
import type { startServer as start } from '#app/process.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'

const { BUILT_SERVER } = process.env
const program = BUILT_SERVER ? path.join(BUILT_SERVER, 'process.js') : '#app/process.ts'

/** The server's process, from the build in `BUILT_SERVER` if set, for programs that replace something in it. */
export const { startServer } = z
  .object({ startServer: z.custom<typeof start>(value => typeof value === 'function') })
  .parse(await import(program))

/** Without the limits that a load test, or all browser tests from one machine, would exceed. */
export const unlimitedRates: RateLimitProfile = {
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
