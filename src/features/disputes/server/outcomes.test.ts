import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import {
  findCollection,
  findInquiry,
  oldAddress,
  postDispute,
  readRefusal,
} from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { statusesOf } from '#test/support/refusal.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let item: Awaited<ReturnType<typeof findCollection>>
let dispute: Dispute
let itemId: string
beforeAll(async () => {
  app = await openApp({ demo: true, env: { BUSINESS_TZ: 'UTC' } })
  maya = await app.signIn('+12025550143')
  item = await findCollection(app, maya)
})
afterAll(() => app.close())
beforeEach(async () => {
  dispute = await postDispute(app, maya, 'account', { items: [item], repeat: true, title: 'My own title' })
  itemId = dispute.items[0]?.id ?? ''
})

const today = (days = 0) => new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const verified = (own: object = {}) => ({
  itemId,
  bureau: 'TransUnion',
  outcome: 'verified',
  on: today(),
  ...own,
})
const note = (body: object = verified(), as: Tokens = maya, id = dispute.id) =>
  app.send('PUT', `/dispute/${id}/outcome`, { as, body })

describe("a bureau's answer", () => {
  it('is recorded on its item with its reply, a later record replacing the earlier one', async () => {
    const documentId = parseUploadedDocument(
      await uploadDocument(app, 'Reply', await plainPicture({ seed: 3 }), { as: maya, kind: 'bureau_reply' }),
    ).id
    await note(verified({ outcome: 'no_answer' }))
    const [noted] = (await note(verified({ documentId }))).json<Dispute>().items
    const answer = { bureau: 'TransUnion', outcome: 'verified', on: today(), documentId, replyDeleted: false }
    expect(noted?.answers).toEqual([answer])
    expect(noted?.outcomes).toMatchObject({ TransUnion: 'verified' })
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>().items[0]).toEqual(
      noted,
    )
  })

  it('closes the dispute when every bureau answered on every item', async () => {
    const states: string[] = []
    for (const bureau of item.bureaus)
      states.push((await note(verified({ bureau, outcome: 'deleted' }))).json<Dispute>().status)
    expect(states).toEqual([...item.bureaus.slice(1).map(() => 'NEW'), 'CLOSED'])
  })

  it('makes exactly the lawful steps available', async () => {
    expect(dispute.items[0]?.steps).toEqual([])
    const [noted] = (await note()).json<Dispute>().items
    expect(noted?.steps.map(({ kind, bureaus }) => [kind, bureaus])).toEqual([
      ['method_of_verification', ['TransUnion']],
      ['dispute_again', ['TransUnion']],
      ['statement', ['TransUnion']],
    ])
  })

  it.each<[string, () => object, unknown[]]>([
    ['in the future', () => verified({ on: today(1) }), [400, 'invalid_request', 'on']],
    ['before it was asked for', () => verified({ on: today(-1) }), [400, 'invalid_request', 'on']],
    ['on no day', () => verified({ on: '2026-02-30' }), [400, 'invalid_request', 'on']],
    ['of an unknown kind', () => verified({ outcome: 'perhaps' }), [400, 'invalid_request', 'outcome']],
    [
      'on an item of another dispute',
      () => verified({ itemId: '0192f0c1-0000-7000-8000-00000000ffff' }),
      [404, 'not_found'],
    ],
    [
      'with a document of another user',
      () => verified({ documentId: '0192f0c1-0000-7000-8000-00000000ffff' }),
      [404, 'not_found', 'documentId'],
    ],
  ])('is refused %s', async (_, body, refusal) => {
    expect(readRefusal(await note(body()))).toEqual(refusal)
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>()).toEqual(dispute)
  })

  it('is refused for a bureau that was not written to', async () => {
    const freeze = await postDispute(app, maya, 'freeze', { action: 'place', bureaus: ['Equifax'] })
    const body = verified({ itemId: freeze.items[0]?.id, outcome: 'corrected' })
    expect(readRefusal(await note(body, maya, freeze.id))).toEqual([400, 'invalid_request', 'bureau'])
  })

  it('can be recorded by the owner and an assisting manager, and no one else', async () => {
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    expect(readRefusal(await note(verified(), await app.register()))).toEqual([404, 'not_found'])
    expect(readRefusal(await note(verified(), await startImpersonation(app, id, null)))).toEqual([
      403,
      'read_only',
    ])
    expect(
      (await note(verified(), await startImpersonation(app, id, 'The client sent us the reply.'))).statusCode,
    ).toBe(200)
    const { rows } = await app.database.db.execute(
      sql`select act from audit_events where act = 'outcome_noted' and object_id = ${dispute.id}`,
    )
    expect(rows).toHaveLength(1)
  })

  it('recorded concurrently is stored once', async () => {
    const outcomes = ['deleted', 'corrected', 'verified', 'frivolous', 'no_answer']
    await Promise.all(outcomes.map(outcome => note(verified({ outcome }))))
    const [noted] = (await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>().items
    expect(noted?.answers).toHaveLength(1)
    expect(outcomes).toContain(noted?.answers[0]?.outcome)
  })
})

describe('a step after an answer', () => {
  const asked = (own: object = {}) => ({
    itemId,
    kind: 'method_of_verification',
    bureaus: ['TransUnion'],
    attested: true,
    ...own,
  })
  const follow = (body: object = asked(), as: Tokens = maya, headers = {}) =>
    app.send('POST', `/dispute/${dispute.id}/follow-up`, { as, body, headers })
  const preview = (body: object, as: Tokens = maya) =>
    app.send('POST', `/dispute/${dispute.id}/follow-up/preview`, { as, body })

  it('is not available before the answer, and only once after it', async () => {
    expect(readRefusal(await follow())).toEqual([409, 'step_not_open'])
    expect(readRefusal(await preview(asked()))).toEqual([409, 'step_not_open'])
    await note()
    const headers = { 'idempotency-key': `step-${dispute.id}` }
    const first = await follow(asked(), maya, headers)
    expect(first.statusCode).toBe(201)
    expect((await follow(asked(), maya, headers)).json<Dispute>()).toEqual(first.json<Dispute>())
    expect(readRefusal(await follow())).toEqual([409, 'step_not_open'])
  })

  it('asks how an item was verified, in a new dispute that refers to the one it follows', async () => {
    await note()
    const shown = (await preview(asked())).json<Preview>()
    const made = (await follow()).json<Dispute>()
    const kind = 'method_of_verification'
    expect(made).toMatchObject({ type: 'account', follows: { disputeId: dispute.id, kind }, status: 'NEW' })
    expect(made.title).toBe(
      `How was it verified? ${dispute.items.flatMap(one => (one.type === 'account' ? one.creditorName : []))[0]}`,
    )
    expect(made.items[0]).toMatchObject({ accountId: item.accountId, bureaus: ['TransUnion'], answers: [] })
    expect(made.letters.map(({ body }) => body)).toEqual(shown.letters.map(({ body }) => body))
    expect(made.letters[0]?.body).toContain('Please describe the procedure')
    expect(made.letters[0]?.mark).toBe('Sandbox letter, do not mail')
  })

  it('has the answers of its request, and can be repeated if nothing was received', async () => {
    await note()
    const made = (await follow()).json<Dispute>()
    const on = today()
    const answer = (outcome: string) =>
      note({ itemId: made.items[0]?.id, bureau: 'TransUnion', outcome, on }, maya, made.id)
    expect(readRefusal(await answer('verified'))).toEqual([400, 'invalid_request', 'outcome'])
    const [silent] = (await answer('no_answer')).json<Dispute>().items
    expect(silent?.steps.map(({ title }) => title)).toEqual(['Ask again how it was verified'])
    const again = await app.send('POST', `/dispute/${made.id}/follow-up`, {
      as: maya,
      body: asked({ itemId: made.items[0]?.id }),
    })
    expect(again.json<Dispute>().letters[0]?.body).toContain('I had received no description.')
    const [described] = (await answer('corrected')).json<Dispute>().items
    expect(described?.steps).toEqual([])
  })

  it('files a statement of the dispute in at most a hundred words, and states nothing else about the item', async () => {
    await note()
    const statement = (own: object = {}) => asked({ kind: 'statement', ...own })
    expect(readRefusal(await follow(statement()))).toEqual([422, 'explanation_needed', 'explanation'])
    for (const explanation of ['no '.repeat(101), 'My number is 666-34-4417.'])
      expect(readRefusal(await follow(statement({ explanation })))).toEqual([
        400,
        'invalid_request',
        'explanation',
      ])
    const explanation = 'no '.repeat(100).trim()
    const made = (await follow(statement({ explanation }))).json<Dispute>()
    expect(made.follows).toEqual({ disputeId: dispute.id, kind: 'statement' })
    expect(made.title).toMatch(/^Statement: /)
    expect(made.letters[0]?.body).toContain(`In my own words: “${explanation}”`)
    expect(made.letters[0]?.deadlines).toEqual([])
    expect(readRefusal(await follow(statement({ explanation })))).toEqual([409, 'step_not_open'])
    // It is not a dispute, so the same item is still disputed only once.
    expect((await preview(asked())).json<Preview>().warnings).toEqual([])
  })

  it('asks a bureau that deleted an item to notify the recipients named by the user', async () => {
    await note({ itemId, bureau: 'TransUnion', outcome: 'deleted', on: today() })
    const notify = (own: object = {}) => asked({ kind: 'notify_recipients', ...own })
    expect(readRefusal(await follow(notify()))).toEqual([422, 'explanation_needed', 'explanation'])
    const made = (await follow(notify({ explanation: 'Oak Bank, Reno' }))).json<Dispute>()
    expect(made.title).toMatch(/^Notify recipients: /)
    expect(made.letters[0]?.body).toMatch(/that you deleted it\.[^]*“Oak Bank, Reno”/)
    expect(made.letters[0]?.deadlines).toEqual([])
    expect(readRefusal(await follow(notify({ explanation: 'Elm Bank' })))).toEqual([409, 'step_not_open'])
  })

  it('disputes an item again only with something new, or after a confirmation', async () => {
    await note()
    const again = (own: object = {}) => asked({ kind: 'dispute_again', ...own })
    const { warnings } = (await preview(again())).json<Preview>()
    expect(warnings.map(({ code }) => code)).toContain('repeats_dispute')
    expect(readRefusal(await follow(again()))).toEqual([422, 'repeats_dispute', 'items.0'])
    const explanation = 'My bank confirmed on April 9, 2026 that there never was such an account.'
    const made = (await follow(again({ explanation }))).json<Dispute>()
    expect(made.letters[0]?.body).toContain('I again dispute')
    expect(made.letters[0]?.body).toContain(explanation)
    expect(made.follows).toEqual({ disputeId: dispute.id, kind: 'dispute_again' })
  })

  it('repeats the earlier explanation, and adds only what is new', async () => {
    const before = 'I never met them'
    const items = [{ ...item, explanation: before }]
    dispute = await postDispute(app, maya, 'account', { items, repeat: true })
    itemId = dispute.items[0]?.id ?? ''
    await note()
    const again = (own: object = {}) => asked({ kind: 'dispute_again', repeat: true, ...own })
    const same = (await preview(again())).json<Preview>().letters[0]?.body
    expect(same).toContain(`In my own words: “${before}”`)
    expect(same).toContain('Please look into it again. This account is not mine.')
    const repeated = (await preview(again({ explanation: `${before} \u{1F62D}` }))).json<Preview>()
    expect(repeated.letters[0]?.body).toContain('Please look into it again. This account is not mine.')
    const explanation = 'My bank confirmed it on April 9, 2026.'
    const more = (await preview(again({ explanation }))).json<Preview>().letters[0]?.body
    expect(more).toContain(`In my own words: “${before}. ${explanation}”`)
    expect(more).toContain('Please look into it again with what I add here.')
  })

  it('cites no value from before its bureau changed it, in any later letter to another', async () => {
    const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
    const card = fullReport?.accountInformation.find(row => row.creditorName === 'HARBORVIEW BANK')
    const limit = (bureau: Bureau) => ({
      items: [{ accountId: card?.id, bureaus: [bureau], reason: 'wrong_limit' }],
    })
    const bodyOf = async () =>
      (
        await app.send('POST', '/dispute/account/preview', { as: maya, body: limit('Experian') })
      ).json<Preview>().letters[0]?.body
    expect(await bodyOf()).toContain('Equifax shows a credit limit of')
    dispute = await postDispute(app, maya, 'account', limit('Equifax'))
    itemId = dispute.items[0]?.id ?? ''
    await note(verified({ bureau: 'Equifax', outcome: 'corrected' }))
    expect(await bodyOf()).toContain('I ask you to verify the credit limit')
    expect(await bodyOf()).not.toContain('Equifax')
    const again = await app.send('POST', '/dispute/account/preview', { as: maya, body: limit('Equifax') })
    expect(again.json<Preview>().warnings.map(({ code }) => code)).toContain('answered_since')
  })

  it('warns of an inquiry and a personal detail that a bureau changed since the report', async () => {
    const inquiry = await findInquiry(app, maya)
    for (const [type, disputed] of [
      ['inquiry', { ...inquiry, bureaus: inquiry.bureaus.slice(0, 1) }],
      ['personal-info', oldAddress],
    ] as const) {
      const body = { items: [disputed], repeat: true }
      const warned = async () => {
        const shown = await app.send('POST', `/dispute/${type}/preview`, { as: maya, body })
        return shown.json<Preview>().warnings.some(({ code }) => code === 'answered_since')
      }
      expect(await warned()).toBe(false)
      dispute = await postDispute(app, maya, type, body)
      itemId = dispute.items[0]?.id ?? ''
      await note(verified({ bureau: disputed.bureaus[0], outcome: 'corrected' }))
      expect(await warned()).toBe(true)
    }
  })

  it('is not offered at a bureau that already shows what the user calls right', async () => {
    const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
    const rows = fullReport?.accountInformation ?? []
    const { id } = rows.find(row => row.creditorName === 'HARBORVIEW BANK') ?? {}
    const card = rows.filter(row => row.id === id)
    const right = card.find(({ bureau }) => bureau === 'TransUnion')
    const wrong = card.filter(({ creditLimit }) => creditLimit !== right?.creditLimit)
    expect([card.length, wrong.length]).toEqual([3, 1])
    const bureau = wrong[0]?.bureau
    const items = [
      { accountId: right?.id, bureaus: [bureau], reason: 'wrong_limit', correctBureau: 'TransUnion' },
    ]
    dispute = await postDispute(app, maya, 'account', { items, repeat: true })
    itemId = dispute.items[0]?.id ?? ''
    const [noted] = (await note(verified({ bureau, outcome: 'corrected' }))).json<Dispute>().items
    expect(noted?.steps.map(({ kind }) => kind)).toEqual(['method_of_verification', 'statement'])
  })

  it('cites no deletion to another bureau if the item came back', async () => {
    const inquiry = await findInquiry(app, maya)
    const [back, corrected, written] = inquiry.bureaus
    dispute = await postDispute(app, maya, 'inquiry', { items: [inquiry], repeat: true })
    itemId = dispute.items[0]?.id ?? ''
    await note(verified({ bureau: back, outcome: 'deleted' }))
    await note(verified({ bureau: corrected, outcome: 'corrected' }))
    await note(verified({ bureau: written }))
    // The current report is later than the deletion.
    await app.database.db.execute(
      sql`update dispute_outcomes set answered_on = '2020-01-01' where item_id = ${itemId} and outcome = 'deleted'`,
    )
    const shown = await preview(asked({ kind: 'other_bureaus', bureaus: [written] }))
    const body = shown.json<Preview>().letters[0]?.body
    expect(body).toContain(`${corrected} answered on`)
    expect(body).not.toContain(`${back} answered on`)
  })

  it('calls a letter that came back no earlier dispute, unless the bureau answered', async () => {
    const collection = await findCollection(app, maya)
    const [right, written] = collection.bureaus
    dispute = await postDispute(app, maya, 'account', { items: [collection], repeat: true })
    itemId = dispute.items[0]?.id ?? ''
    await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: maya, body: {} })
    const returned = dispute.letters.find(({ bureau }) => bureau === written)
    await app.send('POST', `/sandbox/letters/${returned?.id}/events`, {
      body: { event: 'returned' },
      from: '127.0.0.1',
    })
    await note(verified({ bureau: right, outcome: 'corrected' }))
    const bodyAfter = async (outcome: string) => {
      await note(verified({ bureau: written, outcome }))
      const shown = await preview(asked({ kind: 'other_bureaus', bureaus: [written] }))
      return shown.json<Preview>().letters[0]?.body
    }
    expect(await bodyAfter('verified')).toContain('I disputed this account in my letter of')
    const body = await bodyAfter('no_answer')
    expect(body).toContain(`${right} answered on`)
    expect(body).not.toMatch(/again dispute|in my letter of/)
  })

  it('names the invalid field of the step', async () => {
    await note()
    for (const kind of ['method_of_verification', 'dispute_again']) {
      const refused = await preview(asked({ kind, explanation: 'My number is 666-34-4417.' }))
      expect(readRefusal(refused)).toEqual([400, 'invalid_request', 'explanation'])
    }
  })

  it('cannot be taken by anyone else, and by a manager only for the client to confirm', async () => {
    await note()
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    expect(readRefusal(await follow(asked(), await app.register()))).toEqual([404, 'not_found'])
    expect(readRefusal(await follow(asked({ attested: false })))).toEqual([422, 'not_attested'])
    expect(readRefusal(await follow(asked(), await startImpersonation(app, id, null)))).toEqual([
      403,
      'read_only',
    ])
    const manager = await startImpersonation(app, id, 'The client sent us the reply.')
    expect((await follow(asked(), manager)).json<Dispute>().awaitingAttestation).toBe(true)
  })

  it('taken concurrently is taken once', async () => {
    await note()
    const answers = await Promise.all(Array.from({ length: 8 }, () => follow()))
    expect(statusesOf(answers)).toEqual([201, ...Array<number>(7).fill(409)])
  })
})
