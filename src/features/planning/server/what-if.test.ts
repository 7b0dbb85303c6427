import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { BureauProgress } from '../contract.ts'
import type { WhatIfResult } from '../what-if/step.ts'

let app: TestApp
let person: Tokens
beforeAll(async () => {
  app = await openApp()
  person = await app.register()
})
afterAll(() => app.close())

const ask = (steps: readonly object[]) => app.send('POST', '/plan/what-if', { as: person, body: { steps } })

it('states without a report that one is needed', async () => {
  expect((await ask([{ kind: 'months', months: 6 }])).json()).toMatchObject({ code: 'no_report' })
})

it('calculates from the bureaus of the plan, audits the read and stores nothing', async () => {
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  const { fullReport, figures } = (
    await app.send('GET', '/credit/analytics', { as: person })
  ).json<Analytics>()
  const card = figures?.cards.find(({ percent }) => (percent ?? 0) > 30)
  const steps = [{ kind: 'pay', accountId: card?.accountId, label: card?.label, amount: 10_000 }]
  const own = (await ask(steps)).json<WhatIfResult>()
  expect(own.steps).toMatchObject([{ text: `Pay $100.00 to ${card?.label}`, problem: null }])
  expect(own.bureaus.map(({ bureau }) => bureau)).toEqual(['TransUnion'])
  expect(own.bureaus[0]?.before.counts.accounts).toBe(fullReport?.accountInformation.length)

  await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
  const all = (await ask(steps)).json<WhatIfResult>()
  expect(all.bureaus.map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Experian', 'Equifax'])
  expect((await app.send('GET', '/plans', { as: person })).json()).toEqual({ data: [] })
  const { rows } = await app.database.pool.query<{ act: string }>(
    "select act from audit_events where act = 'report_read' and actor = 'user'",
  )
  expect(rows.length).toBeGreaterThanOrEqual(2)
})

it('measures each bureau of the plan on the date of its report, and returns nothing without one', async () => {
  const progress = async (as: Tokens) =>
    (await app.send('GET', '/plan/progress', { as })).json<{ bureaus: BureauProgress[] }>().bureaus
  expect((await progress(person)).map(({ bureau, points }) => `${bureau} ${points.length}`)).toEqual([
    'TransUnion 1',
    'Experian 1',
    'Equifax 1',
  ])
  expect(await progress(await app.register())).toEqual([])
})

it.each([
  ['no step', [], 'steps', 'Choose a step'],
  [
    'too many',
    Array.from({ length: 13 }, () => ({ kind: 'months', months: 1 })),
    'steps',
    'A plan holds up to 12 steps. Remove one first.',
  ],
  ['too many months', [{ kind: 'months', months: 121 }], 'steps.0.months', 'Enter from 1 to 120 months'],
  [
    'nothing corrected',
    [{ kind: 'correct', accountId: 'a', label: 'A', fields: {} }],
    'steps.0.fields',
    'Say what would be corrected',
  ],
])('refuses %s with a message', async (_name, steps, field, sentence) => {
  const answer = await ask(steps)
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: { [field]: sentence } }])
})
