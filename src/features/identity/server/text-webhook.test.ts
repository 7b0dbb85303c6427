import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type FakeTwilio, openFakeTwilio, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { consents } from './tables.ts'
import { helpText, parseKeyword } from './text-webhook.ts'

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
const sendText = (fields: Record<string, string>) => {
  const { payload, headers } = fake.textTo(webhook, { To: twilioAccount.from, MessageSid: 'SM1', ...fields })
  return post(payload, headers)
}
const consentsTo = (userId: string, kind: 'sms' | 'letterTexts') =>
  app.database.db
    .select({ given: consents.given })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, kind)))
    .orderBy(asc(consents.at), asc(consents.id))

/** A user who agreed to texts. */
const agreed = async (phoneNumber: string) => {
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  const smsCode = /\d{6}/.exec(fake.texts.findLast(({ to }) => to === phoneNumber)?.body ?? '')?.[0]
  const details = registrationBody(phoneNumber, `21347${phoneNumber.slice(-4)}`)
  const body = { ...details, smsCode, consents: { sms: true, terms: true } }
  return (await app.send('POST', '/auth/register', { body })).json<{ user: { id: string } }>().user.id
}

describe('STOP', () => {
  it('withdraws the consents to texts, once, and sends no reply', async () => {
    const userId = await agreed('+12135557601')
    const given = { id: newId(), kind: 'letterTexts', given: true, version: '2026-11-27' } as const
    await app.database.db.insert(consents).values({ ...given, userId, at: app.now() })
    for (const Body of ['Stop', 'STOPALL', 'stop']) {
      app.pass(1_000)
      const answer = await sendText({ From: '+12135557601', Body })
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/xml; charset=utf-8',
        nothing,
      ])
    }
    for (const kind of ['sms', 'letterTexts'] as const)
      expect(await consentsTo(userId, kind)).toEqual([{ given: true }, { given: false }])
  })

  it('of a number without an account changes nothing and gets the same response', async () => {
    const answer = await sendText({ From: '+12135557699', Body: 'STOP' })
    expect([answer.statusCode, answer.body]).toEqual([200, nothing])
  })
})

describe('a report that a text did not arrive', () => {
  const ask = (phoneNumber: string) => app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  /** Twilio's report on the last text to a number, sent to its `StatusCallback`. */
  const report = (phone: string, fields: Record<string, string>, of?: string) => {
    const asked = fake.calls.findLast(call => call.fields.To === phone)?.fields.StatusCallback ?? ''
    const { payload, headers } = fake.textTo(asked, { To: phone, MessageSid: 'SM1', ...fields })
    const url = new URL(asked)
    if (of !== undefined) url.searchParams.set('of', of)
    return app.app.http.inject({ method: 'POST', url: `${url.pathname}${url.search}`, payload, headers })
  }
  const counted = async (outcome: string) => {
    const page = await app.app.metrics.registry.metrics()
    const line = `provider_calls_total{provider="sms",operation="delivery",outcome="${outcome}"} `
    return Number(
      page
        .split('\n')
        .find(one => one.startsWith(line))
        ?.slice(line.length) ?? 0,
    )
  }

  it('refuses the number that receives no texts, until the code would have expired', async () => {
    const phone = '+12135557611'
    await ask(phone)
    const before = await counted('refused')
    const answer = await report(phone, { MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await counted('refused')).toBe(before + 1)
    const refused = await ask(phone)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        code: 'phone_not_textable',
        message:
          'The last text to this number did not arrive. This looks like a landline, which cannot receive texts. Use a mobile number.',
      },
    ])
    app.pass(5 * 60_000 + 1)
    expect((await ask(phone)).json()).toEqual({ success: true, expiresInSeconds: 300, resendInSeconds: 60 })
  })

  it.each([
    ['+12135557612', '30003', 'refused', /out of reach/],
    ['+12135557613', '30034', 'failed', /Contact support/],
  ])('tells %s with the next code why, by %s', async (phone, ErrorCode, outcome, words) => {
    await ask(phone)
    const before = await counted(outcome)
    await report(phone, { MessageStatus: 'undelivered', ErrorCode })
    expect(await counted(outcome)).toBe(before + 1)
    app.pass(31_000)
    const next = await ask(phone)
    expect(next.statusCode).toBe(200)
    expect(next.json<{ message: string }>().message).toMatch(/^We sent a new code\. .*did not arrive/)
    expect(next.json<{ message: string }>().message).toMatch(words)
    expect(app.logged()).toContain(`twilio_${ErrorCode}`)
    app.pass(61_000)
    expect((await ask(phone)).json()).not.toHaveProperty('message')
  })

  it('says nothing if the text was sent or arrived', async () => {
    const phone = '+12135557614'
    await ask(phone)
    const before = await counted('done')
    for (const MessageStatus of ['sent', 'delivered'])
      expect((await report(phone, { MessageStatus })).statusCode).toBe(204)
    expect(await counted('done')).toBe(before + 1)
    app.pass(31_000)
    expect((await ask(phone)).json()).not.toHaveProperty('message')
  })

  it('changes nothing with a wrong signature, or for another code', async () => {
    const phone = '+12135557615'
    await ask(phone)
    const forged = await report(
      phone,
      { MessageStatus: 'failed', ErrorCode: '30006' },
      '018f0000-0000-7000-8000-000000000000',
    )
    expect([forged.statusCode, forged.json()]).toMatchObject([403, { code: 'not_allowed' }])
    app.pass(31_000)
    expect((await ask(phone)).json()).not.toHaveProperty('message')
  })
})

describe('HELP', () => {
  it('is answered with our name and how to get help', async () => {
    const answer = await sendText({ From: '+12135557699', Body: 'help' })
    expect(answer.body).toMatch(
      /^<\?xml .*<Response><Message>Fairfile .*8 &amp; later.*<\/Message><\/Response>$/,
    )
  })

  it('is not answered again if Twilio answered it', async () => {
    expect((await sendText({ From: '+12135557699', Body: 'HELP', OptOutType: 'HELP' })).body).toBe(nothing)
  })
})

describe('any other text', () => {
  it.each(['', 'Hello', 'STOP calling me names', '<Response/>'])(
    '"%s" is answered with nothing',
    async Body => {
      const userId = await agreed(`+1213555${7610 + Body.length}`)
      const answer = await sendText({ From: `+1213555${7610 + Body.length}`, Body })
      expect([answer.statusCode, answer.body]).toEqual([200, nothing])
      expect(await consentsTo(userId, 'sms')).toEqual([{ given: true }])
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

describe('a reply', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    'StopAll',
    'stop all',
    'UNSUBSCRIBE',
    'Cancel!',
    'end',
    'QUIT',
    'Revoke',
    'opt-out',
    'opt out',
  ])('"%s" stops texts', text => {
    expect(parseKeyword(text)).toBe('stop')
  })

  it.each(['HELP', 'help?', ' Info '])('"%s" asks for help', text => {
    expect(parseKeyword(text)).toBe('help')
  })

  it.each(['', 'Please help me', "don't stop", 'STOPS', 'the end', '012345', 'START', '👍'])(
    '"%s" asks for neither',
    text => {
      expect(parseKeyword(text)).toBeNull()
    },
  )
})

it('the answer to HELP has our name, how to get help and how to stop, in one message', () => {
  for (const phone of [null, '+1 202-555-0100']) {
    const text = helpText({ name: 'Harbor Credit', email: 'help@harbor.test', phone })
    expect(text).toContain('Harbor Credit')
    expect(text).toContain('help@harbor.test')
    expect(text).toContain('Reply STOP')
    expect(text.length).toBeLessThanOrEqual(160)
  }
})
