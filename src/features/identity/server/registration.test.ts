import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { confirmUser } from '#test/support/people/consenting-user.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { Registration } from '../contract.ts'
import { parseRegistration } from '../registration-rules.ts'
import { createUser } from './store.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'
const codeOf = (answer: { json: () => { code: string } }) => answer.json().code

describe('registering', () => {
  it('creates a user on the free plan who is not enrolled without consent', async () => {
    const person = await app.register()
    const info = await app.send('GET', '/user/info', { as: person })
    expect(info.json()).toMatchObject({
      subscription: false,
      maxPlanEnabled: false,
      enrolled: false,
      skippedVerification: true,
    })
    expect(info.json<{ ssn: string }>().ssn).toMatch(/^XXX-XX-\d{4}$/)
  })

  it('enrols with consent to the report', async () => {
    const phoneNumber = '+12135557006'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const body = {
      ...registrationBody(phoneNumber, '213-44-7006'),
      smsCode: await app.codeFor(phoneNumber),
      consents: { reportAccess: true, terms: true },
    }
    expect((await app.send('POST', '/auth/register', { body })).json()).toMatchObject({
      user: { enrolled: true },
    })
  })

  it('stores only the consents that were requested', async () => {
    const asked = await app.register({ consents: { reportAccess: false, terms: true } })
    const { data } = (await app.send('GET', '/user/consents', { as: asked })).json<{
      data: { kind: string; at: string | null }[]
    }>()
    expect(data.filter(({ at }) => at !== null).map(({ kind }) => kind)).toEqual(['reportAccess', 'terms'])
  })

  it('requires the right code before it reveals that a phone is taken', async () => {
    const body = { ...registrationBody(maya, '213-44-7007'), smsCode: '000000' }
    expect(codeOf(await app.send('POST', '/auth/register', { body }))).toBe('wrong_code')
    app.pass(10 * MINUTE)
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: maya } })
    const taken = await app.send('POST', '/auth/register', {
      body: { ...body, smsCode: await app.codeFor(maya) },
    })
    expect([taken.statusCode, taken.json()]).toMatchObject([
      409,
      { code: 'phone_taken', message: 'This phone number already has an account. Sign in instead.' },
    ])
  })

  it('refuses a second account for the SSN of a confirmed user, stores nothing, and leaves the code usable', async () => {
    const { ssn, userId } = await app.register()
    await confirmUser(app, userId)
    const phoneNumber = '+12135557008'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const smsCode = await app.codeFor(phoneNumber)
    const refused = await app.send('POST', '/auth/register', {
      body: { ...registrationBody(phoneNumber, ssn), smsCode },
    })
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'cannot_verify'])
    const mended = await app.send('POST', '/auth/register', {
      body: { ...registrationBody(phoneNumber, '213-44-7008'), smsCode },
    })
    expect(mended.statusCode).toBe(201)
  })

  it('accepts a name without letters', async () => {
    const person = await app.register({ firstName: '-', lastName: '.' })
    const info = await app.send('GET', '/user/info', { as: person })
    expect(info.json()).toMatchObject({ firstName: '-', lastName: '.' })
  })

  it('returns a message for every wrong field and refuses unknown fields', async () => {
    const body = {
      ...registrationBody('+12135557009', '213-44-7009'),
      state: 'ZZ',
      zip: '1',
      subscription: true,
      smsCode: '12',
    }
    const { fields } = (await app.send('POST', '/auth/register', { body })).json<{
      fields: Record<string, string>
    }>()
    expect(fields).toEqual({
      state: 'Choose a state',
      zip: 'Enter a ZIP code, like 12345 or 12345-6789',
      smsCode: 'Enter the 6 digits of your code',
      subscription: 'This field is not known here',
    })
  })

  it('creates one user when sent twice with one key', async () => {
    const phoneNumber = '+12135557010'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const body = { ...registrationBody(phoneNumber, '213-44-7010'), smsCode: await app.codeFor(phoneNumber) }
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const [first, again] = [
      await app.send('POST', '/auth/register', { body, headers }),
      await app.send('POST', '/auth/register', { body, headers }),
    ]
    expect(again.statusCode).toBe(201)
    expect(again.json<{ user: { id: string } }>().user.id).toBe(
      first.json<{ user: { id: string } }>().user.id,
    )
    const other = await app.send('POST', '/auth/register', { body: { ...body, city: 'Peoria' }, headers })
    expect(codeOf(other)).toBe('idempotency_mismatch')
    app.pass(5 * MINUTE + 1)
    const late = await app.send('POST', '/auth/register', { body, headers })
    expect([late.statusCode, codeOf(late)]).toEqual([401, 'wrong_code'])
  })

  it('creates one user when sent many times concurrently with one key, with the same reply', async () => {
    const phoneNumber = '+12135557012'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const body = { ...registrationBody(phoneNumber, '213-44-7012'), smsCode: await app.codeFor(phoneNumber) }
    const headers = { 'idempotency-key': 'all-at-once' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.send('POST', '/auth/register', { body, headers })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(answer => answer.json<{ user: { id: string } }>().user.id)).size).toBe(1)
  })

  it('limits how many Social Security numbers one phone can try', async () => {
    const { ssn, userId } = await app.register()
    await confirmUser(app, userId)
    const phoneNumber = '+12135557013'
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const body = { ...registrationBody(phoneNumber, ssn), smsCode: await app.codeFor(phoneNumber) }
    const codes: string[] = []
    for (let tried = 0; tried <= 30; tried++)
      codes.push(codeOf(await app.send('POST', '/auth/register', { body })))
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('cannot_verify'))
    expect(codes[30]).toBe('rate_limited')
  })
})

it('a user without a birth date can use the product, and no bureau is called', async () => {
  const phoneNumber = '+12135557090'
  const given = registrationBody(phoneNumber, '213-44-7090')
  const userId = newId()
  await createUser(app.database.db, app.keyring, {
    id: userId,
    profile: {
      ...parseRegistration(Registration.parse({ ...given, smsCode: '000000' }), phoneNumber, '2026-11-20')
        .profile,
      birthDate: null,
    },
    ssn: '213447090',
    plan: 'free',
    enrolled: true,
    createdAt: app.now(),
  })
  await confirmUser(app, userId)
  const as = await app.signIn(phoneNumber)
  expect((await app.send('GET', '/user/info', { as })).json()).toMatchObject({ birthDate: null })
  const imported = await app.upload('/credit/reports/import', mayasDocument, { as })
  expect(imported.statusCode).toBe(201)
  expect((await app.send('GET', '/credit/findings', { as })).statusCode).toBe(200)
  const preview = await app.send('POST', '/dispute/freeze/preview', {
    as,
    body: { action: 'place', bureaus: ['TransUnion'], attested: true },
  })
  expect(preview.statusCode).toBe(200)
  expect(preview.body).not.toContain('Date of birth')
  const admin = await newManager(app, 'admin')
  await app.send('POST', `/admin/refresh-reports/${userId}`, { as: admin })
  await app.work()
  expect((await app.send('GET', '/credit/analytics', { as })).body).toContain('need your birth date')
})
