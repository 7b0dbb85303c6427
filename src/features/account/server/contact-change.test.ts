import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User, UserInfo } from '#features/identity/contract.ts'
import { openKeyring } from '#platform/boot.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailedCode, mailTo } from '#test/support/mailbox.ts'
import { refusal } from '#test/support/refusal.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

let person: Awaited<ReturnType<TestApp['register']>>
let email: string
let count = 0
beforeEach(async () => {
  count += 1
  email = `person${count}@mail.example`
  person = await app.register({ email })
})

const change = (body: object, as: Tokens = person) => app.send('PATCH', '/user/profile', { as, body })
const me = async (as: Tokens = person) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const textTo = async (phoneNumber: string) => {
  expect((await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })).statusCode).toBe(200)
  return app.codeFor(phoneNumber)
}
let phones = 0
const newPhone = () => {
  phones += 1
  return `+1312555${String(1000 + phones)}`
}

describe('a new email address', () => {
  it('is stored, findable and unconfirmed; it gets a code, and the old address a notice', async () => {
    const address = `new${count}@mail.example`
    const { user } = (await change({ email: address })).json<{ user: User }>()
    expect(user.email).toBe(address)
    expect(await me()).toMatchObject({ email: address, emailVerified: false })
    expect(await mailedCode(app, address)).toMatch(/^\d{6}$/)
    const [notice] = await mailTo(app, email)
    expect(notice?.body).toContain('The email address of your Fairfile account was changed.')
    expect(`${notice?.subject}${notice?.body}`).not.toContain(address)
    const keyring = await openKeyring(app.database.db, app.keyringFile)
    const { rows } = await app.database.db.execute(
      sql`select id from users where email_index = ${keyring.emailIndex(address)}`,
    )
    expect(rows).toEqual([{ id: person.userId }])
  })

  it('ends the confirmation of the old one and invalidates the old code', async () => {
    await app.send('POST', '/user/email/code', { as: person })
    const old = await mailedCode(app, email)
    app.pass(31_000)
    const address = `other${count}@mail.example`
    expect((await change({ email: address })).statusCode).toBe(200)
    expect(
      refusal(await app.send('POST', '/user/email/verify', { as: person, body: { code: old } })),
    ).toEqual([401, 'wrong_code'])
    const code = await mailedCode(app, address)
    expect((await app.send('POST', '/user/email/verify', { as: person, body: { code } })).statusCode).toBe(
      200,
    )
    expect((await me()).emailVerified).toBe(true)
    app.pass(31_000)
    await change({ email: `third${count}@mail.example` })
    expect((await me()).emailVerified).toBe(false)
  })

  it('cannot be changed again before another code may be mailed', async () => {
    await change({ email: `first${count}@mail.example` })
    const refused = await change({ email: `second${count}@mail.example` })
    expect(refusal(refused)).toEqual([429, 'too_many_tries'])
    expect(refused.headers['retry-after']).toBe('30')
    expect((await me()).email).toBe(`first${count}@mail.example`)
    expect(await mailTo(app, `second${count}@mail.example`)).toEqual([])
  })
})

describe('a new phone number', () => {
  it('is proven by its code, ends every other session, and is announced by email', async () => {
    const other = await app.signIn(person.phoneNumber)
    const phoneNumber = newPhone()
    const answer = await change({ phoneNumber, smsCode: await textTo(phoneNumber) })
    expect(answer.json<{ user: User }>().user.phoneNumber).toBe(phoneNumber)
    expect((await me()).phoneNumber).toBe(phoneNumber)
    expect(refusal(await app.send('GET', '/user/info', { as: other }))).toEqual([401, 'no_session'])
    const [notice] = await mailTo(app, email)
    expect(notice?.body).toContain('The phone number of your Fairfile account was changed.')
    expect(notice?.body).toContain('signed out')
    expect((await app.signIn(phoneNumber)).accessToken).toBeTruthy()
    const code = await textTo(person.phoneNumber)
    const old = await app.send('POST', '/auth/login', { body: { phoneNumber: person.phoneNumber, code } })
    expect(refusal(old)).toEqual([404, 'no_account'])
  })

  it('is texted to the old number of users who agreed to texts', async () => {
    const textsTo = async (to: string) => {
      await app.app.waitForBackground()
      const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
        items: { to: string; body: string }[]
      }>()
      return items.filter(item => item.to === to && !item.body.includes('code')).map(({ body }) => body)
    }
    const [first, second] = [newPhone(), newPhone()]
    await change({ phoneNumber: first, smsCode: await textTo(first) })
    expect(await textsTo(person.phoneNumber)).toEqual([])
    await app.send('POST', '/user/consents', { as: person, body: { kind: 'sms', given: true } })
    await change({ phoneNumber: second, smsCode: await textTo(second) })
    const [text = '', ...more] = await textsTo(first)
    expect(text).toContain('the phone number of your account was changed')
    expect(text.length).toBeLessThanOrEqual(160)
    expect([...more, ...(await textsTo(second))]).toEqual([])
  })

  it('deletes attempts with the old one, and after a month those of numbers without an account', async () => {
    const keyring = await openKeyring(app.database.db, app.keyringFile)
    const guardsOf = async (phone: string) =>
      (
        await app.database.db.execute(
          sql`select 1 from phone_guards where phone_index = ${keyring.phoneIndex(phone)}`,
        )
      ).rows.length
    const [phoneNumber, unownedPhone] = [newPhone(), newPhone()]
    await textTo(unownedPhone)
    await app.send('POST', '/auth/login', { body: { phoneNumber: unownedPhone, code: '000000' } })
    expect([await guardsOf(person.phoneNumber), await guardsOf(unownedPhone)]).toEqual([1, 1])
    await change({ phoneNumber, smsCode: await textTo(phoneNumber) })
    expect(await guardsOf(person.phoneNumber)).toBe(0)
    await textTo(phoneNumber)
    await app.send('POST', '/auth/login', { body: { phoneNumber, code: '000000' } })
    for (const [days, left] of [
      [29, 1],
      [2, 0],
    ] as const) {
      app.pass(days * 24 * 60 * MINUTE)
      for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
      expect([await guardsOf(phoneNumber), await guardsOf(unownedPhone)]).toEqual([1, left])
    }
  })

  it('is refused with a wrong code, and with the code of the old number', async () => {
    const phoneNumber = newPhone()
    const right = await textTo(phoneNumber)
    const wrong = right === '000000' ? '000001' : '000000'
    expect(refusal(await change({ phoneNumber, smsCode: wrong }))).toEqual([401, 'wrong_code'])
    const old = await textTo(person.phoneNumber)
    const other = old === right ? wrong : old
    expect(refusal(await change({ phoneNumber, smsCode: other }))).toEqual([401, 'wrong_code'])
    expect((await me()).phoneNumber).toBe(person.phoneNumber)
    expect((await change({ phoneNumber, smsCode: right })).statusCode).toBe(200)
  })

  it('is refused if another account has it, and nothing else of the change is stored', async () => {
    const other = await app.register()
    app.pass(MINUTE)
    const smsCode = await textTo(other.phoneNumber)
    const body = { phoneNumber: other.phoneNumber, smsCode, email: `taken${count}@mail.example` }
    expect(refusal(await change(body))).toEqual([409, 'phone_taken'])
    expect(await me()).toMatchObject({ phoneNumber: person.phoneNumber, email })
    expect((await me(other)).phoneNumber).toBe(other.phoneNumber)
    expect(await mailTo(app, email)).toEqual([])
  })

  it('goes to only one of two users who send its code concurrently', async () => {
    const other = await app.register()
    const phoneNumber = newPhone()
    const smsCode = await textTo(phoneNumber)
    const answers = await Promise.all([
      change({ phoneNumber, smsCode }),
      change({ phoneNumber, smsCode }, other),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it.each([
    ['without its code', () => ({ phoneNumber: newPhone() }), 422, 'code_needed'],
    [
      'that is not American',
      () => ({ phoneNumber: '+442079460000', smsCode: '123456' }),
      422,
      'phone_not_served',
    ],
    ['as a code alone', () => ({ smsCode: '123456' }), 400, 'invalid_request'],
  ])('is refused %s', async (_, body, status, code) => {
    expect(refusal(await change(body()))).toEqual([status, code])
  })
})

describe('a change', () => {
  const address = { street: '7 Pine Street', city: 'Reno', state: 'NV', postal: '89501' }

  it('of the address appears in letters from then on', async () => {
    expect((await change({ address })).statusCode).toBe(200)
    expect((await me()).address).toEqual(address)
    expect((await mailTo(app, email))[0]?.body).toContain('The postal address')
  })

  it('to the current value is refused', async () => {
    expect(refusal(await change({ email }))).toEqual([400, 'invalid_request'])
  })

  it('without any detail is refused', async () => {
    expect(refusal(await change({}))).toEqual([400, 'invalid_request'])
  })

  it('needs a sign-in of the last five minutes', async () => {
    app.pass(5 * MINUTE + 1)
    expect(refusal(await change({ address }))).toEqual([403, 'sign_in_again'])
    expect((await change({ address }, await app.signIn(person.phoneNumber))).statusCode).toBe(200)
  })
})

describe('confirming the email address', () => {
  const ask = () => app.send('POST', '/user/email/code', { as: person })
  const give = (code: string) => app.send('POST', '/user/email/verify', { as: person, body: { code } })
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  it('takes the mailed code once', async () => {
    expect((await ask()).json()).toEqual({ success: true, expiresInSeconds: 900 })
    const code = await mailedCode(app, email)
    expect(refusal(await give(wrong(code)))).toEqual([401, 'wrong_code'])
    expect((await give(code)).json()).toEqual({ success: true })
    expect((await me()).emailVerified).toBe(true)
    expect(refusal(await give(code))).toEqual([409, 'conflict'])
    expect(refusal(await ask())).toEqual([409, 'conflict'])
  })

  it('allows five attempts, even when more are made concurrently', async () => {
    await ask()
    const code = await mailedCode(app, email)
    const tries = Array.from({ length: 8 }, () => give(wrong(code)))
    const codes = (await Promise.all(tries)).map(answer => refusal(answer)[1])
    expect(codes.filter(each => each === 'wrong_code')).toHaveLength(5)
    const right = await give(code)
    expect(refusal(right)).toEqual([429, 'too_many_tries'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is possible for fifteen minutes, and only with the newest code', async () => {
    await ask()
    const first = await mailedCode(app, email)
    expect(refusal(await ask())).toEqual([429, 'too_many_tries'])
    app.pass(30_000)
    await ask()
    const second = await mailedCode(app, email)
    const old = first === second ? wrong(second) : first
    expect(refusal(await give(old))).toEqual([401, 'wrong_code'])
    app.pass(15 * MINUTE + 1)
    const later = await app.signIn(person.phoneNumber)
    const late = await app.send('POST', '/user/email/verify', { as: later, body: { code: second } })
    expect(refusal(late)).toEqual([401, 'wrong_code'])
  })

  it('is refused with a code that was mailed to someone else', async () => {
    const other = await app.register({ email: `else${count}@mail.example` })
    await app.send('POST', '/user/email/code', { as: other })
    await ask()
    const [theirs, own] = [await mailedCode(app, `else${count}@mail.example`), await mailedCode(app, email)]
    expect(refusal(await give(theirs === own ? wrong(own) : theirs))).toEqual([401, 'wrong_code'])
  })
})
