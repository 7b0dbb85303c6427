import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'

let app: TestApp
let person: Tokens & { userId: string }
beforeAll(async () => {
  app = await openApp()
  person = await app.register()
})
afterAll(() => app.close())

const draft = {
  step: 'why',
  items: [
    {
      key: 'a',
      bureaus: ['TransUnion'],
      reason: 'other',
      correctBureau: null,
      text: 'Zanzibar-Quetzal',
      from: null,
      until: null,
    },
  ],
  documentIds: [],
  form: {},
}
const read = (as: Tokens, type = 'account') => app.send('GET', `/dispute/draft/${type}`, { as })
const keep = (as: Tokens, body: object = draft, type = 'account') =>
  app.send('PUT', `/dispute/draft/${type}`, { as, body })
const drop = (as: Tokens, type = 'account') => app.send('DELETE', `/dispute/draft/${type}`, { as })

const nothing = { draft: null, savedAt: null }

describe('the answers of an unfinished wizard', () => {
  it('are stored by type, replacing earlier ones, until they are deleted', async () => {
    expect((await read(person)).json()).toEqual(nothing)
    await keep(person)
    app.pass(1_000)
    const saved = await keep(person, { ...draft, step: 'check' })
    expect(saved.json()).toEqual({ savedAt: app.now().toISOString() })
    expect((await read(person)).json()).toEqual({
      draft: { ...draft, step: 'check' },
      savedAt: app.now().toISOString(),
    })
    expect((await read(person, 'freeze')).json()).toEqual(nothing)
    expect((await drop(person)).json()).toEqual({ success: true })
    expect((await read(person)).json()).toEqual(nothing)
    expect((await drop(person)).statusCode).toBe(200)
  })

  it('are listed with their number of items, the latest first', async () => {
    const listed = async (as: Tokens) => (await app.send('GET', '/dispute/draft', { as })).json<object>()
    const other = await app.register()
    expect(await listed(other)).toEqual({ data: [] })
    await keep(other)
    const first = app.now().toISOString()
    app.pass(1_000)
    await keep(other, { ...draft, items: [] }, 'freeze')
    expect(await listed(other)).toEqual({
      data: [
        { type: 'freeze', items: 0, savedAt: app.now().toISOString() },
        { type: 'account', items: 1, savedAt: first },
      ],
    })
    await drop(other, 'freeze')
    expect(await listed(other)).toMatchObject({ data: [{ type: 'account' }] })
  })

  it('of a letter to a company are stored by field name', async () => {
    const form = { debt: 'typed', 'company.city': 'Omaha' }
    await keep(person, { step: 'form', items: [], documentIds: [], form }, 'cease')
    expect((await read(person, 'cease')).json()).toMatchObject({ draft: { items: [], form } })
    await drop(person, 'cease')
  })

  it('are encrypted, and no one else can read or change them', async () => {
    await keep(person)
    const other = await app.register()
    expect((await read(other)).json()).toEqual(nothing)
    await keep(other, { ...draft, step: 'else' })
    await drop(other)
    expect((await read(person)).json()).toMatchObject({ draft })
    expect(await storedText(app)).not.toContain('Zanzibar')
    expect(app.logged()).not.toContain('Zanzibar')
  })

  it('can be stored by an assisting manager, and only read by a read-only one', async () => {
    const assisting = await startImpersonation(app, person.userId, 'The client asked for help.')
    const reading = await startImpersonation(app, person.userId, null)
    expect((await keep(assisting, { ...draft, step: 'helped' })).statusCode).toBe(200)
    expect((await read(reading)).json()).toMatchObject({ draft: { step: 'helped' } })
    expect(readRefusal(await keep(reading))).toEqual([403, 'read_only'])
    expect(readRefusal(await drop(reading))).toEqual([403, 'read_only'])
  })

  it.each([
    ['an unknown type', 'everything', draft, 404],
    ['an unknown key', 'account', { ...draft, more: 1 }, 400],
    ['too many items', 'account', { ...draft, items: Array(21).fill(draft.items[0]) }, 400],
    [
      'a text without end',
      'account',
      { ...draft, items: [{ ...draft.items[0], text: 'x'.repeat(1_001) }] },
      400,
    ],
    ['a form answer without end', 'cease', { ...draft, form: { explanation: 'x'.repeat(1_001) } }, 400],
    [
      'more form answers than any form has',
      'cease',
      { ...draft, form: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`a${at}`, ''])) },
      400,
    ],
  ])('are refused with %s', async (_, type, body, status) => {
    expect((await keep(person, body, type)).statusCode).toBe(status)
  })

  it('stored by two pages concurrently are those of one of the two', async () => {
    const steps = Array.from({ length: 10 }, (_, index) => `step-${index}`)
    const answers = await Promise.all(steps.map(step => keep(person, { ...draft, step })))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const { draft: kept } = (await read(person)).json<{ draft: { step: string } }>()
    expect(steps).toContain(kept.step)
  })
})
