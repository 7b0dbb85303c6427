import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { App } from '#app/app.ts'
import { TEST_COST } from './password-cost.ts'
import { startServer, unlimitedRates } from './server-process.ts'

/** The server of `unlimited-server.ts` with cheap password hashes, and axe at `/axe.js`. */

/** For tests that run axe in a page: the browser keeps what it compiled of a file, but not of a text sent to it. */
const addAxe = async ({ http }: App) => {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))
  http.get('/axe.js', (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'max-age=3600').send(source),
  )
}

startServer({ rateLimitProfile: unlimitedRates, passwordCost: TEST_COST, onAssembled: addAxe })
