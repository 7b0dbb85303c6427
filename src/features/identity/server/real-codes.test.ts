import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeTwilio, openFakeTwilio, refusalBy, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openApp, storedText, type TestApp } from '#test/support/app.ts'
import { registrationBody } from '#test/support/people/new-user.ts'

/** Signing in by codes that Twilio sends, with both of its products, through the whole server. */

const MINUTE = 60_000
const { accountSid, authToken, serviceSid, from } = twilioAccount

const environmentOf = (way: 'Messages' | 'Verify', { url }: FakeTwilio) => ({
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: authToken,
  ...(way === 'Verify'
    ? { TWILIO_VERIFY_SERVICE_SID: serviceSid, TWILIO_VERIFY_BASE_URL: url }
    : { TWILIO_FROM: from, TWILIO_BASE_URL: url }),
})

describe.each(['Messages', 'Verify'] as const)('by Twilio %s', way => {
  let fake: FakeTwilio
  let app: TestApp
  beforeAll(async () => {
    fake = await openFakeTwilio()
    app = await openApp({ env: environmentOf(way, fake) })
  })
  afterAll(async () => {
    await app.close()
    await fake.close()
  })

  let phones = 0
  const newPhone = () => {
    phones += 1
    return `+1213555${6100 + phones}`
  }
  const codeTo = (phone: string) =>
    /\b\d{6}\b/.exec(fake.texts.findLast(({ to }) => to === phone)?.body ?? '')?.[0] ?? ''
  const ask = (phoneNumber: string) => app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  const signIn = (phoneNumber: string, code: string) =>
    app.send('POST', '/auth/login', { body: { phoneNumber, code } })
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const codeOf = (answer: { json: () => { code: string } }) => answer.json().code
  const messageOf = (answer: { json: () => { message: string } }) => answer.json().message
  const register = (phoneNumber: string, smsCode: string) =>
    app.send('POST', '/auth/register', {
      body: { ...registrationBody(phoneNumber, `21346${phoneNumber.slice(-4)}`), smsCode },
    })

  it('a new user proves the number, registers with the same code, and signs in with the next', async () => {
    const phone = newPhone()
    expect((await ask(phone)).json()).toEqual({ success: true, expiresInSeconds: 300, resendInSeconds: 30 })
    const code = codeTo(phone)
    expect(codeOf(await signIn(phone, another(code)))).toBe('wrong_code')
    expect(codeOf(await signIn(phone, code))).toBe('no_account')
    app.pass(9 * MINUTE)
    expect(codeOf(await register(phone, another(code)))).toBe('wrong_code')
    expect((await register(phone, code)).statusCode).toBe(201)
    app.pass(11 * MINUTE)
    await ask(phone)
    expect((await signIn(phone, codeTo(phone))).statusCode).toBe(200)
    expect(codeOf(await signIn(phone, codeTo(phone)))).toBe('wrong_code')
  })

  it('a code is valid for five minutes, even if the provider keeps it longer', async () => {
    const phone = newPhone()
    await ask(phone)
    app.pass(5 * MINUTE + 1)
    fake.calls.length = 0
    expect(codeOf(await signIn(phone, codeTo(phone)))).toBe('wrong_code')
    expect(fake.calls).toEqual([])
  })

  it('no code is checked after the fifth wrong one', async () => {
    const phone = newPhone()
    await ask(phone)
    const wrong = another(codeTo(phone))
    const tried = await Promise.all(Array.from({ length: 9 }, () => signIn(phone, wrong)))
    expect(tried.map(codeOf)).toEqual(Array(9).fill('wrong_code'))
    if (way === 'Verify')
      expect(
        fake.calls.filter(({ path, fields }) => path.endsWith('Check') && fields.To === phone).length,
      ).toBe(5)
    expect(codeOf(await signIn(phone, codeTo(phone)))).toBe('wrong_code')
  })

  it('a text that was certainly not sent causes no wait', async () => {
    const phone = newPhone()
    fake.fail(phone, refusalBy(400, 21635))
    for (const _ask of [1, 2]) {
      const answer = await ask(phone)
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'phone_not_textable'])
      expect(messageOf(answer)).toMatch(/^Failed to send SMS\. .*landline/)
    }
    fake.fail(phone, null)
    expect((await ask(phone)).statusCode).toBe(200)
  })

  it('separates failures the user can fix from those the operator must, and alerts only on the latter', async () => {
    const counted = async (outcome: 'refused' | 'failed') => {
      const page = await app.app.metrics.registry.metrics()
      const line = `provider_calls_total{provider="sms",operation="send",outcome="${outcome}"} `
      return Number(
        page
          .split('\n')
          .find(one => one.startsWith(line))
          ?.slice(line.length) ?? 0,
      )
    }
    const before = { refused: await counted('refused'), failed: await counted('failed') }
    const refusedWith = async (status: number, code: number) => {
      const phone = newPhone()
      fake.fail(phone, refusalBy(status, code))
      const answer = await ask(phone)
      return [answer.statusCode, codeOf(answer), answer.headers['retry-after']]
    }
    expect(await refusedWith(400, 21610)).toEqual([422, 'phone_not_textable', undefined])
    expect(await refusedWith(429, 60203)).toEqual([429, 'too_many_tries', '600'])
    expect(await refusedWith(401, 20003)).toEqual([503, 'unavailable', undefined])
    expect((await counted('refused')) - before.refused).toBe(2)
    expect((await counted('failed')) - before.failed).toBe(1)
  })

  it('a text whose confirmation was lost is not sent again, and its code is valid', async () => {
    const phone = newPhone()
    fake.fail(phone, { breaks: 'before the answer', done: true })
    const answer = await ask(phone)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { success: true, resendInSeconds: 30 }])
    expect(messageOf(answer)).toContain('could not confirm')
    expect(fake.texts.filter(({ to }) => to === phone).length).toBe(1)
    expect(codeOf(await ask(phone))).toBe('too_many_tries')
    fake.fail(phone, null)
    expect(codeOf(await signIn(phone, codeTo(phone)))).toBe('no_account')
  })

  it('the production limits apply: three codes in a quarter of an hour', async () => {
    const phone = newPhone()
    for (const _ask of [1, 2, 3]) {
      expect((await ask(phone)).statusCode).toBe(200)
      app.pass(2 * MINUTE)
    }
    const fourth = await ask(phone)
    expect([fourth.statusCode, fourth.headers['retry-after']]).toEqual([429, '540'])
  })

  it('the sandbox mark says that only a part is one', async () => {
    expect((await app.send('GET', '/sandbox/state')).json()).toEqual({ active: true, whole: false })
  })

  it('failures are logged by their number, without codes or phone numbers', async () => {
    const phone = newPhone()
    fake.fail(phone, refusalBy(400, 30007))
    await ask(phone)
    fake.fail(phone, null)
    await ask(phone)
    await signIn(phone, codeTo(phone))
    const [logged, stored] = [app.logged(), await storedText(app)]
    expect(logged).toContain('twilio_30007')
    for (const secret of [phone, codeTo(phone), authToken]) {
      expect(logged).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
  })

  it.runIf(way === 'Verify')('a check without a response costs no attempt', async () => {
    const phone = newPhone()
    await ask(phone)
    const code = codeTo(phone)
    fake.fail(phone, refusalBy(503, 20503))
    for (const _try of Array(12).keys()) {
      const answer = await signIn(phone, code)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        503,
        { code: 'unavailable', message: 'We could not check your code just now. Try it again in a minute.' },
      ])
    }
    fake.fail(phone, null)
    expect(codeOf(await signIn(phone, code))).toBe('no_account')
  })
})
