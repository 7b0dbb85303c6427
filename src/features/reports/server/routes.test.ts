import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { danielsDocument as daniels, mayasDocument as mayas } from '#test/support/reports/demo-documents.ts'
import { listReportSummaries } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

type Imported = {
  reportId: string
  bureaus: string[]
  accounts: number
  warnings: { code: string; message: string }[]
}
type Refused = { code: string; message: string; requestId: string }
const bring = (as: Tokens, file: Uint8Array | string, headers: Record<string, string> = {}) =>
  app.upload('/credit/reports/import', file, { as, headers })
const analyticsOf = async (as: Tokens) =>
  (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()

describe('importing a report', () => {
  it.each([
    ['a TrueLink bundle', mayas, 'truelink-json'],
    ['a MISMO 3 file', daniels, 'mismo-3'],
  ])('of %s returns what was read, and the report is then shown', async (_name, file, format) => {
    const person = await app.register()
    const answer = await bring(person, file)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ success: true, format, bureaus: ['TransUnion'] })
    expect((await analyticsOf(person)).report).toMatchObject({
      id: answer.json<Imported>().reportId,
      format,
      origin: 'import',
    })
  })

  it('of two people asks which of them the user is, and stores the answer', async () => {
    const person = await app.register({ firstName: 'Cara', lastName: 'Vale' })
    await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
    const file = readFileSync(new URL('../fixtures/joint.mismo.xml', import.meta.url))
    const key = { 'idempotency-key': 'joint' }
    const response = await bring(person, file, key)
    expect([response.statusCode, response.json<Refused>()]).toMatchObject([
      422,
      { code: 'which_person', fields: { 'person.0': 'ADA QUILL, born in 1984', 'person.1': 'BEN QUILL' } },
    ])
    expect(response.body).not.toMatch(/2041|2042/)
    expect((await analyticsOf(person)).report).toBeNull()

    const answer = (choice: string) =>
      app.sendForm(
        '/credit/reports/import',
        [
          { name: 'person', value: choice },
          { name: 'file', file, type: 'application/xml' },
        ],
        { as: person, headers: key },
      )
    expect((await answer('nobody')).statusCode).toBe(400)
    expect((await answer('9')).json()).toMatchObject({ code: 'which_person' })
    const imported = await answer('1')
    expect(imported.statusCode).toBe(201)
    expect(imported.json<Imported>().warnings.map(({ code }) => code)).not.toContain('other_person')
    const [{ subject } = { subject: null }] = await listReportSummaries(
      app.database.db,
      app.keyring,
      person.userId,
    ).then(rows => rows.map(({ summary }) => summary))
    expect(subject).toMatchObject({ ssnLastFour: '2042', chosen: true })
    expect((await answer('0')).json()).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('reveals only the bureaus of the plan, by name and by count', async () => {
    const person = await app.register()
    const ofPlan = (await bring(person, mayas)).json<Imported>()
    await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
    const ofAll = (await bring(person, mayas)).json<Imported>()
    expect(ofPlan.bureaus).toEqual(['TransUnion'])
    expect(ofAll.bureaus).toEqual(['TransUnion', 'Experian', 'Equifax'])
    expect(ofPlan.accounts).toBeLessThan(ofAll.accounts)
    const { fullReport } = await analyticsOf(person)
    expect(ofAll.accounts).toBe(fullReport?.accountInformation.length)
    expect(ofPlan.accounts).toBe(
      fullReport?.accountInformation.filter(({ bureau }) => bureau === 'TransUnion').length,
    )
  })

  it('of another person’s file asks, and accepts it', async () => {
    const answer = await bring(await app.register(), mayas)
    expect(
      answer
        .json<Imported>()
        .warnings.map(({ message }) => message)
        .join(),
    ).toContain('Is this your report?')
  })

  it('of the user’s own file does not ask', async () => {
    const answer = await bring(await app.register({ firstName: 'Maya', lastName: 'Brooks' }), mayas)
    expect(answer.json<Imported>().warnings.map(({ code }) => code)).not.toContain('other_person')
  })

  it('again keeps the ids of its accounts', async () => {
    const person = await app.register()
    const idsOf = ({ fullReport }: Analytics) =>
      fullReport?.accountInformation.map(({ id, bureau }) => `${id} ${bureau}`).toSorted()
    await bring(person, mayas)
    const before = idsOf(await analyticsOf(person))
    await bring(person, mayas)
    expect(idsOf(await analyticsOf(person))).toEqual(before)
    expect(before?.length).toBeGreaterThan(5)
  })

  it('sent twice with one idempotency key stores one report', async () => {
    const person = await app.register()
    const headers = { 'idempotency-key': 'import-1' }
    const [first, again] = [await bring(person, daniels, headers), await bring(person, daniels, headers)]
    expect(again.json()).toEqual(first.json())
    expect((await bring(person, mayas, headers)).json()).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('stores no SSN of the document unencrypted anywhere, in any form', async () => {
    const person = await app.register({ firstName: 'Maya', lastName: 'Brooks' })
    await bring(person, mayas)
    const [stored, shown] = [await storedText(app), JSON.stringify(await analyticsOf(person))]
    for (const secret of ['666344417', '666-34-4417', 'MERIDIAN COLLECTIONS']) {
      expect(stored.includes(secret) || stored.includes(Buffer.from(secret).toString('hex'))).toBe(false)
    }
    expect(shown).not.toMatch(/666-?34-?4417/)
    expect(shown).toContain('XXX-XX-4417')
  })
})

describe('a file without a report', () => {
  const head = '<?xml version="1.0"?>'
  const text = daniels.toString('utf8')
  it.each<[string, Uint8Array | string]>([
    ['nothing', ''],
    ['words', 'Dear bureau, please find attached.'],
    ['bytes', Buffer.from(Array.from({ length: 5_000 }, (_unused, n) => (n * 7_919) % 256))],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1')],
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
    [
      'an entity bomb',
      `${head}<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><MESSAGE>&b;</MESSAGE>`,
    ],
    [
      'an outside entity',
      `${head}<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><MESSAGE>&a;</MESSAGE>`,
    ],
    ['a well of elements', '<a>'.repeat(300_000)],
    ['a well of brackets', '['.repeat(300_000)],
    ['half a report', text.slice(0, text.length / 2)],
    ['NULs', '\0'.repeat(10_000)],
    ['another encoding than it says', Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`)],
    [
      'broken UTF-8',
      Buffer.concat([daniels.subarray(0, 400), Buffer.from([0xc3, 0x28, 0xff]), daniels.subarray(400)]),
    ],
    ['an empty object', '{}'],
    ['poisoned keys', '{"__proto__":{"TrueLinkCreditReportType":{}}}'],
  ])('(%s) is refused with what was expected, and nothing is stored', async (_name, file) => {
    const person = await app.register()
    const answer = await bring(person, file)
    expect(answer.statusCode).toBe(422)
    const { code, message } = answer.json<Refused>()
    expect(code).toMatch(/^(unreadable_report|not_a_report)$/)
    expect(message).toMatch(/\.$/)
    expect((await analyticsOf(person)).report).toBeNull()
  })

  it('does not change the current report', async () => {
    const person = await app.register()
    const { reportId } = (await bring(person, daniels)).json<Imported>()
    await bring(person, '{}')
    expect((await analyticsOf(person)).report?.id).toBe(reportId)
  })

  it('of more than 10 MB is refused by its size', async () => {
    const answer = await bring(await app.register(), Buffer.alloc(11 * 1024 * 1024, '<a/>'))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      413,
      { code: 'too_large', message: 'A report file can be at most 10 MB, a PDF or a web page 20 MB.' },
    ])
  })

  it('of more than 10 MB is read when it is a PDF', async () => {
    const large = Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7\n')
    expect((await bring(await app.register(), large)).json<Refused>()).toMatchObject({
      code: 'unreadable_report',
    })
  })

  it.each([
    ['no multipart', { 'content-type': 'application/json' }, '{}', 415],
    ['multipart without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 400],
    ['multipart without a file', { 'content-type': 'multipart/form-data; boundary=b' }, '--b--\r\n', 400],
    [
      'multipart that breaks off',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n<',
      400,
    ],
  ])('but %s is refused', async (_name, headers, payload, status) => {
    const person = await app.register()
    const answer = await app.app.http.inject({
      method: 'POST',
      url: '/api/v1/credit/reports/import',
      payload,
      headers: { ...headers, authorization: `Bearer ${person.accessToken}` },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json<Refused>().message).toMatch(/\.$/)
  })
})

describe('reports above the configured limits', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await openApp({ env: { REPORT_MOST: '8,2000,500' } })
  })
  afterAll(() => strict.close())

  it('are refused with what is exceeded, without changing the account', async () => {
    const person = await strict.register()
    const answer = await strict.upload('/credit/reports/import', mayas, { as: person })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<Refused>()).toMatchObject({ code: 'report_too_long' })
    expect(answer.json<Refused>().message).toMatch(/\d+ account entries, of at most 8\. Nothing was saved/)
    expect((await strict.send('GET', '/credit/analytics', { as: person })).json()).toMatchObject({
      report: null,
    })
  })
})

describe('reports above the quota per user', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await openApp({ env: { REPORT_QUOTA: '2,500' } })
  })
  afterAll(() => strict.close())

  it('are refused with what to do, without removing others', async () => {
    const person = await strict.register()
    const importing = (key: string) =>
      strict.upload('/credit/reports/import', daniels, { as: person, headers: { 'idempotency-key': key } })
    const [first, second, third] = [await importing('a'), await importing('b'), await importing('c')]
    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([201, 201, 422])
    expect(third.json()).toMatchObject({ code: 'no_room_for_report' })
    expect(third.json<Refused>().message).toMatch(/None was removed.*Ask support/)
    expect((await strict.send('GET', '/credit/analytics', { as: person })).json()).toMatchObject({
      report: { id: second.json<Imported>().reportId },
    })
  })
})
