import { startServer } from '#app/process.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'

/**
 * The server as `src/app/main.ts` runs it, but without limits for what one person never does and a load, or all
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

startServer({ rateLimitProfile })
