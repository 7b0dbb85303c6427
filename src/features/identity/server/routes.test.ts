import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp } from '#test/support/app.ts'
import { registrationBody } from '#test/support/people/new-user.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'
const codeOf = (answer: { json: () => { code: string } }) => answer.json().code

describe('a code', () => {
  it('returns the same for known and unknown numbers', async () => {
    const [known, unknown] = [
      await app.send('POST', '/auth/sms/send', { body: { phoneNumber: '(202) 555-0178' } }),
      await app.send('POST', '/auth/sms/send', { body: { phoneNumber: '(213) 555-7001' } }),
    ]
    expect(known.json()).toEqual({ success: true, expiresInSeconds: 300, resendInSeconds: 30 })
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()])
  })

  it.each([
    ['a toll-free number', '+18005550143', 422, 'phone_not_served'],
    ['a premium number', '+19005550143', 422, 'phone_not_served'],
    ['a Jamaican number', '+18765550143', 422, 'phone_not_served'],
    ['a British number', '+442071838750', 422, 'phone_not_served'],
    ['half a number', '555-0143', 400, 'invalid_request'],
    ['words', 'call me', 400, 'invalid_request'],
    ['a number in a sentence', 'call me at 2135557011 now', 400, 'invalid_request'],
  ])('is not texted to %s', async (_name, phoneNumber, status, code) => {
    const answer = await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
  })

  it('can be requested again after the returned wait', async () => {
    const body = { phoneNumber: '+12135557002' }
    await app.send('POST', '/auth/sms/send', { body })
    const early = await app.send('POST', '/auth/sms/send', { body })
    expect([early.statusCode, codeOf(early), early.headers['retry-after']]).toEqual([
      429,
      'too_many_tries',
      '30',
    ])
    app.pass(30_000)
    const later = await app.send('POST', '/auth/sms/send', { body })
    expect(later.json()).toMatchObject({ success: true, resendInSeconds: 60 })
  })

  it('that the provider refuses causes no wait', async () => {
    const body = { phoneNumber: '+12135550199' }
    for (const _try of [1, 2]) {
      const answer = await app.send('POST', '/auth/sms/send', { body })
      expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable'])
    }
  })
})

describe('signing in', () => {
  it('returns tokens and the user', async () => {
    const { accessToken, refreshToken } = await app.signIn(maya)
    const info = await app.send('GET', '/user/info', { as: { accessToken, refreshToken } })
    expect(info.json()).toMatchObject({
      firstName: 'Maya',
      phoneNumber: maya,
      birthDate: '1990-04-27',
      subscription: true,
      maxPlanEnabled: true,
      address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
    })
    expect(info.body).not.toContain('666344417')
  })

  it('refuses a wrong, an old and a used code with the same message', async () => {
    const phoneNumber = '+12025550178'
    app.pass(10 * MINUTE)
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const right = await app.codeFor(phoneNumber)
    const wrong = await app.send('POST', '/auth/login', {
      body: { phoneNumber, code: right === '000000' ? '000001' : '000000' },
    })
    const good = await app.send('POST', '/auth/login', { body: { phoneNumber, code: right } })
    const used = await app.send('POST', '/auth/login', { body: { phoneNumber, code: right } })
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const late = await app.codeFor(phoneNumber)
    app.pass(5 * MINUTE + 1)
    const old = await app.send('POST', '/auth/login', { body: { phoneNumber, code: late } })
    expect(good.statusCode).toBe(200)
    for (const refused of [wrong, used, old]) {
      expect(refused.statusCode).toBe(401)
      expect(refused.json()).toMatchObject({
        code: 'wrong_code',
        message: 'That code is not right or has expired. Check it or ask for a new one.',
      })
    }
  })

  it('refuses the right code after five wrong ones', async () => {
    const phoneNumber = '+12135557003'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const right = await app.codeFor(phoneNumber)
    for (const n of [1, 2, 3, 4, 5]) {
      const code = String((Number(right) + n) % 1_000_000).padStart(6, '0')
      expect((await app.send('POST', '/auth/login', { body: { phoneNumber, code } })).statusCode).toBe(401)
    }
    expect(codeOf(await app.send('POST', '/auth/login', { body: { phoneNumber, code: right } }))).toBe(
      'wrong_code',
    )
  })

  it('locks a phone at the tenth wrong code of a day, for the right one too', async () => {
    const phoneNumber = '+12135557004'
    for (const _round of [1, 2]) {
      await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
      const right = await app.codeFor(phoneNumber)
      for (const n of [1, 2, 3, 4, 5]) {
        await app.send('POST', '/auth/login', {
          body: { phoneNumber, code: String((Number(right) + n) % 1_000_000).padStart(6, '0') },
        })
      }
      app.pass(6 * MINUTE)
    }
    const locked = await app.send('POST', '/auth/login', { body: { phoneNumber, code: '123456' } })
    expect([locked.statusCode, codeOf(locked)]).toEqual([429, 'too_many_tries'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  it('states that a proven number has no account, and lets it register with the same code for ten minutes', async () => {
    const phoneNumber = '+12135557005'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const code = await app.codeFor(phoneNumber)
    const unknown = await app.send('POST', '/auth/login', { body: { phoneNumber, code } })
    expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'no_account'])
    app.pass(9 * MINUTE)
    const body = { ...registrationBody(phoneNumber, '213-44-7005'), smsCode: code }
    expect((await app.send('POST', '/auth/register', { body })).statusCode).toBe(201)
  })
})

describe('a session', () => {
  it('continues with the next pair, repeats a lost pair, and ends if a token was copied', async () => {
    const first = await app.signIn((await app.register()).phoneNumber)
    const refresh = (refreshToken: string) => app.send('POST', '/auth/refresh', { body: { refreshToken } })
    const second = (await refresh(first.refreshToken)).json<typeof first>()
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await refresh(first.refreshToken)).json()).toEqual(second)
    app.pass(11_000)
    expect((await refresh(first.refreshToken)).statusCode).toBe(401)
    expect((await refresh(second.refreshToken)).statusCode).toBe(401)
    expect((await app.send('GET', '/user/info', { as: second })).statusCode).toBe(401)
  })

  it('lasts ten minutes on one access token and a day in total', async () => {
    let tokens = await app.signIn((await app.register()).phoneNumber)
    app.pass(10 * MINUTE)
    expect((await app.send('GET', '/user/info', { as: tokens })).statusCode).toBe(401)
    for (let minutes = 10; minutes < 24 * 60; minutes += 55) {
      const next = await app.send('POST', '/auth/refresh', { body: { refreshToken: tokens.refreshToken } })
      expect(next.statusCode).toBe(200)
      tokens = next.json()
      app.pass(55 * MINUTE)
    }
    expect(
      (await app.send('POST', '/auth/refresh', { body: { refreshToken: tokens.refreshToken } })).statusCode,
    ).toBe(401)
  })

  it('ends on the server when the user signs out', async () => {
    const person = await app.register()
    expect((await app.send('POST', '/auth/logout', { as: person })).json()).toEqual({ success: true })
    expect((await app.send('GET', '/user/info', { as: person })).statusCode).toBe(401)
    expect(
      (await app.send('POST', '/auth/refresh', { body: { refreshToken: person.refreshToken } })).statusCode,
    ).toBe(401)
  })
})

describe('the plan', () => {
  it('is switched by the user', async () => {
    const person = await app.register()
    const on = await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
    expect(on.json()).toMatchObject({ success: true, user: { subscription: true, maxPlanEnabled: true } })
    const off = await app.send('POST', '/user/max-plan', { as: person, body: { enabled: false } })
    expect(off.json()).toMatchObject({ user: { subscription: false } })
  })
})

it('keeps no code, token, phone, name or SSN readable in the database or the log', async () => {
  const person = await app.register({ lastName: 'Planted-Canary' })
  const code = await app.codeFor(person.phoneNumber)
  const [stored, logged] = [await storedText(app), app.logged()]
  expect(logged).toContain('answered')
  for (const secret of [
    code,
    person.accessToken,
    person.refreshToken,
    person.phoneNumber,
    person.ssn,
    'Planted-Canary',
  ]) {
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ]) {
      for (const text of [stored, logged]) {
        // Long random numbers contain six digits by chance: a code has no digit next to it.
        const found = form === code ? new RegExp(`(?<!\\w)${code}(?!\\w)`).test(text) : text.includes(form)
        expect(found).toBe(false)
      }
    }
  }
})
