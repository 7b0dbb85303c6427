import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'

/** What users and staff receive under an operator's name. */

const folder = mkdtempSync(join(tmpdir(), 'fairfile-face-'))
let app: TestApp
beforeAll(async () => {
  const settings = {
    preset: 'household',
    name: 'Harbor Credit Help',
    postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
    support: { email: 'help@harborcredit.us' },
    senderName: 'Harbor Credit',
  }
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(settings))
  app = await openApp({ env: { OPERATOR_DIR: folder } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

type Sent = { channel: string; to: string; subject: string | null; body: string }

const outbox = async () =>
  (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{ items: Sent[] }>().items

describe('an operator', () => {
  it('is the sender of texts and emails, which end with its address', async () => {
    const person = await app.register({ email: 'face@mail.example' })
    await app.send('POST', '/user/email/code', { as: person })
    app.pass(31_000)
    await app.send('PATCH', '/user/profile', { as: person, body: { email: 'other@mail.example' } })
    expect((await app.send('DELETE', '/user', { as: person })).statusCode).toBe(200)
    await app.work()
    const sent = await outbox()
    const texts = sent.filter(({ channel }) => channel === 'sms')
    expect(texts.map(({ body }) => body.split(':')[0])).toEqual(texts.map(() => 'Harbor Credit code'))
    const emails = sent.filter(({ channel }) => channel === 'email')
    expect(emails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Your Harbor Credit Help code',
        'Your Harbor Credit Help contact details were changed',
        'Your Harbor Credit Help account will be deleted',
      ]),
    )
    for (const { body } of emails)
      expect(body).toMatch(/\n-- \nHarbor Credit Help\n4 Quay Road\nPortland, ME 04101\n$/)
    expect(JSON.stringify(sent)).not.toContain('Fairfile')
  })

  it('is in the title of the OpenAPI document', async () => {
    const answer = await app.send('GET', '/openapi.json')
    expect(answer.json<{ info: { title: string } }>().info.title).toBe('Harbor Credit Help')
  })

  it('is the issuer in authenticator apps, and in the name of exports', async () => {
    const person = await app.register()
    const { uri } = (await app.send('POST', '/user/totp/start', { as: person })).json<{ uri: string }>()
    expect(decodeURIComponent(uri)).toContain('issuer=Harbor Credit Help')
    const answer = await app.send('GET', '/user/export', { as: person })
    expect(answer.headers['content-disposition']).toContain('harbor-credit-help-data-')
  })
})
