import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { injectSharedSecret } from './shared-secret.ts'

/** A server whose operator set a shared secret, with the previous one during a rotation. */

const [now, before] = ['n'.repeat(32), 'b'.repeat(32)] as const

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true, env: { API_SHARED_SECRET: `${now}, ${before}` } })
})
afterAll(() => app.close())

const status = async (path: string, headers: Record<string, string> = {}) =>
  (await app.send('GET', path, { headers })).statusCode

describe('calls of the API', () => {
  it.each<[string, Record<string, string>]>([
    ['without it', {}],
    ['with another', { 'x-shared-secret': `${now.slice(0, -1)}X` }],
    ['with a piece of it', { 'x-shared-secret': now.slice(0, -1) }],
    ['with both in one', { 'x-shared-secret': `${now},${before}` }],
    ['with none', { 'x-shared-secret': '' }],
  ])('%s are refused for every caller', async (_, headers) => {
    const answer = await app.send('GET', '/support', { headers })
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'shared_secret' }])
  })

  it('with either of the two are accepted, with any case of the header name', async () => {
    expect(await status('/support', { 'x-shared-secret': now })).toBe(200)
    expect(await status('/support', { 'X-Shared-Secret': before })).toBe(200)
  })

  it('of a user are refused before the session is checked and before the body is read', async () => {
    expect(await status('/credit/analytics')).toBe(403)
    expect(await status('/credit/analytics', { 'x-shared-secret': now })).toBe(401)
    const answer = await app.send('POST', '/auth/sms/send', { body: { phoneNumber: '+12025550143' } })
    expect(answer.json()).toMatchObject({ code: 'shared_secret' })
  })

  it('at the root of the site cannot bypass it', async () => {
    const answer = await app.app.http.inject('/sandbox/outbox')
    expect(answer.json()).toMatchObject({ code: 'shared_secret' })
  })
})

describe('requests without the header', () => {
  it('for probes, the API description and the page are served', async () => {
    for (const url of ['/livez', '/api/docs', '/api/v1/openapi.json'])
      expect((await app.app.http.inject(url)).statusCode, url).toBe(200)
  })

  it('from reporting browsers, providers and mail programs are accepted', async () => {
    const post = async (url: string, headers: Record<string, string>, payload: string) =>
      (await app.app.http.inject({ method: 'POST', url, headers, payload })).body
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const responses = [
      await post('/api/v1/csp-report', { 'content-type': 'application/csp-report' }, '{}'),
      await post('/api/v1/webhooks/lob', { 'content-type': 'application/json' }, '{}'),
      await post('/api/v1/webhooks/twilio', form, 'Body=STOP'),
    ]
    for (const body of responses) expect(body).not.toContain('shared_secret')
  })
})

it('the page contains the first secret, or nothing if none is set', () => {
  const html = '<html><head><title>Fairfile</title></head></html>'
  expect(injectSharedSecret(html, [now, before])).toBe(
    `<html><head><meta name="shared-secret" content="${now}" /><title>Fairfile</title></head></html>`,
  )
  expect(injectSharedSecret(html, [])).toBe(html)
})
