import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeVision, openFakeVision } from '#test/fakes/fake-vision.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { drawPdf } from '#test/support/files/drawn-pdf.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import type { AnswerLetterReading } from '../answers/answer-letter-contract.ts'
import type { Dispute } from '../dispute-contract.ts'

let vision: FakeVision
let app: TestApp
let maya: Tokens
let dispute: Dispute
let pages: string[]
beforeAll(async () => {
  vision = await openFakeVision()
  const env = { BUSINESS_TZ: 'UTC', GOOGLE_VISION_API_KEY: 'test-key', GOOGLE_VISION_BASE_URL: vision.url }
  app = await openApp({ demo: true, env })
  maya = await app.signIn('+12025550143')
  dispute = await postDispute(app, maya, 'account', { items: [await findCollection(app, maya)] })
  const pictures = await Promise.all([1, 2].map(seed => plainPicture({ seed })))
  const uploads = pictures.map((picture, at) => uploadDocument(app, `Page ${at}`, picture, { as: maya }))
  pages = (await Promise.all(uploads)).map(answer => parseUploadedDocument(answer).id)
})
afterAll(async () => {
  await app.close()
  await vision.close()
})
beforeEach(() => {
  vision.got.length = 0
  vision.answers(null)
})

const today = () => app.now().toISOString().slice(0, 10)

/** The account number in our letter to TransUnion. */
const numberInLetter = () =>
  /Account number: (\S+)/.exec(dispute.letters.find(({ bureau }) => bureau === 'TransUnion')?.body ?? '')?.[1]

const letter = (own: { head?: string; name?: string } = {}) => [
  own.head ?? 'TransUnion LLC',
  today(),
  own.name ?? 'Maya Brooks',
  'Our investigation is complete. The results are below.',
  `MERIDIAN COLLECTIONS # ${numberInLetter()}`,
  'INVESTIGATION RESULTS - INFORMATION DELETED',
]

const pdfOf = (lines: readonly string[]): Promise<Uint8Array> =>
  drawPdf(doc => {
    doc.font('Helvetica').fontSize(10)
    for (const [at, line] of lines.entries()) doc.text(line, 72, 72 + at * 20, { lineBreak: false })
  })

const path = (id = dispute.id) => `/dispute/${id}/answer-letter`
const sendPdf = async (lines: readonly string[], as: Tokens = maya) =>
  app.upload(path(), await pdfOf(lines), { as })
const sendPictures = (documentIds: readonly string[]) =>
  app.send('POST', path(), { as: maya, body: { documentIds } })

const deleted = (page: number) => ({
  kind: 'read',
  bureau: 'TransUnion',
  on: today(),
  notice: null,
  items: [
    {
      itemId: dispute.items[0]?.id,
      outcome: 'deleted',
      quotes: letter()
        .slice(4)
        .map(text => ({ page, text })),
    },
  ],
})

describe("a bureau's answer letter", () => {
  it('as a PDF yields proposals, and records nothing', async () => {
    const answer = await sendPdf(letter())
    expect([answer.statusCode, answer.json()]).toEqual([200, deleted(1)])
    expect(vision.got).toEqual([])
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>()).toEqual(dispute)
  })

  it('as pictures is read by the service, page by page', async () => {
    vision.shows(letter().slice(0, 4).join('\n'), letter().slice(4).join('\n'))
    expect((await sendPictures(pages)).json()).toEqual(deleted(2))
    expect(vision.got).toHaveLength(2)

    vision.answers({ status: 503, body: '' })
    expect(readRefusal(await sendPictures(pages))).toEqual([503, 'unavailable'])
  })

  it.each<[string, () => string[], string]>([
    ['of someone else', () => letter({ name: 'Nora Brooks' }), 'other_person'],
    ['of a bureau that was not asked', () => letter({ head: 'Experian' }), 'other_bureau'],
    ['of nobody known', () => letter({ head: 'Springfield Water' }), 'no_bureau'],
    ['without words', () => ['1', '2'], 'no_text'],
  ])('%s is not read, with a message', async (_, lines, reason) => {
    vision.shows(lines().join('\n'))
    const reading = (await sendPictures([pages[0] ?? ''])).json<AnswerLetterReading>()
    expect(reading).toMatchObject({ kind: 'unread', reason })
    expect(reading.kind === 'unread' && reading.message).toMatch(/\.$/)
  })

  it('that is damaged is not read, and a file that is not a PDF is refused', async () => {
    expect((await app.upload(path(), '%PDF-1.7 nothing', { as: maya })).json()).toMatchObject({
      kind: 'unread',
      reason: 'unreadable',
    })
    const refused = await app.upload(path(), '<html>', { as: maya })
    expect(readRefusal(refused).slice(0, 2)).toEqual([415, 'unsupported_type'])
    expect(readRefusal(await app.send('POST', path(), { as: maya, body: {} }))).toEqual([
      400,
      'invalid_request',
      'file',
    ])
  })

  it("is read only for its owner, and only from the owner's documents", async () => {
    const other = await app.register()
    expect(readRefusal(await sendPdf(letter(), other))).toEqual([404, 'not_found'])
    const document = await uploadDocument(app, 'Not hers', await plainPicture({ seed: 3 }), { as: other })
    const { id } = parseUploadedDocument(document)
    expect(readRefusal(await sendPictures([id]))).toEqual([404, 'not_found', 'documentIds'])
    expect(vision.got).toEqual([])
  })

  it('about a freeze is not read', async () => {
    const freeze = await postDispute(app, maya, 'freeze', { action: 'place', bureaus: ['TransUnion'] })
    const answer = await app.upload(path(freeze.id), await pdfOf(letter()), { as: maya })
    expect(answer.json()).toMatchObject({ kind: 'unread', reason: 'not_read' })
  })
})
