import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import webPush from 'web-push'
import { pushSubscriptions } from '#features/identity/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const env = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:help@harborcredit.us',
}

let app: TestApp
let stranger: Tokens
beforeAll(async () => {
  app = await openApp({ env })
  stranger = await app.register()
})
afterAll(() => app.close())

const browser = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: randomBytes(65).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const start = (as: Tokens, body: object) => app.send('PUT', '/alerts/notices/push', { as, body })
const notices = async (as: Tokens) =>
  (await app.send('GET', '/alerts/notices', { as })).json<{ push: { publicKey: string; on: boolean } }>()
const subscriptions = () => app.database.db.$count(pushSubscriptions)

it.each([
  ['an address of this machine', 'https://127.0.0.1/'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest'],
  ['plain HTTP', 'http://fcm.googleapis.com/fcm/send/x'],
  ['another port', 'https://fcm.googleapis.com:8443/x'],
  ['a name that only ends like a push service', 'https://notfcm.googleapis.com/x'],
  ['a push service as the user of an address', 'https://fcm.googleapis.com@evil.example/x'],
  ['a name below one that has none', 'https://x.fcm.googleapis.com/x'],
])('refuses %s', async (_, endpoint) => {
  const refused = await start(stranger, { ...browser('x'), endpoint, isNew: true })
  expect(refused.statusCode).toBe(400)
  expect(await subscriptions()).toBe(0)
})

it('notifies the browser of a session until notifications are switched off or the user signs out', async () => {
  const person = await app.register()
  expect(await notices(person)).toEqual({ weekly: false, push: { publicKey, on: false } })
  expect((await start(person, { ...browser('one'), isNew: true })).json()).toEqual({ on: true })
  expect((await notices(person)).push.on).toBe(true)
  expect((await app.send('DELETE', '/alerts/notices/push', { as: person })).statusCode).toBe(200)
  expect((await notices(person)).push.on).toBe(false)

  await start(person, { ...browser('one'), isNew: true })
  await app.send('POST', '/auth/logout', { as: person, body: {} })
  expect(await subscriptions()).toBe(0)
})

it('continues for the same user after the next sign-in, and for no one else', async () => {
  const person = await app.register()
  const other = await app.register()
  const one = browser('two')
  await start(person, { ...one, isNew: true })
  const again = await app.signIn(person.phoneNumber)
  expect((await start(again, { ...one, isNew: false })).json()).toEqual({ on: true })
  expect((await notices(person)).push.on).toBe(false)
  expect((await notices(again)).push.on).toBe(true)
  expect((await start(other, { ...one, isNew: false })).json()).toEqual({ on: false })
  expect((await notices(again)).push.on).toBe(false)
})
