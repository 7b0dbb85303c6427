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

startServer({ rateLimitProfile, passwordCost: TEST_COST })
