import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { type Browser, browserOf } from '#test/support/browser.ts'

/** A manager in a browser: two pairs of cookies, each with its own header value. */

const demo = { email: 'manager@fairfile.test', password: 'correct-horse-battery' }
const maya = '+12025550143'
const reason = 'Called about the letter to Experian'

let app: TestApp
let page: Browser
beforeAll(async () => {
  app = await openApp({ demo: true })
})
beforeEach(async () => {
  page = browserOf(app)
  await page.ask('POST', '/manager/login', demo)
})
afterAll(() => app.close())

const open = () =>
  page.ask(
    'POST',
    '/manager/user-login-as-manager',
    { phoneNumber: maya, reason },
    { 'x-csrf': page.csrf() ?? '' },
  )
/** All cookies except the one that identifies the device, which stays. */
const names = () =>
  Object.keys(page.jar)
    .filter(name => name !== 'cr_md_3000')
    .map(name => name.replace(/_3000$/, ''))
    .toSorted()
const signInAsMaya = async () => {
  app.pass(11 * 60_000)
  await page.ask('POST', '/auth/sms/send', { phoneNumber: maya })
  return page.ask('POST', '/auth/login', { phoneNumber: maya, code: await app.codeFor(maya) })
}

describe('a manager in a browser', () => {
  it('has the tokens in cookies that end with the browser, and a marker in the JSON', async () => {
    const answer = await page.ask('POST', '/manager/login', demo)
    expect(answer.json()).toMatchObject({ accessToken: 'cookie', refreshToken: 'cookie' })
    // The device is trusted since the first sign-in.
    expect(page.jar['cr_md_3000']).toMatch(/^[\w-]{43}$/)
    const set = [answer.headers['set-cookie']].flat().map(String)
    expect(set).toHaveLength(2)
    for (const line of set) {
      expect(line).toMatch(/^cr_m[ar]_3000=cm[ar]_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    }
  })

  it('ends the previous session of the browser', async () => {
    const before = page.jar['cr_ma_3000']
    await page.ask('POST', '/manager/login', demo)
    const old = await app.send('GET', '/manager/info', { headers: { authorization: `Bearer ${before}` } })
    expect(old.statusCode).toBe(401)
  })

  it('receives the header value again from /manager/info after a reload', async () => {
    const own = page.csrf()
    const answer = await page.ask('GET', '/manager/info')
    expect(answer.headers['x-csrf']).toBe(own)
    expect(
      (await page.ask('POST', '/manager/end-client-session', undefined, { 'x-csrf': '' })).statusCode,
    ).toBe(403)
    expect((await page.ask('POST', '/manager/end-client-session')).statusCode).toBe(200)
  })

  it('receives the cookies and the header value of the session of an opened client account', async () => {
    const own = page.csrf()
    const answer = await open()
    expect(answer.json()).toMatchObject({ accessToken: 'cookie', refreshToken: 'cookie' })
    expect(names()).toEqual(['cr_ma', 'cr_mr', 'cr_ua', 'cr_ur'])
    const clients = answer.headers['x-csrf']
    expect(clients).not.toBe(own)
    expect((await page.ask('GET', '/user/info')).headers['x-csrf']).toBe(clients)
    const asManager = (csrf: unknown) =>
      page.ask('POST', '/manager/end-client-session', undefined, { 'x-csrf': String(csrf) })
    expect((await asManager(clients)).statusCode).toBe(403)
    expect((await asManager(own)).statusCode).toBe(200)
    expect(names()).toEqual(['cr_ma', 'cr_mr'])
  })

  it('has session cookies for a client’s account too, even after renewals', async () => {
    for (const answer of [await open(), await page.ask('POST', '/auth/refresh', {})]) {
      const set = [answer.headers['set-cookie']].flat().map(String)
      expect(set).toHaveLength(2)
      for (const line of set) {
        expect(line).toMatch(/^cr_u[ar]_3000=cr[ar]_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
      }
    }
  })

  it('is signed out when the user signs out there, everywhere or only here', async () => {
    for (const path of ['/auth/logout', '/auth/logout-all']) {
      await page.ask('POST', '/manager/login', demo)
      const manager = page.jar['cr_ma_3000']
      await signInAsMaya()
      expect((await page.ask('POST', path)).statusCode).toBe(200)
      expect(names()).toEqual(['cr_br'])
      const after = await app.send('GET', '/manager/info', {
        headers: { authorization: `Bearer ${manager}` },
      })
      expect(after.statusCode).toBe(401)
    }
  })

  it('stays signed in when leaving the client’s account by signing out of it', async () => {
    await open()
    expect((await page.ask('POST', '/auth/logout')).headers).not.toHaveProperty('clear-site-data')
    expect(names()).toEqual(['cr_ma', 'cr_mr'])
    expect((await page.ask('GET', '/manager/info')).json()).toMatchObject({ opened: null })
  })

  it('also signs out the user when signing out', async () => {
    const own = page.csrf()
    await open()
    const client = page.jar['cr_ua_3000']
    const out = await page.ask('POST', '/manager/logout', undefined, { 'x-csrf': own ?? '' })
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(names()).toEqual([])
    const after = await app.send('GET', '/user/info', { headers: { authorization: `Bearer ${client}` } })
    expect(after.statusCode).toBe(401)
  })

  it('stays signed in as another user when the client’s account is closed', async () => {
    const own = page.csrf()
    await open()
    await signInAsMaya()
    await page.ask('POST', '/manager/end-client-session', undefined, { 'x-csrf': own ?? '' })
    const info = await page.ask('GET', '/user/info')
    expect(info.json()).toMatchObject({ firstName: 'Maya' })
    expect(info.json()).not.toHaveProperty('impersonation')
  })

  it('loses the cookies when the session cannot be continued', async () => {
    await page.ask('POST', '/manager/refresh', {})
    app.pass(15 * 60_000)
    expect((await page.ask('POST', '/manager/refresh', {})).statusCode).toBe(401)
    expect(names()).toEqual([])
  })
})

describe('a stranger who knows a manager’s email address', () => {
  const wrong = { email: demo.email, password: 'not this one at all' }
  const tries = async (n: number, browser: Browser) => {
    const seen: number[] = []
    for (let at = 0; at < n; at += 1)
      seen.push((await browser.ask('POST', '/manager/login', wrong)).statusCode)
    return seen
  }

  it('locks new devices but not the one where the manager signed in, whose next sign-in unlocks all', async () => {
    const stranger = browserOf(app)
    expect(await tries(6, stranger)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await browserOf(app).ask('POST', '/manager/login', demo)).statusCode).toBe(429)
    expect((await page.ask('POST', '/manager/login', demo)).statusCode).toBe(200)
    expect((await browserOf(app).ask('POST', '/manager/login', demo)).statusCode).toBe(200)
  })

  it('has five attempts on a stolen or copied device, then only those of a stranger', async () => {
    const copied = browserOf(app)
    copied.jar['cr_md_3000'] = page.jar['cr_md_3000'] ?? ''
    expect(await tries(11, copied)).toEqual([...Array<number>(10).fill(401), 429])
    expect((await page.ask('POST', '/manager/login', demo)).statusCode).toBe(429)
    app.pass(60_000)
    expect((await page.ask('POST', '/manager/login', demo)).statusCode).toBe(200)
  })

  it('gains nothing from a made-up cookie or another manager’s', async () => {
    const other = browserOf(app)
    other.jar['cr_md_3000'] = 'x'.repeat(43)
    expect(await tries(6, other)).toEqual([401, 401, 401, 401, 401, 429])
    app.pass(60_000)
    expect((await page.ask('POST', '/manager/login', demo)).statusCode).toBe(200)
  })
})
