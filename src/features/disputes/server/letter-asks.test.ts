import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute } from '#test/support/people/disputing.ts'
import type { Dispute } from '../dispute-contract.ts'
import { StoredLetter } from './stored-shapes.ts'
import { disputeLetters } from './tables.ts'

/** A letter's deadlines derive from what it asks for, which is data, and not from its wording. */

let app: TestApp
let maya: Tokens
let stolen: object
let documentIds: string[]
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  stolen = { ...(await findCollection(app, maya)), reason: 'identity_theft' }
  const upload = async (name: string, kind: string, seed: number) =>
    parseUploadedDocument(await uploadDocument(app, name, await plainPicture({ seed }), { as: maya, kind }))
      .id
  documentIds = [
    await upload('License', 'government_id', 31),
    await upload('Affidavit', 'identity_theft_report', 32),
  ]
})
afterAll(() => app.close())

const read = async (id: string) => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()

const mailAndDeliver = async ({ id }: Dispute) => {
  const sent = await app.send('POST', `/dispute/${id}/send-physical`, { as: maya, body: {} })
  if (sent.statusCode !== 200) throw new Error(sent.body)
  for (const { id: letterId } of (await read(id)).letters)
    await app.send('POST', `/sandbox/letters/${letterId}/events`, {
      from: '127.0.0.1',
      body: { event: 'delivered' },
    })
  return read(id)
}

const theftDispute = () => postDispute(app, maya, 'account', { items: [stolen], documentIds, repeat: true })

const kindsIn = ({ letters }: Dispute) =>
  letters.map(({ deadlines }) => deadlines.map(({ kind }) => kind).toSorted())
const expected = ['block', 'furnisher_notice', 'investigation', 'result_notice']

describe('a letter that asks for a block', () => {
  it('has its deadline', async () => {
    const dispute = await mailAndDeliver(await theftDispute())
    expect(kindsIn(dispute)).toEqual(dispute.letters.map(() => expected))
  })

  it('keeps its deadlines, however the user rewords it', async () => {
    const made = await theftDispute()
    const [letter] = made.letters
    if (!letter) throw new Error('there is no letter')
    const body = letter.body.replace(letter.editable, () => 'Please look into this again.')
    const reworded = await app.send('PATCH', `/dispute/letter/${letter.id}`, { as: maya, body: { body } })
    expect(reworded.statusCode).toBe(200)
    const dispute = await mailAndDeliver(made)
    expect(kindsIn(dispute)).toEqual(dispute.letters.map(() => expected))
  })

  it('has them even if it was stored before letters stored what they ask for', async () => {
    const made = await theftDispute()
    const { id: userId } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    const cipher = await app.keyring.cipherForUser(app.database.db, userId)
    for (const { id } of made.letters) {
      const place = { table: 'dispute_letters', column: 'content', row: id }
      const [row] = await app.database.db.select().from(disputeLetters).where(eq(disputeLetters.id, id))
      if (!row) throw new Error('there is no letter')
      const { asks, ...before } = StoredLetter.parse(JSON.parse(cipher.decrypt(place, row.content)))
      expect(asks).toEqual([{ kind: 'dispute' }, { kind: 'block' }])
      const content = cipher.encrypt(place, JSON.stringify(before))
      await app.database.db.update(disputeLetters).set({ content }).where(eq(disputeLetters.id, id))
    }
    const dispute = await mailAndDeliver(made)
    expect(kindsIn(dispute)).toEqual(dispute.letters.map(() => expected))
  })
})

it('text that sounds like a request for a block causes no deadline', async () => {
  const items = [await findCollection(app, maya)]
  const made = await postDispute(app, maya, 'account', { items, repeat: true })
  for (const { id, body, editable } of made.letters) {
    const more = `${editable}\n\nPlease block it under section 605B of the Act.`
    await app.send('PATCH', `/dispute/letter/${id}`, {
      as: maya,
      body: { body: body.replace(editable, () => more) },
    })
  }
  const dispute = await mailAndDeliver(made)
  expect(kindsIn(dispute).flat()).not.toContain('block')
})
