import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeTwilio, openFakeTwilio, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { consents } from './tables.ts'

const publicUrl = 'https://app.fairfile.test'
const webhook = `${publicUrl}/api/v1/webhooks/twilio`
const nothing = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

let fake: FakeTwilio
let app: TestApp
beforeAll(async () => {
  fake = await openFakeTwilio()
  app = await openApp({
    env: {
      PUBLIC_URL: publicUrl,
      SUPPORT_PHONE: '202-555-0100 (8 & later)',
      TWILIO_ACCOUNT_SID: twilioAccount.accountSid,
      TWILIO_AUTH_TOKEN: twilioAccount.authToken,
      TWILIO_FROM: twilioAccount.from,
      TWILIO_BASE_URL: fake.url,
    },
  })
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

const post = (payload: string, headers: Record<string, string>, path = '/webhooks/twilio') =>
  app.app.http.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })
const text = (fields: Record<string, string>) => {
  const { payload, headers } = fake.textTo(webhook, { To: twilioAccount.from, MessageSid: 'SM1', ...fields })
  return post(payload, headers)
}
const smsConsents = (userId: string) =>
  app.database.db
    .select({ given: consents.given })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, 'sms')))
    .orderBy(asc(consents.at), asc(consents.id))

/** A person who agreed to texts. */
const agreed = async (phoneNumber: string) => {
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  const smsCode = /\d{6}/.exec(fake.texts.findLast(({ to }) => to === phoneNumber)?.body ?? '')?.[0]
  const details = registrationBody(phoneNumber, `21347${phoneNumber.slice(-4)}`)
  const body = { ...details, smsCode, consents: { sms: true, terms: true } }
  return (await app.send('POST', '/auth/register', { body })).json<{ user: { id: string } }>().user.id
}

describe('STOP', () => {
  it('withdraws the consent to texts, once, and answers nothing', async () => {
    const userId = await agreed('+12135557601')
    for (const Body of ['Stop', 'STOPALL', 'stop']) {
      app.pass(1_000)
      const answer = await text({ From: '+12135557601', Body })
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/xml; charset=utf-8',
        nothing,
      ])
    }
    expect(await smsConsents(userId)).toEqual([{ given: true }, { given: false }])
  })

  it('of a number without an account changes nothing and is answered the same', async () => {
    const answer = await text({ From: '+12135557699', Body: 'STOP' })
    expect([answer.statusCode, answer.body]).toEqual([200, nothing])
  })
})

describe('HELP', () => {
  it('is answered with our name and where to get help', async () => {
    const answer = await text({ From: '+12135557699', Body: 'help' })
    expect(answer.body).toMatch(
      /^<\?xml .*<Response><Message>Fairfile .*8 &amp; later.*<\/Message><\/Response>$/,
    )
  })

  it('is not answered again when Twilio answered it', async () => {
    expect((await text({ From: '+12135557699', Body: 'HELP', OptOutType: 'HELP' })).body).toBe(nothing)
  })
})

describe('any other text', () => {
  it.each(['', 'Hello', 'STOP calling me names', '<Response/>'])(
    '"%s" is answered with nothing',
    async Body => {
      const userId = await agreed(`+1213555${7610 + Body.length}`)
      const answer = await text({ From: `+1213555${7610 + Body.length}`, Body })
      expect([answer.statusCode, answer.body]).toEqual([200, nothing])
      expect(await smsConsents(userId)).toEqual([{ given: true }])
    },
  )
})

describe('a call that is not Twilio’s', () => {
  const fields = { From: '+12135557601', Body: 'STOP' }

  it('is refused without a right signature over every field and the public address', async () => {
    const { payload, headers } = fake.textTo(webhook, fields)
    const { 'x-twilio-signature': _signature, ...unsigned } = headers
    const elsewhere = fake.textTo('http://127.0.0.1:3000/api/v1/webhooks/twilio', fields)
    for (const answer of [
      await post(payload, unsigned),
      await post(`${payload}&More=1`, headers),
      await post(payload, { ...headers, 'x-twilio-signature': 'AAAA' }),
      await post(elsewhere.payload, elsewhere.headers),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'not_allowed' }])
  })

  it('is refused with a field twice, in another shape, or with more than 64 KB', async () => {
    const { payload, headers } = fake.textTo(webhook, fields)
    const twice = await post(`${payload}&Body=HELP`, headers)
    expect([twice.statusCode, twice.json()]).toMatchObject([400, { code: 'invalid_request' }])
    const json = await post(JSON.stringify(fields), { ...headers, 'content-type': 'application/json' })
    expect([json.statusCode, json.json()]).toMatchObject([415, { code: 'unsupported_type' }])
    const large = await post(`Body=${'x'.repeat(64 * 1024)}`, headers)
    expect([large.statusCode, large.json()]).toMatchObject([413, { code: 'too_large' }])
  })
})

it('other endpoints refuse forms', async () => {
  const answer = await post(
    'phoneNumber=%2B12135557602',
    { 'content-type': 'application/x-www-form-urlencoded' },
    '/auth/sms/send',
  )
  expect([answer.statusCode, answer.json()]).toMatchObject([415, { code: 'unsupported_type' }])
})
