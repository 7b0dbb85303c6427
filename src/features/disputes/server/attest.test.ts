import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import type { User } from '#features/identity/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, postDispute } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { refusal } from '#test/support/refusal.ts'
import { danielsDocument, mayasDocument } from '#test/support/reports/demo-documents.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let manager: Tokens
let items: object[]

beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  const { id } = (await app.send('GET', '/user/info', { as: maya })).json<User>()
  manager = await startImpersonation(app, id, 'The client asked us to write to the bureaus.')
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
  const account = fullReport?.accountInformation.find(row => row.isCollection)
  if (!account) throw new Error('Maya has no collection')
  items = [{ accountId: account.id, bureaus: [account.bureau], reason: 'not_mine' }]
})
afterAll(() => app.close())

const create = (as: Tokens, body: object = {}, headers = {}) =>
  app.send('POST', '/dispute/account', { as, body: { items, repeat: true, ...body }, headers })
const attest = (as: Tokens, id: string, attested = true) =>
  app.send('POST', `/dispute/${id}/attest`, { as, body: { attested } })
const pdfsOf = ({ id, letters }: Dispute) => [
  `/dispute/${id}/letters/pdf`,
  `/dispute/letter/${letters[0]?.id}/pdf`,
]
const stored = async (id: string) => {
  const { rows } = await app.database.db.execute<{ attested: boolean; opened: boolean }>(
    sql`select attested_at is not null as attested, opening_id is not null as opened from disputes where id = ${id}`,
  )
  return rows[0]
}

describe('a dispute made by a manager', () => {
  it.each([{}, { attested: true }, { attested: false }])(
    'waits for the client regardless of the flag: %o',
    async flag => {
      const answer = await create(manager, flag)
      const dispute = answer.json<Dispute>()
      expect([answer.statusCode, dispute.awaitingAttestation, dispute.status]).toEqual([201, true, 'NEW'])
      expect(await stored(dispute.id)).toEqual({ attested: false, opened: true })
    },
  )

  it('can be read by both, and its letters are not printed before the client confirms them', async () => {
    const dispute = (await create(manager)).json<Dispute>()
    for (const as of [maya, manager]) {
      const read = await app.send('GET', `/dispute/${dispute.id}`, { as })
      const { currentWarnings, ...rest } = read.json<Dispute>()
      expect([rest, currentWarnings]).toEqual([dispute, []])
      for (const path of pdfsOf(dispute))
        expect(refusal(await app.send('GET', path, { as }))).toEqual([409, 'attestation_needed'])
    }
    const confirmed = (await attest(maya, dispute.id)).json<Dispute>()
    expect(confirmed).toEqual({ ...dispute, awaitingAttestation: false, warnings: undefined })
    for (const as of [maya, manager]) {
      for (const path of pdfsOf(dispute)) expect((await app.send('GET', path, { as })).statusCode).toBe(200)
    }
  })

  it('shows the client what staff were warned of, until it is confirmed', async () => {
    const own = (await create(maya, { attested: true })).json<Dispute>()
    expect(own.warnings).toBeUndefined()
    const preview = await app.send('POST', '/dispute/account/preview', { as: manager, body: { items } })
    const { warnings } = preview.json<Preview>()
    expect(warnings.map(({ code }) => code)).toContain('repeats_dispute')
    const { id } = (await create(manager)).json<Dispute>()
    const read = await app.send('GET', `/dispute/${id}`, { as: maya })
    expect(read.json<Dispute>()).toMatchObject({ warnings, currentWarnings: warnings })
    const confirmed = (await attest(maya, id)).json<Dispute>()
    expect([confirmed.warnings, confirmed.currentWarnings]).toEqual([undefined, undefined])
  })

  it('is no earlier dispute before the client confirms it', async () => {
    const person = await app.register()
    await app.upload('/credit/reports/import', mayasDocument, { as: person })
    const staff = await startImpersonation(app, person.userId, 'The client asked us to write to the bureaus.')
    const { accountId, bureaus } = await findCollection(app, person)
    const body = { items: [{ accountId, bureaus: bureaus.slice(0, 1), reason: 'not_mine' }] }
    const waiting = (await app.send('POST', '/dispute/account', { as: staff, body })).json<Dispute>()
    const warned = async (as: Tokens) => {
      const shown = await app.send('POST', '/dispute/account/preview', { as, body })
      return shown.json<Preview>().warnings.map(({ code }) => code)
    }
    expect([await warned(person), await warned(staff)]).toEqual([[], []])
    expect((await attest(person, waiting.id)).statusCode).toBe(200)
    expect([await warned(person), await warned(staff)]).toEqual([['repeats_dispute'], ['repeats_dispute']])
  })

  it('shows the client what has become true since it was made', async () => {
    const person = await app.register()
    await app.upload('/credit/reports/import', mayasDocument, { as: person })
    const staff = await startImpersonation(app, person.userId, 'The client asked us to write to the bureaus.')
    const { accountId, bureaus } = await findCollection(app, person)
    const body = { items: [{ accountId, bureaus: bureaus.slice(0, 1), reason: 'not_mine' }] }
    const waiting = (await app.send('POST', '/dispute/account', { as: staff, body })).json<Dispute>()
    const warned = async (id: string) => {
      const { warnings = [], currentWarnings } = (
        await app.send('GET', `/dispute/${id}`, { as: person })
      ).json<Dispute>()
      return { made: warnings.map(({ code }) => code), now: currentWarnings?.map(({ code }) => code) }
    }
    expect(await warned(waiting.id)).toEqual({ made: [], now: [] })
    const own = await postDispute(app, person, 'account', { ...body, repeat: true })
    expect(await warned(waiting.id)).toEqual({ made: [], now: ['repeats_dispute'] })
    const answer = async (outcome: string) => {
      const on = dayIn('America/New_York', app.now())
      const given = { itemId: own.items[0]?.id, bureau: bureaus[0], outcome, on }
      await app.send('PUT', `/dispute/${own.id}/outcome`, { as: person, body: given })
    }
    await answer('verified')
    const asking = { itemId: own.items[0]?.id, kind: 'method_of_verification', bureaus: bureaus.slice(0, 1) }
    const asked = await app.send('POST', `/dispute/${own.id}/follow-up`, { as: staff, body: asking })
    expect(await warned(asked.json<Dispute>().id)).toEqual({ made: [], now: [] })
    app.pass(1)
    await answer('deleted')
    expect(await warned(asked.json<Dispute>().id)).toEqual({ made: [], now: ['answer_changed'] })
    expect(await warned(waiting.id)).toEqual({ made: [], now: ['repeats_dispute', 'answered_since'] })
    await app.upload('/credit/reports/import', danielsDocument, { as: person })
    const { currentWarnings } = (
      await app.send('GET', `/dispute/${waiting.id}`, { as: person })
    ).json<Dispute>()
    expect(currentWarnings?.find(({ code }) => code === 'newer_report')?.message).toMatch(
      /^You received another report after these letters were made\. We did not find .* in its part from \w+\. Check/,
    )
  })

  it('warns of an answer that came since only if its letters may state it', async () => {
    const { accountId, bureaus, reason } = await findCollection(app, maya)
    const [one, other] = bureaus
    const own = await postDispute(app, maya, 'account', {
      items: [{ accountId, bureaus, reason }],
      repeat: true,
    })
    const itemId = own.items[0]?.id
    const answer = async (bureau: string | undefined, outcome: string) => {
      const body = { itemId, bureau, outcome, on: dayIn('America/New_York', app.now()) }
      expect((await app.send('PUT', `/dispute/${own.id}/outcome`, { as: maya, body })).statusCode).toBe(200)
    }
    await answer(one, 'verified')
    const body = { itemId, kind: 'method_of_verification', bureaus: [one] }
    const asked = await app.send('POST', `/dispute/${own.id}/follow-up`, { as: manager, body })
    const { id } = asked.json<Dispute>()
    const warned = async () =>
      (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>().currentWarnings
    app.pass(1)
    await answer(other, 'verified')
    expect(await warned()).toEqual([])
    await answer(one, 'deleted')
    expect(await warned()).toEqual([expect.objectContaining({ code: 'answer_changed' })])
  })

  it('can be confirmed only by the client', async () => {
    const dispute = (await create(manager)).json<Dispute>()
    const other = await app.register()
    expect(refusal(await attest(manager, dispute.id))).toEqual([403, 'not_allowed'])
    expect(refusal(await attest(other, dispute.id))).toEqual([404, 'not_found'])
    expect(refusal(await attest(maya, dispute.id, false))).toEqual([422, 'not_attested'])
    expect(await stored(dispute.id)).toEqual({ attested: false, opened: true })
  })

  it('keeps its first confirmation when it is confirmed again', async () => {
    const dispute = (await create(manager)).json<Dispute>()
    const first = (await attest(maya, dispute.id)).json<Dispute>()
    const { rows: before } = await app.database.db.execute(
      sql`select attested_at from disputes where id = ${dispute.id}`,
    )
    app.pass(5_000)
    expect((await attest(maya, dispute.id)).json<Dispute>()).toEqual(first)
    const { rows } = await app.database.db.execute(
      sql`select attested_at from disputes where id = ${dispute.id}`,
    )
    expect(rows).toEqual(before)
    const { rows: noted } = await app.database.db.execute(
      sql`select act from audit_events where act = 'dispute_attested' and object_id = ${dispute.id}`,
    )
    expect(noted).toHaveLength(1)
  })

  it('is never returned for a request of the client with the same key', async () => {
    const headers = { 'idempotency-key': 'the-same-key' }
    const made = (await create(manager, { attested: true }, headers)).json<Dispute>()
    const own = (await create(maya, { attested: true }, headers)).json<Dispute>()
    expect(own.id).not.toBe(made.id)
    expect(own.awaitingAttestation).toBe(false)
  })
})

describe('a dispute made by the user', () => {
  it('is refused without the confirmation', async () => {
    expect(refusal(await create(maya))).toEqual([422, 'not_attested'])
    const dispute = (await create(maya, { attested: true })).json<Dispute>()
    expect(dispute.awaitingAttestation).toBe(false)
    expect(await stored(dispute.id)).toEqual({ attested: true, opened: false })
  })
})

it('a read-only manager cannot create a dispute', async () => {
  const person = await app.register()
  const reader = await startImpersonation(app, person.userId, null)
  expect(refusal(await create(reader))).toEqual([403, 'read_only'])
})
