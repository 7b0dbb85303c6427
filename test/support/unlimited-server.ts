import { startServer, unlimitedRates } from './server-process.ts'

/** The server of `src/app/main.ts`, from the build in `BUILT_SERVER` if set, but without rate limits. */
startServer({ rateLimitProfile: unlimitedRates })
