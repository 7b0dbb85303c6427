import { once } from 'node:events'
import { createServer } from 'node:http'
import fc from 'fast-check'
import { s3Storage } from '#providers/storage/s3.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import type { Options } from '../../scenario.ts'
import { endOf, must } from './answers.ts'

export type Asking = { act: 'put' | 'get' | 'remove'; status: number; body: Buffer }

const file = Buffer.from('sealed bytes of a file')
const missing = Buffer.from('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>no</Message></Error>')

const bodies = fc.oneof(
  { weight: 1, arbitrary: fc.constant(missing) },
  { weight: 1, arbitrary: mutateBytes(file) },
  { weight: 4, arbitrary: mutateBytes(missing) },
)

/** Mostly responses that are not retried, because the wait between retries tests nothing. */
export const askings: fc.Arbitrary<Asking> = fc.record({
  act: fc.constantFrom('put', 'get', 'remove'),
  status: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(200, 204, 404, 403, 400, 409, 412) },
    { weight: 1, arbitrary: fc.constantFrom(500, 503, 429) },
  ),
  body: bodies,
})

/** A bucket that returns the chosen response, and the product's storage in it. */
export const openBucket = async ({ later }: Options) => {
  let next: Asking = { act: 'put', status: 200, body: file }
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () =>
      reply
        .writeHead(next.status, { 'content-type': 'application/xml' })
        .end(next.status === 204 ? undefined : next.body),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const storage = s3Storage({
    bucket: 'fairfile-fuzz',
    endpoint: new URL(`http://127.0.0.1:${port}`),
    region: 'us-east-1',
    keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
  const key = '0'.repeat(32)
  const acts = {
    put: () => storage.put(key, file).then(() => 'kept' as const),
    get: () => storage.get(key),
    remove: () => storage.remove(key).then(() => 'removed' as const),
  }
  return async (asking: Asking): Promise<string> => {
    next = asking
    const end = await endOf<'kept' | 'removed' | Uint8Array | null>(acts[asking.act])
    if ('failed' in end) return `S3, ${asking.act}: failed`
    if (end.gave === null) must(asking.body.includes('NoSuchKey'), `a file is gone after ${asking.status}`)
    else must(asking.status < 300, `done after ${asking.status}`)
    return `S3, ${asking.act}: ${end.gave === null ? 'not there' : 'done'}`
  }
}
