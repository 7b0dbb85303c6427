import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { uploadDocument } from '#test/support/files/uploads.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { findCollection, postDispute } from '#test/support/people/disputing.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { dayIn } from '#values/dates.ts'
import type { Step } from '../steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const stepsOf = (answer: Awaited<ReturnType<TestApp['send']>>) =>
  answer.json<{ steps: Step[] }>().steps.map(({ id, state }) => `${id} ${state}`)
const read = async (as: Tokens) => stepsOf(await app.send('GET', '/user/checklist', { as }))
const note = (as: Tokens, event: string) => app.send('POST', '/user/checklist', { as, body: { event } })

it('follows what is stored, from registration to the first answer', async () => {
  const person = await app.register()
  expect(await read(person)).toEqual([
    'report todo',
    'review later',
    'proofs todo',
    'letter later',
    'answer later',
  ])
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  expect(stepsOf(await note(person, 'reviewed')).slice(0, 2)).toEqual(['report done', 'review done'])

  for (const [kind, seed] of [
    ['government_id', 1],
    ['proof_of_address', 2],
  ] as const)
    await uploadDocument(app, kind, await plainPicture({ seed }), { as: person, kind })
  expect((await read(person))[2]).toBe('proofs done')

  const item = await findCollection(app, person)
  const dispute = await postDispute(app, person, 'account', { items: [item] })
  expect((await read(person)).slice(3)).toEqual(['letter done', 'answer todo'])
  await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: person })
  await app.work()
  expect((await read(person)).slice(3)).toEqual(['letter done', 'answer waiting'])

  const on = dayIn('America/New_York', app.now())
  const answer = { itemId: dispute.items[0]?.id, bureau: item.bureaus[0], outcome: 'verified', on }
  expect(
    (await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: person, body: answer })).statusCode,
  ).toBe(200)
  expect(await read(person)).toEqual([])
})

it('has the identity first for users who agreed to pulls, and shows an open pull', async () => {
  const agreed = await app.register({ consents: { reportAccess: true }, ssn: '215450009' })
  expect((await read(agreed))[0]).toMatch(/^identity (todo|waiting)$/)
  const confirmed = await registerConsentingUser(app)
  expect((await read(confirmed)).slice(0, 2)).toEqual(['identity done', 'report waiting'])
})

it('stays hidden once it is hidden', async () => {
  const person = await app.register()
  expect(stepsOf(await note(person, 'hidden'))).toEqual([])
  app.pass(1_000)
  await note(person, 'reviewed')
  expect(await read(person)).toEqual([])
})
