import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#testing/app.ts'
import { collectionOf, disputed } from '#testing/disputing.ts'
import type { Dispute } from '../dispute-contract.ts'

const DAY = 86_400_000

/** Half past ten in the evening of 20 November in New York, when in Greenwich it is the 21st. */
const lateEvening = new Date('2026-11-21T03:30:00Z')

let app: TestApp
let maya: Tokens
beforeAll(async () => {
  app = await openApp({ demo: true, openedAt: lateEvening, env: { BUSINESS_TZ: 'America/New_York' } })
  maya = await app.signIn('+12025550143')
})
afterAll(() => app.close())

it('a letter that arrives late in the evening is received on that day, and its thirty days are counted from it', async () => {
  const item = await collectionOf(app, maya)
  const [bureau] = item.bureaus
  const { id } = await disputed(app, maya, 'account', { items: [{ ...item, bureaus: [bureau] }] })
  await app.send('POST', `/dispute/${id}/send-physical`, { as: maya, body: {} })
  const read = async () => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()
  const { letters, items } = await read()
  await app.send('POST', `/sandbox/letters/${letters[0]?.id}/events`, {
    body: { event: 'delivered' },
    from: '127.0.0.1',
  })
  const outcome = { itemId: items[0]?.id, bureau, outcome: 'no_answer', on: '2026-11-20' }
  expect((await app.send('PUT', `/dispute/${id}/outcome`, { as: maya, body: outcome })).statusCode).toBe(200)
  const steps = async () => {
    maya = await app.signIn('+12025550143')
    return (await read()).items.flatMap(one => one.steps.map(({ text }) => text))
  }
  app.pass(30 * DAY)
  expect(await steps()).toEqual([])
  app.pass(DAY)
  expect(await steps()).toEqual([expect.stringContaining('The 30 days ended on Dec 20, 2026')])
})
