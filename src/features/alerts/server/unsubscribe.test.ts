import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consents } from '#features/identity/server/tables.ts'
import { beforeTheft, type Theft, type Victim } from '#test/support/reports/theft.ts'
import { createUnsubscribeToken } from './weekly-email.ts'

let theft: Theft
let app: Theft['app']
beforeAll(async () => {
  theft = await beforeTheft()
  ;({ app } = theft)
})
afterAll(() => app.close())

const noticesTo = (person: Victim) => theft.noticesTo(person)
const emailConsents = ({ userId }: Victim) =>
  app.database.db
    .select({ given: consents.given, via: consents.via })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, 'email')))
    .orderBy(consents.at)

describe('unsubscribing', () => {
  const tokenIn = async (person: Victim) =>
    /\/unsubscribe\?token=([\w-]+)$/.exec((await noticesTo(person))[0]?.body ?? '')?.[1] ?? ''
  const oneClick = (token: string, type: string, payload: string) =>
    app.app.http.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': type },
      payload,
    })
  let person: Victim
  let token: string
  beforeAll(async () => {
    person = await theft.victim({ emails: true })
    theft.happens()
    await theft.refresh(person)
    token = await tokenIn(person)
  })
  const agree = async () => {
    const as = await app.signIn(person.phoneNumber)
    app.pass(1_000)
    await app.send('POST', '/user/consents', { as, body: { kind: 'email', given: true } })
    app.pass(1_000)
  }

  it('is not triggered by opening the address, as scanners do', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      await app.app.http.inject({
        method,
        url: `/unsubscribe?token=${token}`,
        headers: { accept: 'text/html' },
      })
    expect(await emailConsents(person)).toEqual([{ given: true, via: null }])
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is done without confirmation for a mail program that posts %s', async (type, payload) => {
    await agree()
    for (let times = 0; times < 2; times += 1) {
      const answer = await oneClick(token, type, payload)
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    }
    expect((await emailConsents(person)).at(-1)).toEqual({ given: false, via: 'unsubscribe_link' })
    expect((await emailConsents(person)).at(-2)).toEqual({ given: true, via: null })
  })

  it('is done by the button of the page, and ends the emails', async () => {
    const own = await theft.victim({ emails: true })
    const stopped = await app.send('POST', '/alerts/unsubscribe', {
      body: { token: createUnsubscribeToken(app.keyring, own.userId) },
    })
    expect(stopped.json()).toEqual({ success: true })
    const as = await app.signIn(own.phoneNumber)
    const { data } = (await app.send('GET', '/user/consents', { as })).json<{
      data: { kind: string; given: boolean }[]
    }>()
    expect(data.find(({ kind }) => kind === 'email')).toMatchObject({ given: false })
    theft.happens()
    await theft.refresh(own)
    expect(await noticesTo(own)).toEqual([])
  })

  it('is refused without a valid token, and does not reveal who exists', async () => {
    const gone = createUnsubscribeToken(app.keyring, '0192f0c1-0000-7000-8000-0000000000ff')
    expect((await app.send('POST', '/alerts/unsubscribe', { body: { token: gone } })).json()).toEqual({
      success: true,
    })
    for (const forged of [
      '',
      'abc',
      `${token.slice(0, -3)}AAA`,
      app.keyring.mac('texted code', 'x').toString('base64url'),
    ]) {
      const answer = await app.send('POST', '/alerts/unsubscribe', { body: { token: forged } })
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }])
    }
    expect((await oneClick('abc', 'application/x-www-form-urlencoded', 'a=1')).statusCode).toBe(404)
    expect((await oneClick(token, 'application/json', '{}')).statusCode).toBe(415)
  })
})
