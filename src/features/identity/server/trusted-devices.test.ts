import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { type Browser, browserOf } from '#test/support/browser.ts'
import { refusal } from '#test/support/refusal.ts'
import { unlockPhone } from './lock-out.ts'

/** A stranger who only knows a phone number, and its owner on a browser used for an earlier sign-in. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

let pages = 0
/** A browser at a separate address, so that the limits of one do not affect another. */
const newPage = () => {
  pages += 1
  return browserOf(app, `10.2.${pages}.1`)
}
const ask = (page: Browser, phoneNumber: string) => page.ask('POST', '/auth/sms/send', { phoneNumber })
const give = (page: Browser, phoneNumber: string, code: string) =>
  page.ask('POST', '/auth/login', { phoneNumber, code })
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const signIn = async (page: Browser, phoneNumber: string) => {
  const asked = await ask(page, phoneNumber)
  return asked.statusCode === 200 ? give(page, phoneNumber, await app.codeFor(phoneNumber)) : asked
}

/** A user and a browser on which the user has signed in. */
const atHome = async () => {
  const { phoneNumber, userId } = await app.register()
  app.pass(HOUR)
  const page = newPage()
  expect((await signIn(page, phoneNumber)).statusCode).toBe(200)
  await page.ask('POST', '/auth/logout')
  return { phoneNumber, userId, page }
}

/** Requests codes and enters wrong ones, ignoring the responses. */
const attack = async (phoneNumber: string) => {
  const page = newPage()
  for (let n = 0; n < 3; n++) {
    await ask(page, phoneNumber)
    for (const _try of [1, 2, 3, 4, 5]) await give(page, phoneNumber, wrongOf(await app.codeFor(phoneNumber)))
    app.pass(5 * MINUTE)
  }
}

/** Puts the phone into the state after a hundred days of wrong codes. */
const switchOff = (phoneNumber: string) =>
  app.database.db.execute(
    sql`insert into phone_guards values (${app.keyring.phoneIndex(phoneNumber)}, '[]', 75, 4, null)
      on conflict (phone_index) do update set consecutive_fails = 75`,
  )

describe('a stranger who enters wrong codes', () => {
  it('locks the phone for every browser except the trusted one', async () => {
    const { phoneNumber, page } = await atHome()
    await attack(phoneNumber)
    expect((await signIn(newPage(), phoneNumber)).statusCode).toBe(429)
    expect((await signIn(page, phoneNumber)).statusCode).toBe(200)
  })

  it('does not invalidate or delay the user’s own code by requesting newer ones', async () => {
    const { phoneNumber, page } = await atHome()
    await ask(page, phoneNumber)
    const hers = await app.codeFor(phoneNumber)
    expect((await ask(newPage(), phoneNumber)).statusCode).toBe(200)
    expect((await give(page, phoneNumber, hers)).statusCode).toBe(200)
    expect((await ask(newPage(), phoneNumber)).statusCode).toBe(429)
    expect((await signIn(page, phoneNumber)).statusCode).toBe(200)
  })

  it('switches codes off for other browsers only, until the user signs in on the trusted one', async () => {
    const { phoneNumber, page } = await atHome()
    await switchOff(phoneNumber)
    const shut = await ask(newPage(), phoneNumber)
    expect(shut.json()).toMatchObject({
      message: 'Codes are switched off for this phone number. Contact support.',
    })
    expect((await signIn(page, phoneNumber)).statusCode).toBe(200)
    app.pass(HOUR)
    expect((await signIn(newPage(), phoneNumber)).statusCode).toBe(200)
  })
})

describe('after five wrong codes', () => {
  const tryFive = async (page: Browser, phoneNumber: string) => {
    await ask(page, phoneNumber)
    const code = await app.codeFor(phoneNumber)
    for (const _try of [1, 2, 3, 4, 5]) await give(page, phoneNumber, wrongOf(code))
    return code
  }

  it('the browser that entered them must request a new one, whether the number is known or not', async () => {
    const { phoneNumber } = await app.register()
    const home = await atHome()
    app.pass(HOUR)
    for (const [page, number] of [
      [newPage(), phoneNumber],
      [newPage(), '+12135557711'],
      [home.page, home.phoneNumber],
    ] as const) {
      const code = await tryFive(page, number)
      const answer = await give(page, number, code)
      expect(refusal(answer)).toEqual([429, 'too_many_tries'])
      expect(answer.json()).toMatchObject({ message: 'Too many wrong codes. Ask for a new one.' })
    }
  })

  it('no other browser is notified', async () => {
    const { phoneNumber } = await app.register()
    app.pass(HOUR)
    const code = await tryFive(newPage(), phoneNumber)
    expect(refusal(await give(newPage(), phoneNumber, code))).toEqual([401, 'wrong_code'])
    const program = await app.send('POST', '/auth/login', { body: { phoneNumber, code } })
    expect(refusal(program)).toEqual([401, 'wrong_code'])
  })
})

describe('a browser that a user signed in on', () => {
  it('is no longer trusted after five wrong codes in a row', async () => {
    const { phoneNumber, page } = await atHome()
    await switchOff(phoneNumber)
    await ask(page, phoneNumber)
    const code = await app.codeFor(phoneNumber)
    for (const _try of [1, 2, 3, 4, 5])
      expect((await give(page, phoneNumber, wrongOf(code))).statusCode).toBe(401)
    expect((await give(page, phoneNumber, code)).statusCode).toBe(429)
    app.pass(HOUR)
    expect((await ask(page, phoneNumber)).statusCode).toBe(429)
  })

  it('counts at most five wrong codes, even when more arrive concurrently', async () => {
    const { phoneNumber, userId, page } = await atHome()
    await ask(page, phoneNumber)
    const wrong = wrongOf(await app.codeFor(phoneNumber))
    await Promise.all(Array.from({ length: 20 }, () => give(page, phoneNumber, wrong)))
    const { rows } = await app.database.db.execute(
      sql`select wrong_codes as wrong from known_browsers where user_id = ${userId}`,
    )
    expect(rows).toEqual([{ wrong: 5 }])
  })

  it('is trusted only for that user', async () => {
    const [one, other] = [await atHome(), await atHome()]
    await switchOff(other.phoneNumber)
    expect((await ask(one.page, other.phoneNumber)).statusCode).toBe(429)
  })

  it('is not trusted by a cookie from before the sign-in', async () => {
    const { phoneNumber } = await app.register()
    const page = newPage()
    await ask(page, phoneNumber)
    const planted = { ...page.jar }
    await give(page, phoneNumber, await app.codeFor(phoneNumber))
    const thief = newPage()
    Object.assign(thief.jar, planted)
    await switchOff(phoneNumber)
    expect((await ask(thief, phoneNumber)).statusCode).toBe(429)
  })

  it('is not trusted by the cookie of a user who signed in there before, and stays trusted for both', async () => {
    const [his, hers] = [await atHome(), await app.register()]
    const copied = { ...his.page.jar }
    expect((await signIn(his.page, hers.phoneNumber)).statusCode).toBe(200)
    const thief = newPage()
    Object.assign(thief.jar, copied)
    for (const { phoneNumber } of [his, hers]) await switchOff(phoneNumber)
    expect((await ask(thief, hers.phoneNumber)).statusCode).toBe(429)
    expect((await ask(thief, his.phoneNumber)).statusCode).toBe(429)
    expect((await signIn(his.page, his.phoneNumber)).statusCode).toBe(200)
    expect((await signIn(his.page, hers.phoneNumber)).statusCode).toBe(200)
  })

  it('is the only one to stay trusted when the user changes the phone number on it', async () => {
    const home = await atHome()
    const other = newPage()
    expect((await signIn(other, home.phoneNumber)).statusCode).toBe(200)
    app.pass(HOUR)
    expect((await signIn(home.page, home.phoneNumber)).statusCode).toBe(200)
    const phoneNumber = '+13125550909'
    await ask(home.page, phoneNumber)
    const smsCode = await app.codeFor(phoneNumber)
    expect((await home.page.ask('PATCH', '/user/profile', { phoneNumber, smsCode })).statusCode).toBe(200)
    await switchOff(phoneNumber)
    expect((await ask(other, phoneNumber)).statusCode).toBe(429)
    expect((await ask(home.page, phoneNumber)).statusCode).toBe(200)
  })

  it.each<[string, (home: Awaited<ReturnType<typeof atHome>>) => Promise<unknown>]>([
    ['after 90 days', async () => app.pass(90 * DAY)],
    [
      'after signing out everywhere',
      async ({ phoneNumber, page }) => {
        app.pass(HOUR)
        await signIn(page, phoneNumber)
        expect((await page.ask('POST', '/auth/logout-all')).statusCode).toBe(200)
      },
    ],
    [
      'after signing in on five others',
      async ({ phoneNumber }) => {
        for (const _other of [1, 2, 3, 4, 5]) {
          app.pass(DAY)
          expect((await signIn(newPage(), phoneNumber)).statusCode).toBe(200)
        }
      },
    ],
  ])('is forgotten %s', async (_when, happen) => {
    const home = await atHome()
    await happen(home)
    await switchOff(home.phoneNumber)
    expect((await ask(home.page, home.phoneNumber)).statusCode).toBe(429)
  })
})

it('support unlocks a phone that was switched off, with no wait for the next code', async () => {
  const { phoneNumber, userId } = await atHome()
  await attack(phoneNumber)
  await switchOff(phoneNumber)
  const phoneIndex = app.keyring.phoneIndex(phoneNumber)
  expect(await app.database.db.transaction(tx => unlockPhone(tx, phoneIndex))).toBe(userId)
  expect((await signIn(newPage(), phoneNumber)).statusCode).toBe(200)
})
