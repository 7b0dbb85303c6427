import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { SavedPlan } from '../contract.ts'
import type { PayoffRequest, PayoffResult, PayoffStart } from '../payoff/payoff.ts'

let app: TestApp
let person: Tokens
beforeAll(async () => {
  app = await openApp()
  person = await app.register()
})
afterAll(() => app.close())

const start = async () => (await app.send('GET', '/plan/payoff', { as: person })).json<PayoffStart>()
const calculate = (body: object) => app.send('POST', '/plan/payoff', { as: person, body })

const card = {
  accountId: 'a',
  label: 'HARBOR BANK',
  balance: 100_000,
  limit: 200_000,
  apr: 2400,
  minimum: 3_000,
}
const request = {
  cards: [card],
  others: { balance: 0, limit: 0 },
  goal: 'least_interest',
  now: 0,
  monthly: 50_000,
} as const satisfies PayoffRequest

it('needs a report for its cards but not to calculate', async () => {
  expect(await start()).toMatchObject({ hasReport: false, cards: [], saved: [] })
  const found = (await calculate(request)).json<PayoffResult>()
  expect(found).toMatchObject({ kind: 'plan', plan: { months: 3, interest: 3_101 } })
  expect((await calculate({ ...request, monthly: 2_999 })).json()).toEqual({
    kind: 'short',
    because: 'minimums',
    atLeast: 3_000,
  })
})

it('starts from the cards of the report, and tracks a saved plan with each report', async () => {
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  const { cards, others } = await start()
  expect(cards.length).toBeGreaterThan(1)
  expect(cards.every(({ bureau, balance }) => bureau === 'TransUnion' && balance > 0)).toBe(true)
  const planned: PayoffRequest = {
    ...request,
    cards: cards.map(({ accountId, label, balance, limit, minimum }) => ({
      accountId,
      label,
      balance: balance + 5_000,
      limit,
      minimum: minimum ?? 2_500,
      apr: 2199,
    })),
    others,
    now: 0,
    monthly: 200_000,
  }
  const save = async (name: string, startsOn: string) =>
    (
      await app.send('POST', '/plans', {
        as: person,
        body: { name, content: { kind: 'payoff', startsOn, request: planned } },
      })
    ).json<SavedPlan>()
  const before = await save('Before the report', (cards[0]?.asOf ?? '').slice(0, 10))
  const after = await save('Later', '2026-12-01')
  const { saved } = await start()
  expect(saved.find(({ planId }) => planId === after.id)?.sentence).toBe(
    'Not comparable yet: your report is from before the plan began.',
  )
  const followed = saved.find(({ planId }) => planId === before.id)
  expect(followed?.cards.map(({ state }) => state)).toContain('ahead')
  expect(followed?.sentence).toMatch(/ahead of the plan by your newest report\./)
})

it.each<[string, object, Record<string, string | RegExp>]>([
  [
    'negative',
    { cards: [{ ...card, balance: -1 }] },
    { 'cards.0.balance': 'Enter a balance from $0.01 to $1,000,000' },
  ],
  [
    'an APR over 100',
    { cards: [{ ...card, apr: 10_001 }] },
    { 'cards.0.apr': /^Enter the APR of your statement/ },
  ],
  ['no card', { cards: [] }, { cards: 'There is no card with a balance to pay' }],
  [
    '31 cards',
    { cards: Array.from({ length: 31 }, (_none, nth) => ({ ...card, accountId: `${nth}` })) },
    { cards: 'A payoff plan takes up to 30 cards' },
  ],
  ['one card twice', { cards: [card, card] }, { cards: 'Each card once' }],
  ['no money', { now: 0, monthly: null }, { monthly: 'Enter an amount now, an amount each month, or both' }],
  ['0 a month', { monthly: 0 }, { monthly: /^Enter an amount from \$0\.01/ }],
  [
    'use without limits',
    { goal: 'below_30', cards: [{ ...card, limit: null }] },
    { goal: /cannot be measured$/ },
  ],
])('refuses %s with a message', async (_name, change, fields) => {
  const answer = await calculate({ ...request, ...change })
  expect(answer.statusCode).toBe(400)
  const found = answer.json<{ fields: Record<string, string> }>().fields
  expect(Object.keys(found)).toEqual(Object.keys(fields))
  for (const [name, sentence] of Object.entries(fields)) expect(found[name]).toMatch(sentence)
})
