import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { danielsDocument, mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { AccountDispute } from '../dispute-requests.ts'

let app: TestApp
let maya: Tokens
let collection: { id: string; name: string; bureaus: string[] }

const accountsOf = async (as: Tokens) => {
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
  return fullReport?.accountInformation ?? []
}

beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  const rows = (await accountsOf(maya)).filter(row => row.isCollection)
  const [first] = rows
  if (!first) throw new Error('Maya has no collection')
  const bureaus = rows.filter(row => row.id === first.id).map(row => row.bureau)
  collection = { id: first.id, name: first.creditorName, bureaus }
})
afterAll(() => app.close())

const asked = (own: object = {}) => ({
  items: [
    {
      accountId: collection.id,
      bureaus: collection.bureaus,
      reason: 'not_mine',
      explanation: 'I never met them.',
    },
  ],
  attested: true,
  repeat: true,
  ...own,
})

const create = async (body: object = asked(), headers = {}) =>
  app.send('POST', '/dispute/account', { as: maya, body, headers })

const disputeCount = async () => {
  const { rows } = await app.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from disputes`,
  )
  return rows[0]?.count
}

describe('an account dispute', () => {
  it('is previewed without being stored', async () => {
    const before = await disputeCount()
    const answer = await app.send('POST', '/dispute/account/preview', {
      as: maya,
      body: asked({ attested: undefined }),
    })
    const { letters } = answer.json<{ letters: { bureau: string; body: string; enclosures: string[] }[] }>()
    expect(letters.map(({ bureau }) => bureau)).toEqual(collection.bureaus)
    for (const { body, enclosures } of letters) {
      expect(body).toContain('Sandbox letter, do not mail')
      expect(body).toContain('In my own words: “I never met them.”')
      expect(enclosures).toHaveLength(2)
    }
    expect(await disputeCount()).toBe(before)
  })

  it('is created as previewed, and listed newest first', async () => {
    const { letters: previewed } = (
      await app.send('POST', '/dispute/account/preview', { as: maya, body: asked() })
    ).json<{
      letters: { body: string }[]
    }>()
    const older = (await create()).json<Dispute>()
    app.pass(1_000)
    const answer = await create(asked({ title: 'My collection' }))
    const dispute = answer.json<Dispute>()
    expect(answer.statusCode).toBe(201)
    expect(dispute).toMatchObject({
      type: 'account',
      title: 'My collection',
      status: 'NEW',
      items: [
        {
          accountId: collection.id,
          creditorName: collection.name,
          bureaus: collection.bureaus,
          reason: 'not_mine',
          explanation: 'I never met them.',
          outcomes: Object.fromEntries(collection.bureaus.map(bureau => [bureau, null])),
        },
      ],
    })
    expect(older.title).toBe(collection.name)
    expect(dispute.letters.map(({ body }) => body)).toEqual(previewed.map(({ body }) => body))
    expect(dispute.letters.every(letter => letter.lobStatus === null && letter.lobLetterId === null)).toBe(
      true,
    )
    const list = (await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>()
    expect(list.slice(0, 2)).toEqual([dispute, older])
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json()).toEqual(dispute)
  })

  it('is created once per key', async () => {
    const headers = { 'idempotency-key': 'dispute-once' }
    const [first, second] = [await create(asked(), headers), await create(asked(), headers)]
    expect(second.json<Dispute>()).toEqual(first.json<Dispute>())
    const other = await create(asked({ title: 'Other' }), headers)
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('stores no personal data unencrypted', async () => {
    const secret = 'Zanzibar-Quetzal-explanation'
    await create(
      asked({ title: 'Zanzibar-Quetzal-title', items: [{ ...asked().items[0], explanation: secret }] }),
    )
    expect(await storedText(app)).not.toMatch(/Zanzibar|Meridian/i)
    expect(app.logged()).not.toMatch(/Zanzibar/)
  })

  it.each<[string, () => object, number, string, string?]>([
    ['without the confirmation', () => asked({ attested: false }), 422, 'not_attested'],
    ['with the confirmation left out', () => asked({ attested: undefined }), 422, 'not_attested'],
    ['without items', () => asked({ items: [] }), 400, 'invalid_request', 'items'],
    [
      'of an unknown account',
      () => asked({ items: [{ ...asked().items[0], accountId: '0192f0c1-0000-7000-8000-00000000ffff' }] }),
      404,
      'not_found',
      'items.0.accountId',
    ],
    [
      'with an unknown key',
      () => asked({ items: [{ ...asked().items[0], account: 1 }] }),
      400,
      'invalid_request',
      'items.0.account',
    ],
    [
      'with an unknown reason',
      () => asked({ items: [{ ...asked().items[0], reason: 'unfair' }] }),
      400,
      'invalid_request',
      'items.0.reason',
    ],
    [
      'at no bureau',
      () => asked({ items: [{ ...asked().items[0], bureaus: [] }] }),
      400,
      'invalid_request',
      'items.0.bureaus',
    ],
    [
      'for another reason not explained',
      () => asked({ items: [{ ...asked().items[0], reason: 'other', explanation: '  ' }] }),
      422,
      'explanation_needed',
      'items.0.explanation',
    ],
    [
      'of the same account twice',
      () => asked({ items: [asked().items[0], asked().items[0]] }),
      400,
      'invalid_request',
      'items.1.accountId',
    ],
  ])('is refused %s, and nothing is stored', async (_, body, status, code, field) => {
    const before = await disputeCount()
    const answer = await create(body())
    const error = answer.json<{ code: string; message: string; fields?: Record<string, string> }>()
    expect([answer.statusCode, error.code]).toEqual([status, code])
    if (field !== undefined) expect(Object.keys(error.fields ?? {})).toContain(field)
    expect(await disputeCount()).toBe(before)
  })

  it('is refused outside the plan and without a report', async () => {
    const person = await app.register()
    const items: AccountDispute['items'] = [
      { accountId: collection.id, bureaus: ['Experian'], reason: 'not_mine' },
    ]
    const send = async () => {
      const answer = await app.send('POST', '/dispute/account', {
        as: person,
        body: { items, attested: true },
      })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await send()).toEqual([422, 'no_report'])
    await app.upload('/credit/reports/import', danielsDocument, { as: person })
    expect(await send()).toEqual([403, 'plan_required'])
  })
})

describe('the letters of a dispute', () => {
  it('are PDFs with fixed file names, the same bytes each time', async () => {
    const dispute = (await create(asked({ title: 'A & B: "letters"' }))).json<Dispute>()
    const [letter] = dispute.letters
    const one = await app.send('GET', `/dispute/letter/${letter?.id}/pdf`, { as: maya })
    const all = await app.send('GET', `/dispute/${dispute.id}/letters/pdf`, { as: maya })
    expect(one.headers['content-type']).toBe('application/pdf')
    expect(one.headers['content-disposition']).toContain(
      `"dispute-letter-A - B- -letters--${letter?.id}.pdf"`,
    )
    expect(all.headers['content-disposition']).toContain(
      `"dispute-all-letters-A - B- -letters--${dispute.id}.pdf"`,
    )
    const lines = pdfLines(one.rawPayload)
      .flat()
      .map(line => line.trim())
    for (const line of (letter?.body ?? '').split('\n\n').slice(0, 3).join('\n').split('\n'))
      expect(lines).toContain(line)
    expect(pdfLines(all.rawPayload).length).toBeGreaterThan(pdfLines(one.rawPayload).length)
    const again = await app.send('GET', `/dispute/letter/${letter?.id}/pdf`, { as: maya })
    expect(Buffer.compare(one.rawPayload, again.rawPayload)).toBe(0)
  })

  it('do not change when a later report arrives', async () => {
    const person = await app.register()
    const file = danielsDocument
    await app.upload('/credit/reports/import', file, { as: person })
    const [account] = await accountsOf(person)
    const items = [{ accountId: account?.id, bureaus: ['TransUnion'], reason: 'not_mine' }]
    const dispute = (
      await app.send('POST', '/dispute/account', { as: person, body: { items, attested: true } })
    ).json<Dispute>()
    const path = `/dispute/letter/${dispute.letters[0]?.id}/pdf`
    const before = await app.send('GET', path, { as: person })
    app.pass(60_000)
    const other = mayasDocument
    expect((await app.upload('/credit/reports/import', other, { as: person })).statusCode).toBe(201)
    const after = await app.send('GET', path, { as: person })
    expect(after.statusCode).toBe(200)
    expect(Buffer.compare(before.rawPayload, after.rawPayload)).toBe(0)
  })
})

describe("someone else's dispute", () => {
  it('is not found, and neither are its letters; it is in no one else’s list', async () => {
    const dispute = (await create()).json<Dispute>()
    const other = await app.register()
    const paths = [
      `/dispute/${dispute.id}`,
      `/dispute/${dispute.id}/letters/pdf`,
      `/dispute/letter/${dispute.letters[0]?.id}/pdf`,
    ]
    for (const path of paths) {
      const answer = await app.send('GET', path, { as: other })
      expect([path, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        path,
        404,
        'not_found',
      ])
      expect((await app.send('GET', path, { as: maya })).statusCode).toBe(200)
    }
    expect((await app.send('GET', '/dispute', { as: other })).json()).toEqual([])
  })
})
