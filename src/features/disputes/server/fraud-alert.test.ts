import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let report: string
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  report = parseUploadedDocument(
    await uploadDocument(app, 'FTC report', await plainPicture({ seed: 3 }), {
      as: maya,
      kind: 'identity_theft_report',
    }),
  ).id
})
afterAll(() => app.close())

const create = (as: Tokens, body: object) =>
  app.send('POST', '/dispute/fraud-alert', { as, body: { attested: true, ...body } })

it('is one letter to the chosen bureau, created as previewed and readable unchanged', async () => {
  const body = {
    alert: 'extended',
    bureau: 'Experian',
    givePhone: true,
    askFile: true,
    documentIds: [report],
  }
  const shown = await app.send('POST', '/dispute/fraud-alert/preview', { as: maya, body })
  const dispute = await postDispute(app, maya, 'fraud-alert', body)
  expect(dispute).toMatchObject({
    type: 'fraud-alert',
    title: 'Extended fraud alert',
    items: [
      { type: 'fraud-alert', reason: 'extended', givesPhone: true, asksFile: true, bureaus: ['Experian'] },
    ],
    letters: [{ bureau: 'Experian', deadlines: [] }],
    enclosures: [{ documentId: report }],
  })
  const { letters, warnings } = shown.json<Preview>()
  expect(letters.map(letter => letter.body)).toEqual(dispute.letters.map(letter => letter.body))
  expect(warnings.map(({ code }) => code)).toEqual(['no_identification'])
  expect(dispute.letters[0]?.body).toContain('(202) 555-0143')
  expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json()).toEqual(dispute)
})

it('is available on every plan without a report, and may be requested again', async () => {
  const person = await app.register()
  for (let n = 0; n < 2; n += 1) {
    const { letters } = await postDispute(app, person, 'fraud-alert', { alert: 'initial', bureau: 'Equifax' })
    expect(letters.map(({ bureau, mark }) => [bureau, mark])).toEqual([['Equifax', null]])
  }
})

it.each([
  [{ alert: 'extended', bureau: 'Experian' }, [422, 'document_needed', 'documentIds']],
  [{ alert: 'active_duty', bureau: 'Experian', askFile: true }, [400, 'invalid_request', 'askFile']],
  [{ alert: 'initial' }, [400, 'invalid_request', 'bureau']],
  [{ alert: 'initial', bureau: 'Experian', attested: false }, [422, 'not_attested']],
])('refuses %j and creates nothing', async (body, refused) => {
  const before = (await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>().length
  expect(readRefusal(await create(maya, body))).toEqual(refused)
  expect((await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>()).toHaveLength(before)
})

it('waits for the client if a manager creates it', async () => {
  const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
  const manager = await startImpersonation(app, id, 'The client asked us to write.')
  const made = (await create(manager, { alert: 'initial', bureau: 'TransUnion' })).json<Dispute>()
  expect(made.awaitingAttestation).toBe(true)
  const pdf = await app.send('GET', `/dispute/${made.id}/letters/pdf`, { as: maya })
  expect(readRefusal(pdf)).toEqual([409, 'attestation_needed'])
})
