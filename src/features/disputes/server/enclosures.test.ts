import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let item: Awaited<ReturnType<typeof findCollection>>
const DAY_MS = 24 * 60 * 60_000

const upload = async (as: Tokens, name: string, kind?: string, seed = 1) =>
  parseUploadedDocument(
    await uploadDocument(app, name, await plainPicture({ seed }), { as, ...(kind ? { kind } : {}) }),
  ).id
const pictureOf = async (as: Tokens, id: string) =>
  (await app.send('GET', `/documents/${id}/download`, { as })).rawPayload
const pdfOf = async (as: Tokens, { id }: Dispute) =>
  (await app.send('GET', `/dispute/${id}/letters/pdf`, { as })).rawPayload
const holds = (pdf: Buffer, picture: Buffer) => pdf.includes(picture)
const ask = (documentIds: string[], path = '/dispute/account') =>
  app.send('POST', path, { as: maya, body: { items: [item], documentIds, repeat: true, attested: true } })

let license: string
let bill: string
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  item = await findCollection(app, maya)
  license = await upload(maya, 'Zanzibar license', 'government_id', 11)
  bill = await upload(maya, 'Zanzibar bill', 'proof_of_address', 12)
})
afterAll(() => app.close())

describe('documents enclosed in a dispute', () => {
  it('are listed in the letters in the chosen order, and no longer requested', async () => {
    const shown = (await ask([bill, license], '/dispute/account/preview')).json<Preview>()
    for (const { body, enclosures } of shown.letters) {
      expect(body).toContain('Enclosed: copy of proof of address; copy of government ID')
      expect(enclosures.join(' ')).not.toMatch(/government ID|utility bill/)
    }
    const dispute = (await ask([bill, license])).json<Dispute>()
    expect(dispute.enclosures).toEqual([
      { documentId: bill, name: 'Zanzibar bill', kind: 'proof_of_address' },
      { documentId: license, name: 'Zanzibar license', kind: 'government_id' },
    ])
  })

  it('are pages after every letter, byte for byte as uploaded', async () => {
    const dispute = (await ask([license, bill])).json<Dispute>()
    const pdf = await pdfOf(maya, dispute)
    const names = pdfLines(pdf).flatMap(lines => lines.filter(line => line.startsWith('Enclosure ')))
    const each = ['Enclosure 1 of 2: Zanzibar license', 'Enclosure 2 of 2: Zanzibar bill']
    expect(names).toEqual(dispute.letters.flatMap(() => each))
    for (const id of [license, bill]) expect(holds(pdf, await pictureOf(maya, id))).toBe(true)
    expect(Buffer.compare(pdf, await pdfOf(maya, dispute))).toBe(0)
  })

  it('stay in the letter after the document was permanently deleted, and are erased with the user', async () => {
    const person = await app.register()
    const document = await upload(person, 'Passport', 'government_id', 21)
    const picture = await pictureOf(person, document)
    const body = { action: 'place', bureaus: ['Equifax'], documentIds: [document] }
    const dispute = await postDispute(app, person, 'freeze', body)
    const before = await pdfOf(person, dispute)
    await app.send('DELETE', `/documents/${document}`, { as: person })
    app.pass(8 * DAY_MS)
    const as = await app.signIn(person.phoneNumber)
    for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
    const { rows } = await app.database.db.execute(sql`select id from documents where id = ${document}`)
    expect(rows).toEqual([])
    const after = await pdfOf(as, dispute)
    expect(Buffer.compare(after, before)).toBe(0)
    expect(holds(after, picture)).toBe(true)
    await app.database.db.execute(sql`delete from disputes where id = ${dispute.id}`)
    const files = async () =>
      (await app.database.db.execute<{ n: number }>(sql`select count(*)::int as n from stored_files`)).rows[0]
        ?.n
    const kept = (await files()) ?? 0
    for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
    expect(await files()).toBe(kept - 1)
    maya = await app.signIn('+12025550143')
  })

  it('keep the version and the name that were confirmed', async () => {
    const first = await upload(maya, 'Statement', undefined, 31)
    const dispute = (await ask([first])).json<Dispute>()
    const before = await pdfOf(maya, dispute)
    await upload(maya, 'Statement', undefined, 32)
    expect(Buffer.compare(await pdfOf(maya, dispute), before)).toBe(0)
  })

  it('are encrypted like everything else', async () => {
    await ask([license])
    expect(await storedText(app)).not.toContain('Zanzibar')
    expect(app.logged()).not.toContain('Zanzibar')
  })
})

describe('a dispute is refused, and nothing stored,', () => {
  const count = async () => (await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>().length

  it.each<[string, () => Promise<string[]>, unknown[]]>([
    [
      "with somebody else's document",
      async () => [await upload(await app.register(), 'Theirs')],
      [404, 'not_found', 'documentIds.0'],
    ],
    [
      'with a document that is not there',
      async () => [license, '0192f0c1-0000-7000-8000-00000000ffff'],
      [404, 'not_found', 'documentIds.1'],
    ],
    [
      'with a deleted document',
      async () => {
        const gone = await upload(maya, 'Gone')
        await app.send('DELETE', `/documents/${gone}`, { as: maya })
        return [gone]
      },
      [404, 'not_found', 'documentIds.0'],
    ],
    [
      'with one document twice',
      async () => [license, bill, license],
      [400, 'invalid_request', 'documentIds.2'],
    ],
    [
      'with more than ten',
      async () => Array<string>(11).fill(license),
      [400, 'invalid_request', 'documentIds'],
    ],
  ])('%s', async (_, ids, refusal) => {
    const documentIds = await ids()
    const before = await count()
    expect(readRefusal(await ask(documentIds))).toEqual(refusal)
    expect(readRefusal(await ask(documentIds, '/dispute/account/preview'))).toEqual(refusal)
    expect(await count()).toBe(before)
  })
})
