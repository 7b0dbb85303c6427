import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfDictionaries, pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Complaint, Dispute } from '../dispute-contract.ts'

const DAY = 86_400_000

let app: TestApp
let maya: Tokens
let dispute: Dispute
beforeAll(async () => {
  app = await openApp({ demo: true, env: { BUSINESS_TZ: 'UTC' } })
  maya = await app.signIn('+12025550143')
  const item = { ...(await findCollection(app, maya)), explanation: 'I never had an account there.' }
  dispute = await postDispute(app, maya, 'account', { items: [item], repeat: true })
})
afterAll(() => app.close())

const read = async (as: Tokens = maya) =>
  (await app.send('GET', `/dispute/${dispute.id}/complaint`, { as })).json<Complaint>()
const pdf = (bureau = 'TransUnion', as: Tokens = maya) =>
  app.send('GET', `/dispute/${dispute.id}/complaint/${bureau}/pdf`, { as })
const today = (days = 0) => new Date(app.now().getTime() + days * DAY).toISOString().slice(0, 10)

it('is available from the first day the form’s law allows, with the recorded enclosures', async () => {
  for (const { state, available, summary } of (await read()).bureaus)
    expect([state, available, summary]).toEqual(['not_mailed', false, null])
  expect(readRefusal(await pdf())).toEqual([409, 'step_not_open'])
  expect((await pdf()).json<{ message: string }>().message).toContain('No letter to TransUnion was mailed')

  await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: maya, body: {} })
  const mailed = (await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>()
  for (const { id } of mailed.letters)
    await app.send('POST', `/sandbox/letters/${id}/events`, {
      from: '127.0.0.1',
      body: { event: 'delivered' },
    })
  const [waiting] = (await read()).bureaus
  expect(waiting).toMatchObject({ state: 'waiting', opensOn: today(46), estimated: false, summary: null })

  const answeredOn = today()
  const documentId = parseUploadedDocument(
    await uploadDocument(app, 'Reply', await plainPicture({ seed: 3 }), { as: maya, kind: 'bureau_reply' }),
  ).id
  const itemId = dispute.items[0]?.id
  const note = { itemId, bureau: 'TransUnion', outcome: 'verified', on: answeredOn, documentId }
  await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: maya, body: note })
  const [ended, ...others] = (await read()).bureaus
  expect(ended).toMatchObject({ bureau: 'TransUnion', state: 'ended', available: true })
  expect(others.map(({ available }) => available)).toEqual(others.map(() => false))
  expect(ended?.enclosures).toEqual([
    expect.stringMatching(/^My letter to TransUnion of /),
    expect.stringMatching(/^Record of mailing of my letter to TransUnion of /),
    expect.stringMatching(/^Answer of TransUnion of /),
  ])

  const made = await pdf()
  expect(made.headers['content-type']).toBe('application/pdf')
  const pages = pdfLines(made.rawPayload).map(lines => lines.join(' '))
  const [front = '', ...behind] = pages
  for (const line of ended?.summary?.split('\n').filter(Boolean) ?? ['no summary'])
    expect(front.replaceAll(/\s+/g, ' ')).toContain(line.replace(/^- /, '• '))
  for (const name of ended?.enclosures ?? []) expect(front).toContain(name)
  expect(behind.some(text => text.includes('I dispute the account below'))).toBe(true)
  expect(behind.some(text => text.includes('Regular mail') && text.includes('Delivered'))).toBe(true)
  expect(behind.at(-1)).toContain('Reply')
  for (const text of pages) expect(text).toMatch(/Sandbox (complaint|letter), do not/)
  const contents = pdfDictionaries(made.rawPayload)
  expect(contents).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(contents).toContain('(Complaint about TransUnion)')
})

it('of another bureau is available 45 days after its letter was delivered, without an answer', async () => {
  app.pass(46 * DAY)
  maya = await app.signIn('+12025550143')
  const other = (await read()).bureaus.find(({ bureau }) => bureau !== 'TransUnion')
  expect(other).toMatchObject({ state: 'time_passed', available: true })
  expect(other?.summary).toContain('My records show no answer about')
})

it('can be read by the owner and by staff, which is audited, and by no one else', async () => {
  const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
  const reader = await startImpersonation(app, id, null)
  expect((await read(reader)).bureaus).toEqual((await read()).bureaus)
  expect((await pdf('TransUnion', reader)).statusCode).toBe(200)
  const { rows } = await app.database.db.execute(
    sql`select act from audit_events where act = 'complaint_read'`,
  )
  expect(rows.length).toBeGreaterThan(2)
  const stranger = await app.register()
  expect(readRefusal(await pdf('TransUnion', stranger))).toEqual([404, 'not_found'])
})

it('is available only for disputes of items', async () => {
  const freeze = await postDispute(app, maya, 'freeze', { action: 'place', bureaus: ['Equifax'] })
  const answer = await app.send('GET', `/dispute/${freeze.id}/complaint`, { as: maya })
  expect(answer.json<Complaint>()).toEqual({ disputeId: freeze.id, bureaus: [] })
  const paper = await app.send('GET', `/dispute/${freeze.id}/complaint/Equifax/pdf`, { as: maya })
  expect(readRefusal(paper)).toEqual([404, 'not_found'])
})
