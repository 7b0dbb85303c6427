import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'

const key = 'a key of the outbox with 32 characters'

let app: TestApp
beforeAll(async () => {
  app = await openApp({
    env: { TRUST_PROXY: '1', SANDBOX_KEY: key, PUBLIC_URL: 'https://app.fairfile.test' },
  })
})
afterAll(() => app.close())

const asks = (outbox: TestApp, from: string, headers: Record<string, string>) =>
  outbox.app.http.inject({ url: '/sandbox/outbox', remoteAddress: from, headers })

const opens = async (from: string, headers: Record<string, string>) =>
  (await asks(app, from, headers)).statusCode === 200

it.each([
  ['127.0.0.1', { host: 'localhost:3000' }],
  ['127.0.0.1', { host: '127.0.0.1:3000' }],
  ['::1', { host: '[::1]:3000' }],
  ['127.0.0.1', { host: 'app.fairfile.test' }],
  ['203.0.113.9', { host: 'anything', 'x-sandbox-key': key }],
])('the outbox opens to %s asking with %o', async (from, headers) => {
  expect(await opens(from, headers)).toBe(true)
})

it.each([
  ['another machine', '203.0.113.9', { host: 'localhost' }],
  ['a page under a name that was bound to this machine', '127.0.0.1', { host: 'evil.example' }],
  [
    'such a page that names another host',
    '127.0.0.1',
    { host: 'evil.example', 'x-forwarded-host': 'localhost' },
  ],
  ['a name that only begins like ours', '127.0.0.1', { host: 'localhost.evil.example' }],
  [
    'somebody behind a proxy on this machine',
    '127.0.0.1',
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
  ],
  ['the same with another header', '127.0.0.1', { host: 'localhost', forwarded: 'for=203.0.113.9' }],
  ['the same with one more', '127.0.0.1', { host: 'localhost', 'x-real-ip': '203.0.113.9' }],
  ['the same again', '127.0.0.1', { host: 'localhost', via: '1.1 proxy' }],
  ['a wrong key', '203.0.113.9', { host: 'localhost', 'x-sandbox-key': `${key}!` }],
])('the outbox is closed to %s', async (_name, from, headers) => {
  expect(await opens(from, headers)).toBe(false)
})

it('in production the outbox requires the key, because requests through a local proxy look local', async () => {
  const production = await openApp({
    env: {
      NODE_ENV: 'production',
      SANDBOX: 'true',
      SANDBOX_KEY: key,
      PUBLIC_URL: 'https://app.fairfile.test',
    },
  })
  try {
    for (const host of ['localhost:3000', '127.0.0.1:3000', 'app.fairfile.test'])
      expect((await asks(production, '127.0.0.1', { host })).statusCode).toBe(404)
    const withKey = { host: 'localhost:3000', 'x-sandbox-key': key }
    expect((await asks(production, '127.0.0.1', withKey)).statusCode).toBe(200)
  } finally {
    await production.close()
  }
})
