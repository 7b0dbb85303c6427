import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailedCode } from '#test/support/mailbox.ts'
import { refusal } from '#test/support/refusal.ts'
import type { UserInfo } from '../contract.ts'

/** Signing in after a long absence, with the texted code and one mailed to the confirmed address. */

const HOUR = 60 * 60_000

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

let people = 0
const confirmed = async () => {
  people += 1
  const email = `away${people}@mail.example`
  const person = await app.register({ email })
  await app.send('POST', '/user/email/code', { as: person })
  const code = await mailedCode(app, email)
  await app.send('POST', '/user/email/verify', { as: person, body: { code } })
  return { ...person, email }
}

/** A user who returns after 46 days. */
const returned = async () => {
  const person = await confirmed()
  app.pass(46 * 24 * HOUR)
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber: person.phoneNumber } })
  const body = { phoneNumber: person.phoneNumber, code: await app.codeFor(person.phoneNumber) }
  await app.send('POST', '/auth/login', { body })
  const emailCode = await mailedCode(app, person.email)
  const back = await app.send('POST', '/auth/login', { body: { ...body, emailCode } })
  expect(back.statusCode).toBe(200)
  return { ...person, ...back.json<Tokens>() }
}

const guarded = [
  ['change contact details', 'PATCH', '/user/profile', { email: 'new@mail.example' }],
  ['export everything', 'GET', '/user/export', undefined],
  ['set up an authenticator app', 'POST', '/user/totp/start', undefined],
] as const

describe('within a day after it', () => {
  it.each(guarded)('users may not %s', async (_act, method, path, body) => {
    const person = await returned()
    const ask = (as: Tokens) => app.send(method, path, { as, ...(body ? { body } : {}) })
    expect(refusal(await ask(person))).toEqual([403, 'account_cooldown'])
    expect((await app.send('GET', '/user/info', { as: person })).statusCode).toBe(200)
    app.pass(HOUR)
    expect(refusal(await ask(await app.signIn(person.phoneNumber)))).toEqual([403, 'account_cooldown'])
    app.pass(23 * HOUR)
    expect((await ask(await app.signIn(person.phoneNumber))).statusCode).toBe(200)
  })

  it('no letter may be mailed', async () => {
    const person = await returned()
    const body = { action: 'place', bureaus: ['TransUnion'], attested: true }
    const made = await app.send('POST', '/dispute/freeze', { as: person, body })
    const { id } = made.json<{ id: string }>()
    const mail = (as: Tokens) => app.send('POST', `/dispute/${id}/send-physical`, { as, body: {} })
    expect(refusal(await mail(person))).toEqual([403, 'account_cooldown'])
    const info = (await app.send('GET', '/user/info', { as: person })).json<UserInfo>()
    expect(info.notOffered.mailing?.code).toBe('account_cooldown')
    app.pass(24 * HOUR)
    expect((await mail(await app.signIn(person.phoneNumber))).statusCode).toBe(200)
  })

  it('the next sign-in needs no second proof, however soon it is', async () => {
    const person = await returned()
    await app.send('POST', '/auth/logout', { as: person })
    expect((await app.signIn(person.phoneNumber)).accessToken).toBeTruthy()
  })
})
