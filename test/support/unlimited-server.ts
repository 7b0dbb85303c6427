import { runProcess } from '#app/process.ts'
import { type LimitProfile, sandboxLimits } from '#platform/http/limits.ts'

/**
 * The server as `src/app/main.ts` runs it, but without limits for what one person never does and a load, or all
 * journeys from one machine, do.
 */

const limitProfile: LimitProfile = {
  ...sandboxLimits,
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

runProcess({ limitProfile })
