import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { browserOf, cookieHeader, type Jar } from '#test/support/browser.ts'

/** The web app's transport: secrets in HttpOnly cookies, the session's CSRF header on every write. */

const phoneNumber = '+12025550143'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const browser = () => {
  const { jar, ask, csrf } = browserOf(app)
  const signIn = async () => {
    app.pass(11 * 60_000)
    await ask('POST', '/auth/sms/send', { phoneNumber })
    return ask('POST', '/auth/login', { phoneNumber, code: await app.codeFor(phoneNumber) })
  }
  return { jar, ask, signIn, csrf }
}

describe('signing in on the web', () => {
  it('puts the tokens into strict HttpOnly cookies and a marker into the JSON', async () => {
    const answer = await browser().signIn()
    expect(answer.json()).toMatchObject({
      accessToken: 'cookie',
      refreshToken: 'cookie',
      user: { firstName: 'Maya' },
    })
    expect(answer.body).not.toMatch(/cr[ar]_/)
    const set = [answer.headers['set-cookie']].flat().filter(line => line?.startsWith('cr_u'))
    expect(set).toHaveLength(2)
    for (const line of set)
      expect(line).toMatch(
        /^cr_u[ar]_3000=.*; Path=\/; HttpOnly; SameSite=Strict$|Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict/,
      )
  })

  it('accepts a code only from the browser that requested it', async () => {
    const [mine, other] = [browser(), browser()]
    app.pass(11 * 60_000)
    await mine.ask('POST', '/auth/sms/send', { phoneNumber })
    const code = await app.codeFor(phoneNumber)
    expect((await other.ask('POST', '/auth/login', { phoneNumber, code })).statusCode).toBe(401)
    expect((await mine.ask('POST', '/auth/login', { phoneNumber, code })).statusCode).toBe(200)
  })

  it('continues with the refresh cookie and ends with it', async () => {
    const page = browser()
    await page.signIn()
    app.pass(10 * 60_000)
    expect((await page.ask('GET', '/user/info')).statusCode).toBe(401)
    expect((await page.ask('POST', '/auth/refresh', {})).json()).toEqual({
      accessToken: 'cookie',
      refreshToken: 'cookie',
    })
    expect((await page.ask('GET', '/user/info')).statusCode).toBe(200)
    const left = await page.ask('POST', '/auth/logout')
    expect(left.headers['clear-site-data']).toContain('storage')
    expect((await page.ask('GET', '/user/info')).statusCode).toBe(401)
  })
})

it('signing in again ends the browser’s previous session', async () => {
  const page = browser()
  await page.signIn()
  const before = { ...page.jar }
  await page.signIn()
  const info = (jar: Jar) =>
    app.app.http.inject({ url: '/api/v1/user/info', headers: { cookie: cookieHeader(jar) } })
  expect((await info(page.jar)).statusCode).toBe(200)
  app.pass(-11 * 60_000)
  expect((await info(before)).statusCode).toBe(401)
  app.pass(11 * 60_000)
})

describe('a write with cookies', () => {
  const change = { enabled: true }

  it.each([
    ['without the header', { 'x-csrf': '' }],
    ['with a wrong header', { 'x-csrf': 'A'.repeat(43) }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused %s and changes nothing', async (_name, headers) => {
    const page = browser()
    await page.signIn()
    await page.ask('POST', '/user/max-plan', { enabled: false })
    const refused = await page.ask('POST', '/user/max-plan', change, headers)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'csrf'])
    expect((await page.ask('GET', '/user/info')).json()).toMatchObject({ subscription: false })
  })

  it('is refused from another origin if the browser sends nothing else', async () => {
    const page = browser()
    await page.signIn()
    const answer = await app.app.http.inject({
      method: 'POST',
      url: '/api/v1/user/max-plan',
      headers: {
        cookie: cookieHeader(page.jar),
        'x-csrf': page.csrf() ?? '',
        origin: 'https://evil.example',
      },
      payload: change,
    })
    expect(answer.statusCode).toBe(403)
  })

  it.each([
    ['http://localhost:3000', 'localhost:3000', 200],
    ['http://192.168.1.5:3000', '192.168.1.5:3000', 200],
    ['http://evil.example', 'localhost:3000', 403],
    ['https://localhost:3000', 'localhost:3000', 403],
    ['null', 'localhost:3000', 403],
  ])('from a page of %s to %s, if the browser sends nothing else, gets %i', async (from, host, status) => {
    const page = browser()
    await page.signIn()
    const answer = await app.app.http.inject({
      method: 'POST',
      url: '/api/v1/user/max-plan',
      headers: { cookie: cookieHeader(page.jar), 'x-csrf': page.csrf() ?? '', origin: from, host },
      payload: change,
    })
    expect(answer.statusCode).toBe(status)
  })

  it('succeeds with the session’s own header', async () => {
    const page = browser()
    await page.signIn()
    expect((await page.ask('POST', '/user/max-plan', change)).statusCode).toBe(200)
  })
})

describe('over https', () => {
  it('cookies are Secure and bound to the host', async () => {
    const secure = await openApp({ env: { PUBLIC_URL: 'https://app.fairfile.test' } })
    const answer = await secure.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/sms/send',
      headers: { 'x-client': 'web', 'sec-fetch-site': 'same-origin' },
      payload: { phoneNumber },
    })
    await secure.close()
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-cr_br=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(answer.headers['strict-transport-security']).toContain('includeSubDomains')
  })
})

it('a bearer token and a cookie together are refused', async () => {
  const page = browser()
  await page.signIn()
  const answer = await page.ask('GET', '/user/info', undefined, { authorization: 'Bearer cra_x' })
  expect(answer.statusCode).toBe(400)
})
