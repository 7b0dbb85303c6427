import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openS3Peer, type S3Peer } from '#test/fakes/s3-peer.ts'
import { signatureProblem } from '#test/fakes/sig-v4.ts'
import { newKey, testStorageProvider } from './port.suite.ts'
import { s3Storage } from './s3.ts'

/** A bucket with handwritten responses. */
const answering = async (answer: (reply: ServerResponse) => unknown) => {
  const server = createHttpServer((_, reply) => answer(reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: new URL(`http://127.0.0.1:${port}`), close }
}

let peer: S3Peer
beforeAll(async () => {
  peer = await openS3Peer()
})
afterEach(() => peer.answer(null))
afterAll(() => peer.close())

describe('files in a bucket', () => {
  testStorageProvider(() => s3Storage(peer.settings))

  it('are all requested with a signature that our own implementation verifies', () => {
    expect(peer.problems).toEqual([])
    expect(peer.asked.length).toBeGreaterThan(40)
    for (const one of peer.asked)
      expect(one).toMatch(/^(PUT|GET|DELETE) \/fairfile-test\/files\/[0-9a-f]{32}$/)
  })

  it('are refused with another secret', async () => {
    const stranger = s3Storage({
      ...peer.settings,
      keys: { accessKeyId: 'S3RVER', secretAccessKey: 'guessed' },
    })
    await expect(stranger.get(newKey())).rejects.toMatchObject({ provider: 'Storage', retryable: true })
    expect(peer.problems).toEqual(['the signature is another'])
  })

  it.each([400, 403, 500, 503])('fail after a few attempts while the bucket responds %i', async status => {
    peer.answer(status)
    const storage = s3Storage(peer.settings)
    const failure = { provider: 'Storage', retryable: true }
    await expect(storage.put(newKey(), Buffer.of(1))).rejects.toMatchObject(failure)
    await expect(storage.get(newKey())).rejects.toMatchObject(failure)
    await expect(storage.remove(newKey())).rejects.toMatchObject(failure)
  })

  it('fail, and are not treated as missing, when the bucket does not exist', async () => {
    const storage = s3Storage({ ...peer.settings, bucket: 'elsewhere' })
    await expect(storage.get(newKey())).rejects.toMatchObject({ provider: 'Storage' })
  })

  it.each([
    ['another region', 301, 'PermanentRedirect'],
    ['a clock that is wrong', 403, 'RequestTimeTooSkewed'],
    ['a bucket that is too busy', 503, 'SlowDown'],
  ])('fail with the error name of the bucket: %s', async (_, status, code) => {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Planted</Message></Error>`
    const fake = await answering(reply =>
      reply.writeHead(status, { 'content-type': 'application/xml' }).end(body),
    )
    const storage = s3Storage({ ...peer.settings, endpoint: fake.endpoint })
    for (const ask of [storage.get, storage.remove, (key: string) => storage.put(key, Buffer.of(1))])
      await expect(ask(newKey())).rejects.toMatchObject({ provider: 'Storage', code })
    fake.close()
  })

  it('fail when a response is incomplete', async () => {
    const fake = await answering(reply => reply.writeHead(200, { 'content-length': 1_000 }).write('half'))
    const storage = s3Storage({ ...peer.settings, endpoint: fake.endpoint }, { answerMs: 300 })
    await expect(storage.get(newKey())).rejects.toMatchObject({ provider: 'Storage', retryable: true })
    fake.close()
  })

  it('fail without a response', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => nobody.once('listening', resolve))
    const address = nobody.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    await new Promise(resolve => nobody.close(resolve))
    const storage = s3Storage({ ...peer.settings, endpoint: new URL(`http://127.0.0.1:${port}`) })
    await expect(storage.put(newKey(), Buffer.of(1))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('without configured keys, the keys are those', () => {
  const own = () => s3Storage({ ...peer.settings, keys: null })
  const stored = async () => {
    const key = newKey()
    await own().put(key, Buffer.of(7))
    return own().get(key)
  }
  beforeEach(() => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'])
      vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(import.meta.dirname, 'none'))
    vi.stubEnv('AWS_CONFIG_FILE', join(import.meta.dirname, 'none'))
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  })
  afterEach(() => vi.unstubAllEnvs())

  it('of the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
    expect(await stored()).toEqual(new Uint8Array([7]))
  })

  it('of a container', async () => {
    const Expiration = new Date(Date.now() + 3_600_000).toISOString()
    const given = { AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER', Token: 'of the session', Expiration }
    const container = await answering(reply => reply.end(JSON.stringify(given)))
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', container.endpoint.href)
    expect(await stored()).toEqual(new Uint8Array([7]))
    container.close()
  })

  it('of a web identity', async () => {
    const sts = await answering(reply =>
      reply.end(
        `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials><AccessKeyId>S3RVER</AccessKeyId><SecretAccessKey>S3RVER</SecretAccessKey>
        <SessionToken>of the session</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration>
        </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
      ),
    )
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', import.meta.filename)
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/fairfile')
    vi.stubEnv('AWS_ENDPOINT_URL_STS', sts.endpoint.href)
    expect(await stored()).toEqual(new Uint8Array([7]))
    sts.close()
  })

  it('without any keys the call fails with its error name', async () => {
    await expect(stored()).rejects.toMatchObject({ provider: 'Storage', code: 'CredentialsProviderError' })
  })
})

it('verifies the published example of a signature, and rejects a changed request', () => {
  // Amazon's "Example: GET Object" of Signature Calculations for the Authorization Header (S3 API reference).
  const keys = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const example = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    body: Buffer.alloc(0),
  }
  expect(signatureProblem(example, keys)).toBeNull()
  expect(signatureProblem({ ...example, url: '/test2.txt' }, keys)).not.toBeNull()
  expect(signatureProblem({ ...example, body: Buffer.of(1) }, keys)).not.toBeNull()
})
