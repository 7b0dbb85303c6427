import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createRateLimit, faultMix, openFakeLob } from './fake-lob.ts'
import { scatterWebhooks } from './fake-lob-letters.ts'

/**
 * The fake provider as its own process, so that its ledger outlives killed servers. In addition to Lob's API it serves on
 * `PORT`: `GET /readyz`; `GET /ledger` (letters in production); `GET /count`; `POST /move?type=&from=&most=` (moves
 * letters in order and returns the webhooks, some duplicated, reordered or lost); `POST /calm` (no more faults);
 * `POST /limit` (only Lob's rate limit: 150 calls in 5 seconds, lob-openapi 1.22.0); `GET /calls` (calls since then,
 * and how many were refused).
 */

const seed = Number(process.env.SEED ?? '1')
const faster = Number(process.env.FASTER ?? '60')
const post = await openFakeLob()
const mix = faultMix(seed, { slowMs: 60_000 / faster, lagMs: 30_000 / faster })
// The bodies of calls are not needed.
post.faults.by = () => {
  post.calls.length = 0
  return mix()
}

const limit = createRateLimit(150, 5_000)

const ledger = () => ({
  url: post.url,
  otherBytes: post.otherBytes,
  letters: post.ledger.map(({ id, metadata, cancelled, pdf, createdAt }) => ({
    id,
    mailJobId: metadata.mail_job_id ?? '',
    cancelled,
    sha: createHash('sha256').update(pdf).digest('hex'),
    createdAt,
  })),
})

const answers: Readonly<Record<string, (url: URL) => unknown>> = {
  '/readyz': () => ({}),
  '/ledger': ledger,
  '/count': () => ({ letters: post.ledger.length }),
  '/move': ({ searchParams }) =>
    scatterWebhooks(
      post.ledger
        .slice(Number(searchParams.get('from')))
        .slice(0, Number(searchParams.get('most')))
        .filter(({ cancelled }) => !cancelled)
        .map(({ id }) => post.move(id, searchParams.get('type') ?? '')),
      seed,
    ),
  '/calm': () => {
    post.faults.by = null
    return {}
  },
  '/limit': () => {
    post.faults.by = () => {
      post.calls.length = 0
      return limit.by()
    }
    return {}
  },
  '/calls': () => limit.calls,
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const answer = answers[url.pathname]
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer?.(url) ?? {}))
}).listen(Number(process.env.PORT), '127.0.0.1')
