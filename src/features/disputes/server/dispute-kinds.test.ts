import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import {
  findCollection,
  findInquiry,
  oldAddress,
  postDispute,
  readRefusal,
} from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { statusesOf } from '#test/support/refusal.ts'
import { danielsDocument } from '#test/support/reports/demo-documents.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let bodies: Record<string, object>
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  bodies = {
    account: { items: [await findCollection(app, maya)] },
    inquiry: { items: [await findInquiry(app, maya)] },
    'personal-info': { items: [oldAddress] },
    freeze: { action: 'place', bureaus: ['TransUnion', 'Experian', 'Equifax'] },
  }
})
afterAll(() => app.close())

const preview = (as: Tokens, type: string, body: object) =>
  app.send('POST', `/dispute/${type}/preview`, { as, body })
const create = (as: Tokens, type: string, body: object) =>
  app.send('POST', `/dispute/${type}`, { as, body: { attested: true, ...body } })

const types = ['inquiry', 'personal-info', 'freeze'] as const
const expected = {
  inquiry: { title: 'KESTREL MORTGAGE', bureaus: ['TransUnion', 'Experian', 'Equifax'] },
  'personal-info': { title: '9 FERNDALE CT address', bureaus: ['Experian'] },
  freeze: { title: 'Security freeze', bureaus: ['TransUnion', 'Experian', 'Equifax'] },
}

describe.each(types)('a dispute of type %s', type => {
  it('is created as previewed, and can be read unchanged', async () => {
    const shown = (await preview(maya, type, bodies[type] ?? {})).json<Preview>()
    const dispute = await postDispute(app, maya, type, bodies[type] ?? {})
    expect(dispute).toMatchObject({ type, title: expected[type].title, status: 'NEW', follows: null })
    expect(dispute.letters.map(({ bureau }) => bureau)).toEqual(expected[type].bureaus)
    expect(dispute.letters.map(({ body }) => body)).toEqual(shown.letters.map(({ body }) => body))
    expect(shown.warnings.map(({ code }) => code)).toEqual(type === 'freeze' ? ['no_identification'] : [])
    for (const { body, editable, edited } of dispute.letters) {
      expect(body).toContain('Sandbox letter, do not mail')
      expect(body).toContain(editable)
      expect(edited).toBe(false)
    }
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json()).toEqual(dispute)
    const pdf = await app.send('GET', `/dispute/${dispute.id}/letters/pdf`, { as: maya })
    expect(pdf.headers['content-type']).toBe('application/pdf')
  })

  it('is not created without the confirmation', async () => {
    expect(readRefusal(await create(maya, type, { ...bodies[type], repeat: true, attested: false }))).toEqual(
      [422, 'not_attested'],
    )
  })

  it('waits for the client if a manager creates it, and cannot be created by a read-only manager', async () => {
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    const manager = await startImpersonation(app, id, 'The client asked us to write.')
    const waiting = (await create(manager, type, { ...bodies[type], repeat: true })).json<Dispute>()
    expect(waiting.awaitingAttestation).toBe(true)
    const pdf = await app.send('GET', `/dispute/${waiting.id}/letters/pdf`, { as: maya })
    expect(readRefusal(pdf)).toEqual([409, 'attestation_needed'])
    const reader = await startImpersonation(app, id, null)
    expect(readRefusal(await create(reader, type, bodies[type] ?? {}))).toEqual([403, 'read_only'])
    expect((await preview(reader, type, bodies[type] ?? {})).statusCode).toBe(200)
  })

  it('reveals nothing of it to anyone else', async () => {
    const dispute = await postDispute(app, maya, type, { ...bodies[type], repeat: true })
    const other = await app.register()
    for (const path of [`/dispute/${dispute.id}`, `/dispute/letter/${dispute.letters[0]?.id}/pdf`])
      expect(readRefusal(await app.send('GET', path, { as: other }))).toEqual([404, 'not_found'])
  })
})

describe('the plan', () => {
  it('limits disputes of a report to its bureaus, but not freezes', async () => {
    const person = await app.register()
    for (const type of ['inquiry', 'personal-info'])
      expect(readRefusal(await create(person, type, bodies[type] ?? {}))).toEqual([422, 'no_report'])
    const freeze = await postDispute(app, person, 'freeze', bodies['freeze'] ?? {})
    expect(freeze.letters.map(({ bureau, mark }) => [bureau, mark])).toEqual([
      ['TransUnion', null],
      ['Experian', null],
      ['Equifax', null],
    ])
    await app.upload('/credit/reports/import', danielsDocument, { as: person })
    for (const type of ['inquiry', 'personal-info']) {
      const refused = await create(person, type, bodies[type] ?? {})
      expect(readRefusal(refused)).toEqual([403, 'plan_required', 'items.0.bureaus'])
    }
  })
})

describe('what was disputed before', () => {
  it.each(['account', 'inquiry', 'personal-info'])(
    'is warned of and refused once more, unless it is wanted: %s',
    async type => {
      const body = bodies[type] ?? {}
      await postDispute(app, maya, type, { ...body, repeat: true })
      const { warnings } = (await preview(maya, type, body)).json<Preview>()
      expect(warnings.map(({ code }) => code)).toEqual(['repeats_dispute'])
      expect(readRefusal(await create(maya, type, body))).toEqual([422, 'repeats_dispute', 'items.0'])
      expect((await create(maya, type, { ...body, repeat: true })).statusCode).toBe(201)
    },
  )

  it('is another dispute if it adds something new', async () => {
    const item = await findCollection(app, maya)
    await postDispute(app, maya, 'account', { items: [item], repeat: true })
    const items = [{ ...item, explanation: 'The hospital wrote on March 3, 2026 that nothing is owed.' }]
    expect((await preview(maya, 'account', { items })).json<Preview>().warnings).toEqual([])
    expect((await create(maya, 'account', { items })).statusCode).toBe(201)
  })

  it('in a freeze may always be requested again', async () => {
    for (let n = 0; n < 2; n += 1)
      expect((await create(maya, 'freeze', bodies['freeze'] ?? {})).statusCode).toBe(201)
  })
})

describe('one request sent fifty times concurrently', () => {
  it('creates one dispute', async () => {
    const before = (await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>().length
    const body = { ...bodies['account'], attested: true, repeat: true }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.send('POST', '/dispute/account', { as: maya, body, headers: { 'idempotency-key': 'fifty' } }),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.json<Dispute>().id)).size).toBe(1)
    expect((await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>()).toHaveLength(before + 1)
  })

  it('creates a repeated claim only once, even without a key', async () => {
    const items = [{ ...oldAddress, reportedValue: '415 JUNIPER LN, GLENDALE, CA 91203' }]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(maya, 'personal-info', { items })),
    )
    expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(422)])
  })
})

it('stores no personal data unencrypted', async () => {
  const correctValue = '17 Quetzal Zanzibar Street, Pasadena, CA 91106'
  const items = [{ ...oldAddress, action: 'correct', correctValue }]
  await postDispute(app, maya, 'personal-info', { items })
  expect(await storedText(app)).not.toMatch(/Zanzibar|FERNDALE|KESTREL/i)
  expect(app.logged()).not.toMatch(/Zanzibar|FERNDALE|KESTREL/i)
})

describe('the warnings of a preview', () => {
  it('state that a report older than 45 days is old', async () => {
    const codes = async (as: Tokens) =>
      (await preview(as, 'inquiry', bodies.inquiry ?? {})).json<Preview>().warnings.map(({ code }) => code)
    const aged = await openApp({ demo: true })
    try {
      aged.pass(46 * 24 * 60 * 60_000)
      const as = await aged.signIn('+12025550143')
      const items = [await findInquiry(aged, as)]
      const shown = await aged.send('POST', '/dispute/inquiry/preview', { as, body: { items } })
      expect(shown.json<Preview>().warnings).toMatchObject([{ code: 'old_report' }])
      const made = await postDispute(aged, as, 'inquiry', { items })
      for (const { body } of made.letters) expect(body).toContain('credit report of ')
    } finally {
      await aged.close()
    }
    expect(await codes(maya)).not.toContain('old_report')
  })
})
