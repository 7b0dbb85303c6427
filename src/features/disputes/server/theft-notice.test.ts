import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let body: object
let papers: { documentIds: string[] }
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  const { accountId } = await findCollection(app, maya)
  body = {
    account: { accountId, bureau: 'TransUnion', asks: 'stop_reporting' },
    company: {
      name: 'Meridian Collections LLC',
      street: '77 Foundry Street',
      city: 'Reno',
      state: 'NV',
      postal: '89501',
      confirmed: true,
    },
  }
  const { id } = parseUploadedDocument(
    await uploadDocument(app, 'FTC report', await plainPicture({ seed: 3 }), {
      as: maya,
      kind: 'identity_theft_report',
    }),
  )
  papers = { documentIds: [id] }
})
afterAll(() => app.close())

it('is refused without the identity theft report, and nothing is created', async () => {
  const sent = { attested: true, ...body }
  const refused = await app.send('POST', '/dispute/theft-notice', { as: maya, body: sent })
  expect(readRefusal(refused)).toEqual([422, 'document_needed', 'documentIds'])
  expect((await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>()).not.toContainEqual(
    expect.objectContaining({ type: 'theft-notice' }),
  )
})

it('is created as previewed, mailed, answered, and visible to no one else', async () => {
  const input = { ...body, ...papers }
  const shown = (
    await app.send('POST', '/dispute/theft-notice/preview', { as: maya, body: input })
  ).json<Preview>()
  const made = await postDispute(app, maya, 'theft-notice', input)
  expect(made).toMatchObject({
    type: 'theft-notice',
    items: [{ type: 'theft-notice', reason: 'stop_reporting', bureaus: [], steps: [] }],
    letters: [
      {
        bureau: null,
        recipient: { kind: 'collector', name: 'Meridian Collections LLC' },
        body: shown.letters[0]?.body,
      },
    ],
  })
  const path = `/dispute/${made.id}`
  expect((await app.send('GET', path, { as: maya })).json()).toEqual(made)
  const other = await app.register()
  expect(readRefusal(await app.send('GET', path, { as: other }))).toEqual([404, 'not_found'])

  await app.send('POST', `${path}/send-physical`, { as: maya, body: {} })
  const mailed = await app.send('POST', `/sandbox/letters/${made.letters[0]?.id}/events`, {
    from: '127.0.0.1',
    body: { event: 'mailed' },
  })
  expect(mailed.statusCode).toBeLessThan(300)
  const [letter] = (await app.send('GET', path, { as: maya })).json<Dispute>().letters
  expect(letter).toMatchObject({
    deadlines: [],
    next: { title: 'On its way to Meridian Collections LLC' },
  })
  const answered = await app.send('PUT', `${path}/outcome`, {
    as: maya,
    body: {
      itemId: made.items[0]?.id,
      bureau: null,
      outcome: 'corrected',
      on: dayIn('America/New_York', app.now()),
    },
  })
  expect(answered.json<Dispute>().status).toBe('CLOSED')
})
