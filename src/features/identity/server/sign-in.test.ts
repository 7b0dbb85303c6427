import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { appOf } from '#test/support/totp.ts'
import { requiredSecondProof } from './sign-in.ts'

/** What a sign-in requires in addition to the texted code, and which notices it causes. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const textedTo = async (phoneNumber: string) => {
  app.pass(11 * MINUTE)
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  return app.codeFor(phoneNumber)
}
const signIn = (body: object, headers: Record<string, string> = {}) =>
  app.send('POST', '/auth/login', { body, headers })

const mailedTo = async (address: string) => {
  await app.work()
  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { channel: string; to: string; subject: string; body: string }[]
  }>()
  return items.filter(({ channel, to }) => channel === 'email' && to === address)
}

/** A user with an authenticator app. */
const withApp = async (own: { email?: string } = {}) => {
  const person = await app.register(own)
  const { uri } = (await app.send('POST', '/user/totp/start', { as: person })).json<{ uri: string }>()
  const shown = appOf(uri)
  const code = () => shown(app.now())
  const enabled = await app.send('POST', '/user/totp', { as: person, body: { code: code() } })
  return { person, code, recovery: enabled.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

describe('a user with an authenticator app', () => {
  it('signs in with both codes, sending the texted one twice', async () => {
    const { person, code } = await withApp()
    const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
    const first = await signIn(body)
    expect([first.statusCode, first.json()]).toMatchObject([401, { code: 'totp_required' }])
    expect(first.body).not.toContain('accessToken')
    expect((await signIn({ ...body, totp: code() })).statusCode).toBe(200)
    expect((await signIn({ ...body, totp: code() })).json()).toMatchObject({ code: 'wrong_code' })
  })

  it('cannot use a code of the app twice', async () => {
    const { person, code } = await withApp()
    const used = code()
    const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
    const fresh = code()
    expect(fresh).not.toBe(used)
    expect((await signIn({ ...body, totp: fresh })).statusCode).toBe(200)
    const again = { phoneNumber: person.phoneNumber, code: await app.codeFor(person.phoneNumber) }
    expect((await signIn({ ...again, totp: fresh })).json()).toMatchObject({ code: 'wrong_code' })
  })

  it('can use each recovery code once', async () => {
    const { person, recovery } = await withApp()
    expect(recovery).toHaveLength(10)
    const [code = ''] = recovery
    for (const status of [200, 401]) {
      const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
      expect((await signIn({ ...body, totp: code.toUpperCase() })).statusCode).toBe(status)
    }
  })

  it('has ten minutes for the app’s code, whatever wrong ones are entered', async () => {
    const { person, code } = await withApp()
    const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
    for (const wrong of ['000000', '000001']) {
      expect((await signIn(wrong === '000000' ? body : { ...body, totp: wrong })).statusCode).toBe(401)
      app.pass(5 * MINUTE + 1)
    }
    expect((await signIn({ ...body, totp: code() })).json()).toMatchObject({ code: 'wrong_code' })
  })

  it('gets a notice of a sign-in after five wrong codes of any kind', async () => {
    const { person, code } = await withApp({ email: 'both@mail.example' })
    const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
    for (const wrong of ['000000', '000001', '000002'])
      await signIn({ phoneNumber: person.phoneNumber, code: wrong })
    await signIn(body)
    for (const totp of ['000000', '000001']) await signIn({ ...body, totp })
    expect((await signIn({ ...body, totp: code() })).statusCode).toBe(200)
    const [newest] = await mailedTo('both@mail.example')
    expect(newest?.subject).toBe('A sign-in to your Fairfile account after wrong codes')
  })

  it('is locked after ten wrong codes, even with the right texted one', async () => {
    const { person } = await withApp()
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      const body = {
        phoneNumber: person.phoneNumber,
        code: await textedTo(person.phoneNumber).catch(() => '000000'),
      }
      statuses.push((await signIn({ ...body, totp: '000000' })).statusCode)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('needs no app code once it is switched off', async () => {
    const { person } = await withApp()
    expect((await app.send('DELETE', '/user/totp', { as: person })).statusCode).toBe(200)
    expect(
      (await signIn({ phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }))
        .statusCode,
    ).toBe(200)
  })
})

describe('after 45 days away', () => {
  const verified = async () => {
    const person = await app.register()
    const { email } = (await app.send('GET', '/user/info', { as: person })).json<{ email: string }>()
    await app.send('POST', '/user/email/code', { as: person })
    const [mail] = await mailedTo(email)
    const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0]
    expect((await app.send('POST', '/user/email/verify', { as: person, body: { code } })).statusCode).toBe(
      200,
    )
    return { person, email }
  }

  it('a code mailed to the confirmed address is required too, and works once', async () => {
    const { person, email } = await verified()
    app.pass(46 * DAY)
    const body = { phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }
    const first = await signIn(body)
    expect([first.statusCode, first.json()]).toMatchObject([401, { code: 'second_proof_required' }])
    const [mail] = await mailedTo(email)
    const emailCode = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0]
    expect((await signIn({ ...body, emailCode: '000000' })).json()).toMatchObject({ code: 'wrong_code' })
    expect((await signIn({ ...body, emailCode })).statusCode).toBe(200)
  })

  it('a user without one signs in with the texted code', async () => {
    const person = await app.register()
    app.pass(46 * DAY)
    expect(
      (await signIn({ phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }))
        .statusCode,
    ).toBe(200)
  })
})

describe('the owner of an account gets a notice of', () => {
  const emailOf = async (as: Tokens) =>
    (await app.send('GET', '/user/info', { as })).json<{ email: string }>().email
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

  it('a sign-in from a new device, once', async () => {
    const person = await app.register({ email: 'device@mail.example' })
    for (const headers of [firefox, firefox, {}]) {
      await signIn({ phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) }, headers)
    }
    const mails = await mailedTo('device@mail.example')
    expect(mails.map(({ subject }) => subject)).toEqual(['A new sign-in to your Fairfile account'])
    expect(mails[0]?.body).toContain('Firefox on Linux')
  })

  it('a copied session, which ends for both', async () => {
    const person = await app.register({ email: 'copied@mail.example' })
    const refresh = (refreshToken: string) => app.send('POST', '/auth/refresh', { body: { refreshToken } })
    const next = (await refresh(person.refreshToken)).json<Tokens>()
    app.pass(11_000)
    expect((await refresh(person.refreshToken)).statusCode).toBe(401)
    expect((await refresh(next.refreshToken)).statusCode).toBe(401)
    expect((await app.send('GET', '/user/info', { as: next })).statusCode).toBe(401)
    expect((await mailedTo('copied@mail.example')).map(({ subject }) => subject)).toEqual([
      'We ended a session of your Fairfile account',
    ])
  })

  it('a sign-in after five wrong codes', async () => {
    const person = await app.register({ email: 'wrong@mail.example' })
    expect(await emailOf(person)).toBe('wrong@mail.example')
    await textedTo(person.phoneNumber)
    for (let n = 0; n < 5; n++) await signIn({ phoneNumber: person.phoneNumber, code: '000000' })
    await signIn({ phoneNumber: person.phoneNumber, code: await textedTo(person.phoneNumber) })
    expect((await mailedTo('wrong@mail.example')).map(({ subject }) => subject)).toEqual([
      'A sign-in to your Fairfile account after wrong codes',
    ])
  })
})

it('records every failed sign-in with its user', async () => {
  const person = await app.register()
  await textedTo(person.phoneNumber)
  await signIn({ phoneNumber: person.phoneNumber, code: '000000' })
  const { rows } = await app.database.pool.query<{ outcome: string }>(
    "select outcome from audit_events where act = 'signed_in' and user_id = $1 order by at",
    [person.userId],
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['wrong_code'])
})

const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const person = { hasTotp: false, emailVerified: true, lastSeenAt: daysAgo(1) }

test.each([
  ['nothing, of a person who was here yesterday', person, null],
  ['nothing, on the forty-fifth day', { ...person, lastSeenAt: daysAgo(45) }, null],
  ['the email, after forty-five days', { ...person, lastSeenAt: daysAgo(45.01) }, 'email'],
  [
    'nothing more can be asked without a confirmed email',
    { ...person, emailVerified: false, lastSeenAt: daysAgo(90) },
    null,
  ],
  ['the app, whenever there is one', { ...person, hasTotp: true }, 'totp'],
  [
    'the app, not the email, after a long time',
    { ...person, hasTotp: true, lastSeenAt: daysAgo(90) },
    'totp',
  ],
])('a sign-in needs %s', (_name, given, proof) => {
  expect(requiredSecondProof(given, now)).toBe(proof)
})
