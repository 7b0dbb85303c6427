import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import type { tradelines } from '../contract.ts'
import { searchLines } from './inventory.ts'

type Inventory = EndpointReply<typeof tradelines.staffInventory>

let app: TestApp
let auditor: Tokens
let agent: Tokens
beforeAll(async () => {
  app = await openApp()
  auditor = await newManager(app, 'auditor')
  agent = await newManager(app, 'agent')
})
afterAll(() => app.close())

const ask = (query = '') => app.send('GET', `/manager/tradelines${query}`, { as: auditor })
const inventory = async (query = '') => (await ask(query)).json<Inventory>()
const names = async (query: string) => (await inventory(query)).data.map(({ name }) => name)

const list = (...rows: string[]) =>
  ['id,name,bank,opened,creditLimit,price,slots,purchaseBy', ...rows].join('\n')
const upload = (...rows: string[]) => app.upload('/tradelines/sync/file', list(...rows), { as: agent })
const harbor = 'H-1,Harbor Visa,Harbor Bank,2014-03,15000,465,2,'
const summit = 'S-1,Summit Card,Summit Bank,2012-03,5000,450,1,2020-01-31'

describe('the inventory as staff read it', () => {
  it('is empty before the first list', async () => {
    expect(await inventory()).toEqual({ data: [], total: 0, changedAt: null, sandbox: true })
  })

  it('has the lines on offer, the cheapest first, with what their supplier calls them', async () => {
    const since = app.now().toISOString()
    await upload(harbor, summit)
    expect(await inventory()).toMatchObject({
      total: 2,
      changedAt: since,
      data: [
        { supplierId: 'S-1', name: 'Summit Card', price: 450, isOver: true, changedAt: since },
        { supplierId: 'H-1', creditLimit: 15_000, slots: 2, purchaseBy: null, isOver: false },
      ],
    })
  })

  it('is found by words, and read part by part', async () => {
    expect(await names('?query=summit%20card')).toEqual(['Summit Card'])
    expect(await names('?query=h-1')).toEqual(['Harbor Visa'])
    expect(await inventory('?limit=1&offset=1')).toMatchObject({ total: 2, data: [{ name: 'Harbor Visa' }] })
    expect(await inventory('?query=%00')).toMatchObject({ total: 0 })
    expect((await ask(`?query=${'x'.repeat(121)}`)).json()).toMatchObject({ code: 'invalid_request' })
  })

  it('says since when it is as it is: the same list changes nothing, a line that goes does', async () => {
    const { changedAt: before } = await inventory()
    app.pass(60_000)
    await upload(harbor, summit)
    expect((await inventory()).changedAt).toBe(before)
    await upload(harbor)
    expect(await inventory()).toMatchObject({
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
