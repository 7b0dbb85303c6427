import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'

/** The daily budget of texts, tested through the whole server. */

const CAP = 6
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
beforeAll(async () => {
  // Noon in New York, where the budget resets at midnight.
  app = await openApp({ env: { SMS_DAILY_CAP: String(CAP) }, openedAt: new Date('2026-03-02T17:00:00Z') })
})
afterAll(() => app.close())

const ask = (phoneNumber: string) => app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
const textsTo = async (phone: string) => {
  await app.app.waitForBackground()
  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { to: string }[]
  }>()
  return items.filter(({ to }) => to === phone).length
}

it('is exact for concurrent requests; beyond it only numbers with an account are texted, and no reply shows which', async () => {
  const person = await app.register()
  app.pass(6 * MINUTE)
  const strangers = Array.from({ length: CAP + 4 }, (_one, n) => `+1213555${7300 + n}`)
  const answers = await Promise.all(strangers.map(ask))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(CAP + 4).fill(200))
  expect(app.logged().match(/the cap of texts is reached/g)).toHaveLength(1)
  const texted = await Promise.all(strangers.map(textsTo))
  expect(texted.reduce((sum, texts) => sum + texts, 0)).toBe(CAP - 1)

  const [known, unknown] = [await ask(person.phoneNumber), await ask('+12135557390')]
  const { message, ...rest } = known.json<{ message: string }>()
  expect(rest).toEqual({ success: true, expiresInSeconds: 300, resendInSeconds: 30 })
  expect(message).toMatch(/If this number has an account, its code is on its way/)
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  expect(await textsTo('+12135557390')).toBe(0)
  expect(await textsTo(person.phoneNumber)).toBe(2)
  const code = await app.codeFor(person.phoneNumber)
  const signedIn = await app.send('POST', '/auth/login', { body: { phoneNumber: person.phoneNumber, code } })
  expect(signedIn.statusCode).toBe(200)
})

it('does not reveal accounts through waits', async () => {
  app.pass(25 * HOUR)
  const { phoneNumber: failing } = await app.register()
  app.pass(6 * MINUTE)
  for (let n = 0; n < CAP; n += 1) await ask(`+1213555${7400 + n}`)
  await ask(failing)
  await ask('+12135557490')
  await app.app.waitForBackground()
  const [known, unknown] = [await ask(failing), await ask('+12135557490')]
  expect([known.statusCode, known.json<{ code: string }>().code]).toEqual([429, 'too_many_tries'])
  expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([
    known.statusCode,
    known.headers['retry-after'],
  ])
})

it('resets the next day', async () => {
  app.pass(25 * HOUR)
  expect((await ask('+12135557500')).json()).toEqual({
    success: true,
    expiresInSeconds: 300,
    resendInSeconds: 30,
  })
  expect(await textsTo('+12135557500')).toBe(1)
})
