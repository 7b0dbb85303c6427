import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, findInquiry, postDispute } from '#test/support/people/disputing.ts'
import { addDays } from '#values/business-days.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute } from '../dispute-contract.ts'

const DAY = 86_400_000

/** 10:30 p.m. on November 20 in New York is November 21 in UTC. */
const lateEvening = new Date('2026-11-21T03:30:00Z')

let app: TestApp
let maya: Tokens
beforeAll(async () => {
  app = await openApp({ demo: true, openedAt: lateEvening, env: { BUSINESS_TZ: 'America/New_York' } })
  maya = await app.signIn('+12025550143')
})
afterAll(() => app.close())

it('thirty days are counted from the day of receipt, also late in the evening, and not for a letter that came back', async () => {
  const item = await findCollection(app, maya)
  const bureaus = item.bureaus.slice(0, 2)
  expect(bureaus).toHaveLength(2)
  const { id } = await postDispute(app, maya, 'account', { items: [{ ...item, bureaus }] })
  await app.send('POST', `/dispute/${id}/send-physical`, { as: maya, body: {} })
  const read = async () => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()
  const { letters, items } = await read()
  for (const [index, event] of ['delivered', 'returned'].entries())
    await app.send('POST', `/sandbox/letters/${letters[index]?.id}/events`, {
      body: { event },
      from: '127.0.0.1',
    })
  for (const bureau of bureaus) {
    const outcome = { itemId: items[0]?.id, bureau, outcome: 'no_answer', on: '2026-11-20' }
    const recorded = await app.send('PUT', `/dispute/${id}/outcome`, { as: maya, body: outcome })
    expect(recorded.statusCode).toBe(200)
  }
  const steps = async () => {
    maya = await app.signIn('+12025550143')
    return (await read()).items.flatMap(one => one.steps.map(({ text }) => text))
  }
  app.pass(30 * DAY)
  expect(await steps()).toEqual([])
  app.pass(DAY)
  expect(await steps()).toEqual([expect.stringContaining('The 30 days ended on Dec 20, 2026')])
})

it('after a free annual report a bureau has forty-five days, for follow-ups too', async () => {
  maya = await app.signIn('+12025550143')
  const item = await findInquiry(app, maya)
  const [bureau] = item.bureaus
  const dispute = await postDispute(app, maya, 'inquiry', {
    items: [{ ...item, bureaus: [bureau] }],
    freeAnnualReport: true,
  })
  const path = `/dispute/${dispute.id}`
  await app.send('POST', `${path}/send-physical`, { as: maya, body: {} })
  const read = async () => (await app.send('GET', path, { as: maya })).json<Dispute>()
  await app.send('POST', `/sandbox/letters/${(await read()).letters[0]?.id}/events`, {
    body: { event: 'delivered' },
    from: '127.0.0.1',
  })
  const received = dayIn('America/New_York', app.now())
  const { letters, items, freeAnnualReport } = await read()
  expect(freeAnnualReport).toBe(true)
  const investigation = letters[0]?.deadlines.find(({ kind }) => kind === 'investigation')
  expect(investigation?.dueOn).toBe(addDays(received, 45))
  expect(investigation?.basis).toContain('15 U.S.C. 1681j(a)(3)')
  const itemId = items[0]?.id
  const outcome = { itemId, bureau, outcome: 'no_answer', on: received }
  await app.send('PUT', `${path}/outcome`, { as: maya, body: outcome })
  const steps = async () => {
    maya = await app.signIn('+12025550143')
    return (await read()).items.flatMap(one => one.steps.map(({ kind }) => kind))
  }
  app.pass(45 * DAY)
  expect(await steps()).toEqual([])
  app.pass(DAY)
  expect(await steps()).toEqual(['dispute_again'])
  const followUp = {
    itemId,
    kind: 'dispute_again',
    bureaus: [bureau],
    explanation: 'I wait.',
    attested: true,
  }
  const followed = await app.send('POST', `${path}/follow-up`, { as: maya, body: followUp })
  expect(followed.json<Dispute>().freeAnnualReport).toBe(true)
  // A freeze disputes nothing in the report.
  const freeze = { action: 'place', bureaus: ['TransUnion'], attested: true, freeAnnualReport: true }
  expect((await app.send('POST', '/dispute/freeze', { as: maya, body: freeze })).statusCode).toBe(400)
})
