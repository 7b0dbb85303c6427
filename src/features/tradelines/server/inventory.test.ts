import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { TradelineFeed } from '#providers/tradeline-feed/port.ts'
import { sandboxTradelineFeed } from '#sandbox/providers/tradeline-feed.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import type { InventoryLine, Synced, tradelines } from '../contract.ts'
import { searchLines } from './inventory.ts'
import { syncJob } from './sync.ts'

type StaffInventory = EndpointReply<typeof tradelines.staffInventory>

let app: TestApp
let person: Tokens
let agent: Tokens
let auditor: Tokens
beforeAll(async () => {
  app = await openApp()
  person = await app.register()
  agent = await newManager(app, 'agent')
  auditor = await newManager(app, 'auditor')
})
afterAll(() => app.close())

const head = 'id,name,bank,opened,creditLimit,price,slots,purchaseBy,bureaus'
const csv = (...rows: string[]) => [head, ...rows, ''].join('\n')
const harbor = 'H-1,Harbor Visa,Harbor Bank,2014-03-09,15000,465,2,,TransUnion Experian'
const summit = 'S-1,Summit Card,Summit Bank,2012-03,5000,450,1,,'

const send = (file: string | Uint8Array, as = agent) => app.upload('/tradelines/sync/file', file, { as })
const synced = async (file: string) => {
  const answer = await send(file)
  expect(answer.statusCode).toBe(200)
  return answer.json<Synced>()
}
const offered = async () =>
  (await app.send('GET', '/tradelines/inventory', { as: person })).json<{ data: InventoryLine[] }>().data
const named = async () => (await offered()).map(({ name, price }) => [name, price])
const staffAnswer = (query = '') => app.send('GET', `/manager/tradelines${query}`, { as: auditor })
const staffInventory = async (query = '') => (await staffAnswer(query)).json<StaffInventory>()

test('the inventory is empty before the first list', async () => {
  expect(await staffInventory()).toEqual({
    data: [],
    total: 0,
    next: null,
    changedAt: null,
    sandbox: true,
  })
})

describe("a supplier's list", () => {
  it('is offered, and changes nothing when imported again', async () => {
    const counts = { success: true, added: 2, updated: 0, removed: 0, refused: 0, refusedRows: [] }
    expect(await synced(csv(harbor, summit))).toEqual(counts)
    expect(await synced(csv(harbor, summit))).toEqual({ ...counts, added: 0 })
    expect(await named()).toEqual([
      ['Summit Card', 450],
      ['Harbor Visa', 465],
    ])
    expect((await offered())[1]).toMatchObject({
      slots: 2,
      bureaus: ['TransUnion', 'Experian'],
      creditLimit: 15_000,
    })
  })

  it('updates changed lines, removes missing ones, and brings them back under the same id', async () => {
    const [, before] = await offered()
    expect(await synced(csv(harbor.replace('465', '480')))).toMatchObject({
      added: 0,
      updated: 1,
      removed: 1,
    })
    expect(await named()).toEqual([['Harbor Visa', 480]])
    expect(await synced(csv(harbor, summit))).toMatchObject({ added: 1, updated: 1, removed: 0 })
    expect((await offered())[1]?.id).toBe(before?.id)
  })

  it('reports refused rows and offers the others; an invalid row removes its line', async () => {
    const answer = await synced(
      csv(harbor, 'S-1,Summit Card,Summit Bank,2012-03,5000,free,1,,', 'X-1,Half a row'),
    )
    expect(answer).toMatchObject({ added: 0, updated: 0, removed: 1, refused: 2 })
    expect(answer.refusedRows).toEqual([
      { row: 2, supplierId: 'S-1', reason: 'price is not an amount of dollars' },
      { row: 3, supplierId: 'X-1', reason: 'bank is missing' },
    ])
  })

  it('may be JSON with ages instead of dates; an unchanged age grows with time', async () => {
    const row = {
      id: 'J-1',
      name: 'Juniper Visa',
      bank: 'Juniper',
      ageYears: 9.5,
      creditLimit: 9_000,
      price: 300,
      slots: 1,
    }
    const list = (ageYears: number) => JSON.stringify({ data: [{ ...row, ageYears }] })
    expect(await synced(list(9.5))).toMatchObject({ added: 1, removed: 1 })
    app.pass(400 * 86_400_000)
    agent = await newManager(app, 'agent')
    person = await app.register()
    expect(await synced(list(9.5))).toMatchObject({ added: 0, updated: 0 })
    expect((await offered())[0]?.ageYears).toBe(10.6)
    expect(await synced(list(10))).toMatchObject({ updated: 1 })
    expect((await offered())[0]?.ageYears).toBe(10)
  })

  it.each([
    ['nothing', '', 'it has no rows'],
    ['a head alone', csv(), 'it has no rows'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'it is not text in UTF-8'],
    ['JSON that breaks off', '[{"id": 1', 'it is not JSON to its end'],
    ['JSON without a list', '{"id": 1}', 'it holds no list of tradelines'],
    ['an open quotation mark', `${head}\n"H-1,Harbor`, 'it is not CSV'],
    ['a page of HTML', '<!doctype html><html><body>Not found</body></html>', 'it has no rows'],
    ['rows of something else', 'name,colour\nharbor,blue', 'None of its 1 rows is right'],
    ['too many rows', csv(...Array.from({ length: 10_001 }, () => summit)), 'more than 10000 rows'],
  ])('is refused as a whole when it is %s', async (_, file, why) => {
    const before = await named()
    const answer = await send(file)
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'unreadable_feed' }])
    expect(answer.json<{ message: string }>().message).toContain(why)
    expect(await named()).toEqual(before)
  })

  it('is refused above 2 MB', async () => {
    expect((await send('x'.repeat(2 * 1024 * 1024 + 1))).json()).toMatchObject({ code: 'too_large' })
  })

  it('is accepted only from staff with write access', async () => {
    expect((await send(csv(harbor), person)).json()).toMatchObject({ code: 'not_allowed' })
    expect((await send(csv(harbor), await newManager(app, 'auditor'))).json()).toMatchObject({
      code: 'not_allowed',
    })
  })

  it('leaves earlier requests unchanged when their line is removed', async () => {
    await synced(csv(harbor))
    const body = { desiredAverageAge: 0, desiredExtraLimit: 15_000, sendToManager: true }
    await app.send('POST', '/tradelines/advice', { as: person, body })
    await synced(csv(summit))
    const { data } = (await app.send('GET', '/tradelines/requested', { as: person })).json<{
      data: { emailContent: string }[]
    }>()
    expect(data[0]?.emailContent).toContain('Harbor Visa')
  })
})

describe('the sandbox supplier', () => {
  it('can be fetched by a manager, and its last days to buy are in the future', async () => {
    const answer = await app.send('POST', '/tradelines/sync', { as: agent })
    expect(answer.json()).toMatchObject({ success: true, added: 60, refused: 0 })
    const today = app.now().toISOString().slice(0, 10)
    const late = (await offered()).filter(
      ({ purchaseBy }) => purchaseBy === null || purchaseBy < today.slice(0, 8),
    )
    expect(late).toEqual([])
  })

  it('is fetched every morning, and a failure leaves the lines on offer', async () => {
    await synced(csv(harbor))
    const doing = { now: app.now(), log: createLog('silent', process.stderr) }
    const morning = (fetch: TradelineFeed['fetch']) =>
      syncJob({
        db: app.database.db,
        keyring: app.keyring,
        timeZone: 'America/New_York',
        tradelineFeed: { sandbox: true, fetch },
      })
    expect(morning(async () => Buffer.from('')).schedule).toBe('10 5 * * *')
    await morning(async () => Buffer.from('no list')).run({}, doing)
    expect(await named()).toEqual([['Harbor Visa', 465]])
    const lost = new ProviderFailure('tradeline-feed', 'The tradeline supplier could not be reached.', true)
    await expect(morning(() => Promise.reject(lost)).run({}, doing)).rejects.toThrow(lost)
    await morning(sandboxTradelineFeed('America/New_York').fetch).run({}, doing)
    expect((await offered()).length).toBe(60)
  })
})

describe('the inventory for staff', () => {
  beforeAll(async () => {
    auditor = await newManager(app, 'auditor')
  })
  const overdue = summit.replace(',450,1,,', ',450,1,2020-01-31,')

  it('lists the lines on offer, cheapest first, with the supplier’s ids', async () => {
    const since = app.now().toISOString()
    await synced(csv(harbor, overdue))
    expect(await staffInventory()).toMatchObject({
      total: 2,
      changedAt: since,
      data: [
        { supplierId: 'S-1', name: 'Summit Card', price: 450, isOver: true, changedAt: since },
        { supplierId: 'H-1', creditLimit: 15_000, slots: 2, purchaseBy: null, isOver: false },
      ],
    })
  })

  it('can be searched by words and paged', async () => {
    expect(await staffInventory('?query=summit%20card')).toMatchObject({ data: [{ name: 'Summit Card' }] })
    expect(await staffInventory('?query=h-1')).toMatchObject({ total: 1, data: [{ name: 'Harbor Visa' }] })
    const { next } = await staffInventory('?limit=1')
    expect(await staffInventory(`?limit=1&before=${next}`)).toMatchObject({
      total: 2,
      data: [{ name: 'Harbor Visa' }],
      next: null,
    })
    expect(await staffInventory('?query=%00')).toMatchObject({ total: 0 })
    expect((await staffAnswer(`?query=${'x'.repeat(121)}`)).json()).toMatchObject({ code: 'invalid_request' })
  })

  it('shows when it last changed: the same list changes nothing, a removed line does', async () => {
    const { changedAt: before } = await staffInventory()
    app.pass(60_000)
    await synced(csv(harbor, overdue))
    expect((await staffInventory()).changedAt).toBe(before)
    await synced(csv(harbor))
    expect(await staffInventory()).toMatchObject({
      total: 1,
      changedAt: app.now().toISOString(),
      data: [{ changedAt: before }],
    })
  })
})

const harborLine = { name: 'Harbor Visa', bank: 'Harbor Bank', supplierId: 'H-1' }
const summitLine = { name: 'Summit Card', bank: 'Bank of the West', supplierId: 'S-20' }

it.each([
  ['', [harborLine, summitLine]],
  ['harbor', [harborLine]],
  ['  CARD  west ', [summitLine]],
  ['s-2', [summitLine]],
  ['bank', [harborLine, summitLine]],
  ['harbor west', []],
  ['visaharbor', []],
  ['%', []],
  ['\0', []],
])('a search for %j finds %j', (query, found) => {
  expect(searchLines([harborLine, summitLine], query)).toEqual(found)
})
