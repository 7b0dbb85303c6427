import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let account: { accountId: string; bureau: 'TransUnion' }
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  account = { accountId: (await findCollection(app, maya)).accountId, bureau: 'TransUnion' }
})
afterAll(() => app.close())

const company = {
  name: 'Meridian Collections LLC',
  street: '77 Foundry Street',
  city: 'Reno',
  state: 'NV',
  postal: '89501',
  confirmed: true,
}
const explanation = 'I never had an account there.'
const bodyOf = (type: string): object =>
  ({
    direct: { account: { ...account, reason: 'not_mine', explanation }, company },
    goodwill: { account: { ...account, wish: 'whole_account', explanation }, company },
    settlement: { account: { ...account, amount: '10', reporting: 'not_asked' }, company },
  })[type] ?? {}

const preview = (as: Tokens, type: string) =>
  app.send('POST', `/dispute/${type}/preview`, { as, body: bodyOf(type) })
const create = (as: Tokens, type: string, body = bodyOf(type)) =>
  app.send('POST', `/dispute/${type}`, { as, body: { attested: true, ...body } })
const read = async (id: string) => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()
const asManager = async () => {
  const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
  return startImpersonation(app, id, 'The client asked us to write.')
}

const kinds = { direct: 'furnisher', goodwill: 'collector', settlement: 'collector' } as const

describe.each(['direct', 'goodwill', 'settlement'] as const)('a letter of type %s', type => {
  it('is created as previewed, can be read unchanged, mailed and answered', async () => {
    const shown = (await preview(maya, type)).json<Preview>()
    const made = await postDispute(app, maya, type, bodyOf(type))
    expect(made.letters).toMatchObject([
      {
        bureau: null,
        recipient: {
          kind: kinds[type],
          name: 'Meridian Collections LLC',
          address: ['Meridian Collections LLC', '77 Foundry Street', 'Reno, NV 89501'],
        },
        body: shown.letters[0]?.body,
      },
    ])
    expect(made.items).toMatchObject([{ type, accountId: account.accountId, bureaus: [], steps: [] }])
    expect(await read(made.id)).toEqual(made)

    await app.send('POST', `/dispute/${made.id}/send-physical`, { as: maya, body: {} })
    const body = { event: 'mailed' }
    await app.send('POST', `/sandbox/letters/${made.letters[0]?.id}/events`, { from: '127.0.0.1', body })
    const [mailed] = (await read(made.id)).letters
    expect(mailed?.next?.title).toBe('On its way to Meridian Collections LLC')
    expect(mailed?.deadlines.map(({ kind }) => kind)).toEqual(type === 'direct' ? ['direct_result'] : [])

    const [item] = made.items
    const answer = {
      itemId: item?.id,
      bureau: null,
      outcome: 'corrected',
      on: dayIn('America/New_York', app.now()),
    }
    const answered = await app.send('PUT', `/dispute/${made.id}/outcome`, { as: maya, body: answer })
    expect(answered.json<Dispute>()).toMatchObject({
      status: 'CLOSED',
      items: [{ answers: [{ bureau: null, outcome: 'corrected' }], steps: [] }],
    })
  })

  it('is not created with an address that the user did not confirm, or that is a bureau’s', async () => {
    const unsure = { ...bodyOf(type), company: { ...company, confirmed: false } }
    const bureau = { ...company, street: 'P.O. Box 4500', city: 'Allen', state: 'TX', postal: '75013' }
    for (const [body, field] of [
      [unsure, 'company.confirmed'],
      [{ ...bodyOf(type), company: bureau }, 'company.street'],
    ] as const)
      expect(readRefusal(await create(maya, type, body))).toEqual([400, 'invalid_request', field])
  })

  it('is not mailed to an undeliverable address', async () => {
    const nowhere = { ...company, street: '1 Nowhere Road' }
    const { id } = await postDispute(app, maya, type, { ...bodyOf(type), company: nowhere, repeat: true })
    const refused = await app.send('POST', `/dispute/${id}/send-physical`, { as: maya, body: {} })
    expect(readRefusal(refused)).toEqual([422, 'address_undeliverable'])
    expect(refused.json<{ message: string }>().message).toContain('the address of Meridian Collections LLC')
  })
})

describe('staff', () => {
  it('cannot create a direct dispute for a client, nor preview one', async () => {
    const manager = await asManager()
    for (const answer of [await create(manager, 'direct'), await preview(manager, 'direct')]) {
      expect(readRefusal(answer)).toEqual([403, 'not_by_staff'])
      expect(answer.json<{ message: string }>().message).toContain('12 CFR 1022.43(b)(2)')
    }
  })

  it.each(['goodwill', 'settlement'])('can prepare a request that waits for the client: %s', async type => {
    const made = (await create(await asManager(), type)).json<Dispute>()
    expect(made.awaitingAttestation).toBe(true)
  })
})

describe('a direct dispute', () => {
  it('that repeats another is created only after a confirmation, and disputes with bureaus do not count', async () => {
    const again = await create(maya, 'direct')
    expect(readRefusal(again)).toEqual([422, 'repeats_dispute', 'account'])
    expect(again.body).toContain('A company may turn down a dispute that adds nothing new.')
    const atBureau = { items: [await findCollection(app, maya)] }
    expect(
      (await app.send('POST', '/dispute/account/preview', { as: maya, body: atBureau })).json(),
    ).toMatchObject({ warnings: [] })
  })

  it('cannot claim the opposite of an earlier letter to the company', async () => {
    const body = { account: { ...account, reason: 'paid_or_settled', explanation: 'Paid in 2024.' }, company }
    expect(readRefusal(await create(maya, 'direct', body))).toEqual([
      422,
      'contradicts_dispute',
      'account.reason',
    ])
  })

  it('that denies a debt is held against an offer for it', async () => {
    const { warnings } = (await preview(maya, 'settlement')).json<Preview>()
    expect(warnings.map(({ code }) => code)).toContain('denied_before')
  })

  it('warns if supporting documents are missing', async () => {
    const { letters, warnings } = (await preview(maya, 'direct')).json<Preview>()
    expect(warnings.map(({ code }) => code)).toContain('no_support')
    expect(letters[0]?.enclosures).toEqual([])
  })
})
