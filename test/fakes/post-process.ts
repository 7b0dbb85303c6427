import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { openFakeLob } from './fake-lob.ts'
import { createRateLimit, faultMix } from './fake-post-faults.ts'
import { scatterWebhooks } from './fake-post-webhooks.ts'

/**
 * The fake post as a process of its own, so that its ledger outlives every server that is killed. Beside Lob's API it answers
 * at `PORT`: `GET /readyz`, `GET /ledger` (what went into production), `GET /count` (of its
 * letters), `POST /move?type=&from=&most=` (moves letters, in the
 * order in which they were made, and gives the calls that Lob would make, some twice, some out of order, some lost),
 * `POST /calm` (no more faults), `POST /limit` (none but Lob's own limit: 150 calls in 5 seconds, lob-openapi 1.22.0),
 * `GET /calls` (since then, and how many of them were too many).
 */

const seed = Number(process.env.SEED ?? '1')
const faster = Number(process.env.FASTER ?? '60')
const post = await openFakeLob()
const mix = faultMix(seed, { slowMs: 60_000 / faster, lagMs: 30_000 / faster })
// The mix is drawn for every call; the letters' bytes need not be kept twice.
post.faults.by = () => {
  post.calls.length = 0
  return mix()
}

const limit = createRateLimit(150, 5_000)

const ledger = () => ({
  url: post.url,
  otherBytes: post.otherBytes,
  letters: post.ledger.map(({ id, metadata, deleted, pdf, createdAt }) => ({
    id,
    mailJobId: metadata.mail_job_id ?? '',
    deleted,
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
        .filter(({ deleted }) => !deleted)
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
