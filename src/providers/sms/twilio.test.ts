import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FakeTwilio,
  type Fault,
  openFakeTwilio,
  refusalBy,
  twilioAccount,
} from '#test/fakes/fake-twilio.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import type { ProviderFailure } from '../failure.ts'
import {
  toCheckFailure,
  toSendFailure,
  twilioDeliveries,
  twilioMessages,
  twilioSignature,
  twilioTexts,
  twilioVerify,
} from './twilio.ts'

const phone = '+12135550143'
const message = { to: phone, body: 'Fairfile code: 012345.' }

let fake: FakeTwilio
beforeAll(async () => {
  fake = await openFakeTwilio()
})
afterAll(() => fake.close())

const account = () => ({ ...twilioAccount, baseUrl: new URL(fake.url) })
/** With a short timeout, for responses that never arrive. */
const hasty = () => ({ ...account(), timeoutMs: 150 })

/** The failure of sending while every call has a fault. */
const sendingUnder = async (fault: Fault): Promise<ProviderFailure> => {
  fake.fail(phone, fault)
  try {
    const unanswered = 'breaks' in fault && fault.breaks === 'never answers'
    return await catchProviderFailure(twilioMessages(unanswered ? hasty() : account()).send(message))
  } finally {
    fake.fail(phone, null)
  }
}

describe('a text by Messages', () => {
  it('is posted once in Twilio’s form', async () => {
    fake.calls.length = 0
    await twilioMessages(account()).send(message)
    const { accountSid, authToken, from } = twilioAccount
    expect(fake.calls).toEqual([
      {
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        fields: { To: phone, From: from, Body: message.body, ValidityPeriod: '300' },
      },
    ])
  })

  it('is sent by a messaging service with an API key, and requests a delivery report', async () => {
    fake.calls.length = 0
    const [messagingServiceSid, apiKey] = [
      `MG${'4e'.repeat(16)}`,
      { sid: `SK${'5f'.repeat(16)}`, secret: 'key' },
    ]
    const statusUrl = 'https://app.fairfile.test/api/v1/webhooks/twilio/status'
    const sms = twilioMessages({ ...account(), sender: { messagingServiceSid }, apiKey, statusUrl })
    await sms.send({ ...message, reference: 'a-code' })
    await sms.send(message)
    expect(fake.calls).toMatchObject([
      {
        path: `/2010-04-01/Accounts/${twilioAccount.accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${apiKey.sid}:key`).toString('base64')}`,
        fields: { MessagingServiceSid: messagingServiceSid, StatusCallback: `${statusUrl}?of=a-code` },
      },
      { fields: { StatusCallback: statusUrl } },
    ])
    expect(fake.calls[0]?.fields).not.toHaveProperty('From')
  })

  it('keeps the path of the base URL', async () => {
    fake.calls.length = 0
    await twilioMessages({ ...account(), baseUrl: new URL(`${fake.url}/egress/`) }).send(message)
    expect(fake.calls[0]?.path).toMatch(/^\/egress\/2010-04-01\//)
  })

  it.each([
    [400, 21211, 'recipient', false, /number cannot be texted/],
    [400, 21408, 'recipient', false, /this region/],
    [400, 21610, 'recipient', false, /Text START/],
    [400, 21614, 'recipient', false, /number cannot be texted/],
    [400, 21635, 'recipient', false, /landline/],
    [400, 30003, 'recipient', true, /out of reach/],
    [400, 30005, 'recipient', false, /does not know/],
    [400, 30006, 'recipient', false, /landline/],
    [400, 30007, 'provider', false, /carrier blocked/],
    [400, 30034, 'provider', false, /Contact support/],
    [401, 20003, 'provider', false, /Contact support/],
    [403, 20003, 'provider', false, /Contact support/],
    [429, 20429, 'provider', true, /in a minute/],
    [429, 63038, 'provider', true, /in a minute/],
    [400, 99999, 'provider', false, /could not be sent/],
  ])('refused with %i %i was surely not sent', async (status, code, reason, retryable, words) => {
    const failure = await sendingUnder(refusalBy(status, code))
    expect(failure).toMatchObject({ outcomeUnknown: false, reason, retryable, code: `twilio_${code}` })
    expect(failure.userMessage).toMatch(words)
    expect(failure.userMessage).not.toContain('Not in our words')
  })

  it('that Twilio accepted and that failed immediately was not sent', async () => {
    const body = JSON.stringify({ sid: `SM${'2c'.repeat(16)}`, status: 'failed', error_code: 30006 })
    const failure = await sendingUnder({ answer: { status: 201, body }, done: false })
    expect(failure).toMatchObject({ outcomeUnknown: false, code: 'twilio_30006' })
  })

  it.each<[string, Fault]>([
    ['when nothing answers', { breaks: 'never answers', done: true }],
    ['when the connection breaks', { breaks: 'before the answer', done: true }],
    ['when the answer breaks off', { breaks: 'in the answer', done: true }],
    ['at a failure of Twilio', refusalBy(500, 20500)],
    ['at a gateway that gave up', { answer: { status: 504, body: '<html>' }, done: true }],
    ['when the answer is no JSON', { answer: { status: 201, body: 'Accepted' }, done: true }],
    ['when the answer is another JSON', { answer: { status: 200, body: '{"ok":true}' }, done: true }],
    ['when the answer is endless', { answer: { status: 201, body: ' '.repeat(70_000) }, done: true }],
  ])('may have been sent %s, and is not resent', async (_name, fault) => {
    fake.calls.length = 0
    const failure = await sendingUnder(fault)
    expect(failure).toMatchObject({ outcomeUnknown: true, retryable: true })
    expect(failure.userMessage).toBe(
      'We could not confirm that the text went out. If it does not arrive, ask for a new code.',
    )
    expect(fake.calls.length).toBe(1)
  })

  it('follows no redirect, so the token is not sent elsewhere', async () => {
    const elsewhere = await openFakeTwilio()
    const answer = {
      status: 307,
      body: '',
      location: `${elsewhere.url}/2010-04-01/Accounts/AC/Messages.json`,
    }
    expect(await sendingUnder({ answer, done: false })).toMatchObject({ outcomeUnknown: false })
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  it('was surely not sent without a connection', async () => {
    const gone = await openFakeTwilio()
    await gone.close()
    const failure = await catchProviderFailure(
      twilioMessages({ ...twilioAccount, baseUrl: new URL(gone.url) }).send(message),
    )
    expect(failure).toMatchObject({ outcomeUnknown: false, retryable: true })
  })
})

describe('a code by Verify', () => {
  it('is requested and checked in Twilio’s form, by its status', async () => {
    fake.calls.length = 0
    const verify = twilioVerify(account())
    await verify.send(phone)
    const code = fake.texts.at(-1)?.body ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await verify.check(phone, wrong)).toBe(false)
    expect(await verify.check(phone, code)).toBe(true)
    const service = `/v2/Services/${twilioAccount.serviceSid}`
    expect(fake.calls.map(({ path, fields }) => [path, fields])).toEqual([
      [`${service}/Verifications`, { To: phone, Channel: 'sms' }],
      [`${service}/VerificationCheck`, { To: phone, Code: wrong }],
      [`${service}/VerificationCheck`, { To: phone, Code: code }],
    ])
  })

  it('uses the status even if the older field contradicts it', async () => {
    const body = JSON.stringify({ status: 'pending', valid: true })
    fake.fail(phone, { answer: { status: 200, body }, done: false })
    expect(await twilioVerify(account()).check(phone, '012345')).toBe(false)
    fake.fail(phone, null)
  })

  it.each(['canceled', 'max_attempts_reached', 'deleted', 'failed', 'expired'])(
    'that is %s is not the code',
    async status => {
      fake.fail(phone, { answer: { status: 200, body: JSON.stringify({ status }) }, done: false })
      expect(await twilioVerify(account()).check(phone, '012345')).toBe(false)
      fake.fail(phone, null)
    },
  )

  it.each([
    [404, 20404],
    [429, 60202],
  ])('checked with %i %i has ended', async (status, code) => {
    fake.fail(phone, refusalBy(status, code))
    expect(await twilioVerify(account()).check(phone, '012345')).toBe(false)
    fake.fail(phone, null)
  })

  it.each<[string, Fault]>([
    ['nothing answers', { breaks: 'never answers', done: false }],
    ['the connection breaks', { breaks: 'before the answer', done: false }],
    ['Twilio fails', refusalBy(503, 20503)],
    ['the token is wrong', refusalBy(401, 20003)],
    ['calls are too many', refusalBy(429, 20429)],
    ['the answer is no JSON', { answer: { status: 200, body: 'approved' }, done: false }],
    ['the status is a new one', { answer: { status: 200, body: '{"status":"approved-ish"}' }, done: false }],
  ])('is neither right nor wrong when %s', async (_name, fault) => {
    fake.fail(phone, fault)
    const failure = await catchProviderFailure(twilioVerify(hasty()).check(phone, '012345'))
    expect(failure.userMessage).toBe('We could not check your code just now. Try it again in a minute.')
    fake.fail(phone, null)
  })

  it.each([
    [400, 60200, 'recipient', false, /cannot be texted/],
    [429, 60203, 'quota', true, /10 minutes/],
    [400, 60205, 'recipient', false, /landline/],
    [429, 60207, 'provider', true, /in a minute/],
    [403, 60238, 'recipient', false, /blocked/],
    [403, 60410, 'recipient', true, /tomorrow/],
    [403, 60605, 'recipient', false, /this region/],
  ])('refused with %i %i was not sent', async (status, code, reason, retryable, words) => {
    fake.fail(phone, refusalBy(status, code))
    const failure = await catchProviderFailure(twilioVerify(account()).send(phone))
    expect(failure).toMatchObject({ outcomeUnknown: false, reason, retryable, code: `twilio_${code}` })
    expect(failure.userMessage).toMatch(words)
    fake.fail(phone, null)
  })
})

it('every failure becomes one sentence for the user, and only an unknown outcome may have been sent', () => {
  const trouble = fc.record({
    kind: fc.constant('refused' as const),
    status: fc.integer({ min: 300, max: 599 }),
    code: fc.option(fc.integer({ min: 0, max: 99_999 })),
  })
  fc.assert(
    fc.property(trouble, given => {
      const failure = toSendFailure(given)
      expect(failure.userMessage).toMatch(/^[A-Z][^!]*\.$/)
      expect(failure.outcomeUnknown).toBe(given.status === 408 || given.status >= 500)
      const check = toCheckFailure(given)
      expect(check === false).toBe(given.code === 20404 || given.code === 60202)
    }),
  )
})

describe('the signature', () => {
  // The worked examples of Twilio's own documentation and client libraries.
  it.each([
    ['https://mycompany.com/myapp.php?foo=1&bar=2', '+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['https://example.com/myapp.php?foo=1&bar=2', '+14158675310', 'L/OH5YylLD5NRKLltdqwSvS0BnU='],
  ])('of the call to %s equals the one published by Twilio', (url, from, signature) => {
    const fields = {
      To: '+18005551212',
      From: from,
      Digits: '1234',
      CallSid: 'CA1234567890ABCDE',
      Caller: from,
    }
    expect(twilioSignature('12345', url, fields)).toBe(signature)
  })
})

describe('a text', () => {
  const url = 'https://app.fairfile.test/api/v1/webhooks/twilio'
  const read = twilioTexts({ authToken: 'token', url })
  const fields = { From: '+12135550143', To: '+12025550100', Body: 'Stop' }
  const signature = twilioSignature('token', url, fields)

  it('is read when the call is signed', () => {
    expect(read(fields, signature)).toEqual({ from: '+12135550143', body: 'Stop', answered: false })
  })

  it('is marked as answered when Twilio has replied', () => {
    const kept = { ...fields, OptOutType: 'STOP' }
    expect(read(kept, twilioSignature('token', url, kept))).toMatchObject({ answered: true })
  })

  it.each([
    ['no signature', fields, null],
    ['an empty signature', fields, ''],
    ['one of another length', fields, `${signature}=`],
    ['one with another token', fields, twilioSignature('other', url, fields)],
    ['one for another address', fields, twilioSignature('token', `${url}/`, fields)],
    ['a changed field', { ...fields, From: '+12135550144' }, signature],
    ['a field more', { ...fields, Extra: '' }, signature],
    ['a field less', { From: fields.From, Body: fields.Body }, signature],
  ])('is not read with %s', (_name, given, signed) => {
    expect(read(given, signed)).toBeNull()
  })
})

describe('a report on a text', () => {
  const url = 'https://app.fairfile.test/api/v1/webhooks/twilio/status'
  const read = twilioDeliveries({ authToken: 'token', url })
  const report = (MessageStatus: string, ErrorCode?: string) => {
    const fields = { MessageSid: 'SM1', To: phone, MessageStatus, ...(ErrorCode ? { ErrorCode } : {}) }
    return read('a-code', fields, twilioSignature('token', `${url}?of=a-code`, fields))
  }

  it.each([
    ['accepted', undefined, { kind: 'pending' }],
    ['queued', undefined, { kind: 'pending' }],
    ['sent', undefined, { kind: 'pending' }],
    ['delivered', undefined, { kind: 'done' }],
    ['undelivered', '30003', { kind: 'refused', code: 30_003 }],
    ['undelivered', '30004', { kind: 'refused', code: 30_004 }],
    ['undelivered', '30005', { kind: 'refused', code: 30_005 }],
    ['undelivered', '30006', { kind: 'refused', code: 30_006 }],
    ['undelivered', '30007', { kind: 'failed', code: 30_007 }],
    ['undelivered', '30034', { kind: 'failed', code: 30_034 }],
    ['failed', '30001', { kind: 'failed', code: 30_001 }],
    ['failed', undefined, { kind: 'failed', code: 30_008 }],
    ['failed', 'a word', { kind: 'failed', code: 30_008 }],
    ['canceled', undefined, { kind: 'failed', code: 30_008 }],
    ['of a new kind', undefined, { kind: 'pending' }],
  ])('of %s is %s', (status, error, delivery) => {
    expect(report(status, error)).toEqual(delivery)
  })

  it('is rejected without a valid signature of its URL, reference and fields', () => {
    const fields = { MessageStatus: 'undelivered', ErrorCode: '30006' }
    const signature = twilioSignature('token', `${url}?of=a-code`, fields)
    expect(read('a-code', fields, signature)).toMatchObject({ kind: 'refused' })
    expect(read('another', fields, signature)).toEqual({ kind: 'not_proven' })
    expect(read(null, fields, signature)).toEqual({ kind: 'not_proven' })
    expect(read('a-code', { ...fields, ErrorCode: '30034' }, signature)).toEqual({ kind: 'not_proven' })
    expect(read('a-code', fields, null)).toEqual({ kind: 'not_proven' })
    expect(read(null, fields, twilioSignature('token', url, fields))).toMatchObject({ kind: 'refused' })
  })
})
