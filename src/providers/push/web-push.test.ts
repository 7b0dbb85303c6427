import { createECDH, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import webPush from 'web-push'
import type { HttpCall, HttpOutcome } from '../http-call.ts'
import { knownPushHosts } from './port.ts'
import { vapidPush } from './web-push.ts'

const keys = webPush.generateVAPIDKeys()
const browser = createECDH('prime256v1')
const to = {
  endpoint: 'https://wns2-by3p.notify.windows.com/w/?token=x',
  p256dh: browser.generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const answered = (status: number): HttpOutcome => ({
  kind: 'answer',
  status,
  headers: new Headers(),
  body: new Uint8Array(),
  text: '',
})
const pushTo = (outcome: HttpOutcome, calls: HttpCall[] = []) =>
  vapidPush({
    ...keys,
    subject: 'mailto:help@harborcredit.us',
    hosts: knownPushHosts,
    call: async call => {
      calls.push(call)
      return outcome
    },
  })

it('sends a text that only the browser can read, signed by our key', async () => {
  const calls: HttpCall[] = []
  expect(await pushTo(answered(201), calls).send(to, 'There is news.')).toBe('sent')
  expect(calls).toHaveLength(1)
  expect(calls[0]?.url.href).toBe(to.endpoint)
  expect(calls[0]?.headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Topic: 'news' })
  expect(calls[0]?.headers['Authorization']).toContain(`k=${keys.publicKey}`)
  expect(String(calls[0]?.body)).not.toContain('news')
})

it.each([
  [404, 'gone'],
  [410, 'gone'],
  [201, 'sent'],
])('treats %i as %s', async (status, outcome) => {
  expect(await pushTo(answered(status)).send(to, 'x')).toBe(outcome)
})

it.each([
  ['a push service that is busy', answered(429), true],
  ['one that is down', answered(503), true],
  ['one that cannot be reached', { kind: 'unsent' } as const, true],
  ['one that refuses our key', answered(403), false],
])('fails on %s', async (_, outcome, retryable) => {
  await expect(pushTo(outcome).send(to, 'x')).rejects.toMatchObject({ retryable })
})

it('calls no other host', async () => {
  const calls: HttpCall[] = []
  expect(await pushTo(answered(201), calls).send({ ...to, endpoint: 'https://evil.example/' }, 'x')).toBe(
    'gone',
  )
  expect(calls).toEqual([])
})

it('does not start with invalid keys', () => {
  const broken = { ...keys, privateKey: 'x', subject: 'mailto:a@b.c', hosts: [] }
  expect(() => vapidPush({ ...broken, call: async () => answered(201) })).toThrow()
})
