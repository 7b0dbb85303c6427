import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { addDays } from '#values/business-days.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let debt: object
let today: string
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  const { accountId, bureaus } = await findCollection(app, maya)
  debt = { from: 'report', accountId, bureau: bureaus[0] }
  today = dayIn('America/New_York', app.now())
})
afterAll(() => app.close())

const collector = {
  name: 'Meridian Collections',
  street: '400 Quillfeather Street',
  city: 'Omaha',
  state: 'NE',
  postal: '68102',
  confirmed: true,
}
const typed = { from: 'typed', number: '584-345', amount: '2384.50' }
const notCome = { state: 'not_come' }

const validation = (own: object = {}) => ({
  collector,
  isDebtCollector: true,
  debt,
  notice: notCome,
  scope: 'whole',
  ...own,
})
const cease = (own: object = {}) => ({ collector, isDebtCollector: true, debt, scope: 'all', ...own })

const create = (type: string, body: object, as = maya) =>
  app.send('POST', `/dispute/${type}`, { as, body: { attested: true, repeat: true, ...body } })

describe.each([
  [
    'validation',
    () => validation({ notice: { state: 'came', on: addDays(today, -5) }, claims: ['not_mine'] }),
  ],
  ['cease', () => cease()],
])('a letter of type %s', (type, bodyOf) => {
  it('is created as previewed, only to the collector, and can be read unchanged', async () => {
    const shown = await app.send('POST', `/dispute/${type}/preview`, { as: maya, body: bodyOf() })
    const { letters, warnings } = shown.json<Preview>()
    expect(warnings).toEqual([])
    expect(letters.map(({ bureau, enclosures }) => [bureau, enclosures])).toEqual([[null, []]])
    const dispute = await postDispute(app, maya, type, { ...bodyOf(), repeat: true })
    expect(dispute).toMatchObject({ type, title: 'Meridian Collections', status: 'NEW' })
    expect(dispute.letters.map(({ body }) => body)).toEqual(letters.map(({ body }) => body))
    const [letter] = dispute.letters
    expect(letter?.recipient).toEqual({
      kind: 'collector',
      name: 'Meridian Collections',
      address: ['Meridian Collections', '400 Quillfeather Street', 'Omaha, NE 68102'],
    })
    expect(letter?.body).toContain('Nothing in this letter is an admission')
    expect(letter?.body).not.toMatch(/XXX-XX|Date of birth/)
    expect((await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json()).toEqual(dispute)
    const pdf = await app.send('GET', `/dispute/letter/${letter?.id}/pdf`, { as: maya })
    expect(pdf.headers['content-type']).toBe('application/pdf')
  })

  it('is not created without the confirmation, and waits for the client if staff create it', async () => {
    expect(readRefusal(await create(type, { ...bodyOf(), attested: false }))).toEqual([422, 'not_attested'])
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    const manager = await startImpersonation(app, id, 'The client asked us to write.')
    expect((await create(type, bodyOf(), manager)).json<Dispute>().awaitingAttestation).toBe(true)
  })

  it('is mailed, sets no deadline, and records what the collector did as the answer', async () => {
    const { id, items } = await postDispute(app, maya, type, { ...bodyOf(), repeat: true })
    const sent = await app.send('POST', `/dispute/${id}/send-physical`, { as: maya, body: {} })
    expect(sent.statusCode).toBe(200)
    const record = (outcome: string) =>
      app.send('PUT', `/dispute/${id}/outcome`, {
        as: maya,
        body: { itemId: items[0]?.id, bureau: null, outcome, on: today },
      })
    expect(readRefusal(await record('deleted'))).toEqual([400, 'invalid_request', 'outcome'])
    const answered = (await record('frivolous')).json<Dispute>()
    expect(answered.items[0]?.answers).toMatchObject([{ bureau: null, outcome: 'frivolous' }])
    expect(answered.letters.flatMap(({ deadlines }) => deadlines)).toEqual([])
    expect(answered.status).toBe('CLOSED')
  })
})

it('a letter about a debt that no report shows uses the user’s description', async () => {
  const person = await app.register()
  const { letters } = (await create('validation', validation({ debt: typed }), person)).json<Dispute>()
  expect(letters[0]?.body).toContain('Your number: 584-345\nAmount you ask for: $2,384.50')
  expect(letters[0]?.body).not.toContain('credit report of')
})

describe('an invalid answer is refused with a message at its field, and changes nothing', () => {
  const future = () => ({ state: 'came', on: addDays(today, 1) })
  it.each<[string, () => object, string]>([
    ['a notice of tomorrow', () => validation({ notice: future() }), 'notice.on'],
    ['a notice that came on no day', () => validation({ notice: { state: 'came' } }), 'notice.on'],
    [
      'a day of a notice that has not come',
      () => validation({ notice: { ...notCome, on: today } }),
      'notice.on',
    ],
    ['a lender', () => validation({ isDebtCollector: false }), 'isDebtCollector'],
    ['a part without an amount', () => validation({ scope: 'part' }), 'partAmount'],
    [
      'a part as large as the debt',
      () => validation({ scope: 'part', partAmount: '99999.00' }),
      'partAmount',
    ],
    [
      'a part of what is not theirs',
      () => validation({ scope: 'part', partAmount: '1', claims: ['not_mine'] }),
      'claims',
    ],
    ['an amount in words', () => validation({ debt: { from: 'typed', amount: 'ten' } }), 'debt.amount'],
    ['an amount of zero', () => validation({ debt: { from: 'typed', amount: '0.00' } }), 'debt.amount'],
    ['a debt without a name', () => validation({ debt: { from: 'typed' } }), 'debt.number'],
    ['a whole SSN', () => validation({ explanation: 'My number is 666-34-4417.' }), 'explanation'],
    ['no ZIP code', () => validation({ collector: { ...collector, postal: '' } }), 'collector.postal'],
    [
      'the address of a bureau',
      () =>
        validation({
          collector: { ...collector, street: 'P.O. Box 4500', city: 'Allen', state: 'TX', postal: '75013' },
        }),
      'collector.street',
    ],
  ])('%s', async (_, bodyOf, field) => {
    const before = (await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>().length
    expect(readRefusal(await create('validation', bodyOf()))).toEqual([400, 'invalid_request', field])
    expect((await app.send('GET', '/dispute', { as: maya })).json<Dispute[]>()).toHaveLength(before)
  })

  it('a limited request without limits is refused, and so are limits in one that stops all contact', async () => {
    expect(readRefusal(await create('cease', cease({ scope: 'limited' })))).toEqual([
      400,
      'invalid_request',
      'media',
    ])
    expect(readRefusal(await create('cease', cease({ media: ['phone'] })))).toEqual([
      400,
      'invalid_request',
      'scope',
    ])
  })
})

it('a debt that the report does not show as a collector’s is refused', async () => {
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<{
    fullReport: { accountInformation: { id: string; bureau: string; isCollection: boolean }[] }
  }>()
  const lender = fullReport.accountInformation.find(row => !row.isCollection)
  const refused = (accountId: string | undefined) =>
    create('validation', validation({ debt: { from: 'report', accountId, bureau: lender?.bureau } }))
  expect(readRefusal(await refused(lender?.id))).toEqual([400, 'invalid_request', 'debt.accountId'])
  expect(readRefusal(await refused('0192f0c1-0000-7000-8000-00000000dead'))).toEqual([
    404,
    'not_found',
    'debt.accountId',
  ])
})

it('a repeated dispute causes a warning; one made after the notice was received does not', async () => {
  const person = await app.register()
  const asked = (own: object) => validation({ debt: typed, ...own })
  expect((await create('validation', asked({}), person)).statusCode).toBe(201)
  expect(readRefusal(await create('validation', asked({ repeat: false }), person))).toEqual([
    422,
    'repeats_dispute',
    'items.0',
  ])
  const later = asked({ repeat: false, notice: { state: 'came', on: today } })
  expect((await create('validation', later, person)).statusCode).toBe(201)
})

it('a dispute after a request to stop all contact causes a warning', async () => {
  const person = await app.register()
  const body = validation({ debt: typed })
  const warned = async () => {
    const shown = await app.send('POST', '/dispute/validation/preview', { as: person, body })
    return shown.json<Preview>().warnings.map(({ code }) => code)
  }
  expect(await warned()).toEqual([])
  await create('cease', cease({ debt: typed }), person)
  expect(await warned()).toEqual(['asked_to_stop'])
})

it('a debt that a letter to a bureau called paid cannot be denied to its collector', async () => {
  const person = await app.signIn('+12025550143')
  const { accountId, bureaus } = await findCollection(app, person)
  const items = [{ accountId, bureaus, reason: 'not_mine' }]
  await postDispute(
    app,
    person,
    'validation',
    validation({ claims: ['not_mine'], notice: { state: 'unknown' }, repeat: true }),
  )
  await postDispute(app, person, 'account', { items, repeat: true })
  const opposite = { items: [{ accountId, bureaus, reason: 'paid_or_settled' }] }
  const refused = await app.send('POST', '/dispute/account', {
    as: person,
    body: { ...opposite, attested: true, repeat: true },
  })
  expect(readRefusal(refused)).toEqual([422, 'contradicts_dispute', 'items.0.reason'])
})

it('stores nothing of the letter unencrypted', async () => {
  await create('cease', cease())
  expect(await storedText(app)).not.toMatch(/Quillfeather|MERIDIAN/i)
  expect(app.logged()).not.toMatch(/Quillfeather|MERIDIAN/i)
})
