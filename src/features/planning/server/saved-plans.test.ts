import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { SavedPlan } from '../contract.ts'
import { MAX_SAVED_PLANS } from '../limits.ts'
import { planningPersonalData } from './saved-plans.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const wait = (months: number) => ({ kind: 'what_if', steps: [{ kind: 'months', months }] })
const save = (as: Tokens, name: string, content: object = wait(12)) =>
  app.send('POST', '/plans', { as, body: { name, content } })
const namesOf = async (as: Tokens) =>
  (await app.send('GET', '/plans', { as })).json<{ data: SavedPlan[] }>().data.map(({ name }) => name)

it('stores plans under names, encrypted, lists the last changed first and exports them', async () => {
  const person = await app.register()
  const first = (await save(person, 'A year')).json<SavedPlan>()
  app.pass(1_000)
  await save(person, 'Two years', wait(24))
  app.pass(1_000)
  const changed = await app.send('PATCH', `/plans/${first.id}`, { as: person, body: { name: 'One year' } })
  expect(changed.json()).toMatchObject({ name: 'One year', content: wait(12) })
  expect(await namesOf(person)).toEqual(['One year', 'Two years'])

  const { db, pool } = app.database
  const files = await planningPersonalData.exportFiles?.(db, app.keyring, person.userId, app.now())
  expect(files?.map(({ path }) => path)).toEqual(['plans.json'])
  const { rows } = await pool.query<{ body: Buffer }>('select body from saved_plans')
  expect(rows.some(({ body }) => body.toString('latin1').includes('year'))).toBe(false)

  expect((await app.send('DELETE', `/plans/${first.id}`, { as: person })).statusCode).toBe(200)
  expect(await namesOf(person)).toEqual(['Two years'])
})

it('can be saved by assisting staff but not by read-only staff', async () => {
  const { userId } = await app.register()
  expect((await save(await startImpersonation(app, userId, null), 'No')).json()).toMatchObject({
    code: 'read_only',
  })
  expect((await save(await startImpersonation(app, userId, 'A call'), 'Yes')).statusCode).toBe(201)
})

it.each([
  ['no name', { name: '  ', content: wait(1) }, 'name'],
  ['no step', { name: 'Empty', content: { kind: 'what_if', steps: [] } }, 'content.steps'],
  ['a kind that there is not', { name: 'Other', content: { kind: 'luck' } }, 'content.kind'],
  [
    'too many steps',
    { name: 'Long', content: { kind: 'what_if', steps: Array.from({ length: 13 }, () => wait(1).steps[0]) } },
    'content.steps',
  ],
])('refuses a plan with %s and stores nothing', async (_name, body, field) => {
  const person = await app.register()
  const answer = await app.send('POST', '/plans', { as: person, body })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field])
  expect(await namesOf(person)).toEqual([])
})

it('refuses one more than the limit per user', async () => {
  const person = await app.register()
  for (let nth = 0; nth < MAX_SAVED_PLANS; nth += 1)
    expect((await save(person, `Plan ${nth}`)).statusCode).toBe(201)
  expect((await save(person, 'One more')).json()).toMatchObject({ code: 'too_many_plans' })
})
