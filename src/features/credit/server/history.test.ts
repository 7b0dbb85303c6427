import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import type { History } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'
const daniel = '+12025550178'
const historyOf = async (as: Tokens, query = '') =>
  (await app.send('GET', `/credit/history${query}`, { as })).json<History>()

describe('the history', () => {
  it('of seven months is six entries a bureau, newest first, each with the score before it', async () => {
    const { bureau, history } = await historyOf(await app.signIn(maya))
    expect(bureau).toBeNull()
    expect(Object.keys(history)).toEqual(['TransUnion', 'Experian', 'Equifax'])
    for (const entries of Object.values(history)) {
      expect(entries).toHaveLength(6)
      expect(entries.every(({ scoreOld }) => scoreOld !== null)).toBe(true)
      expect(entries.slice(0, -1).map(({ scoreOld }) => scoreOld)).toEqual(
        entries.slice(1).map(({ scoreNew }) => scoreNew),
      )
      const times = entries.map(({ reportTime }) => reportTime)
      expect(times).toEqual(times.toSorted().toReversed())
    }
    expect(
      Object.values(history).flatMap(entries => entries.flatMap(({ changes }) => changes)).length,
    ).toBeGreaterThan(5)
  })

  it('of seven months has six entries in the last hour of a day too, when the clocks went back in between', async () => {
    const late = await openApp({ demo: true, openedAt: new Date('2026-11-22T04:50:00Z') })
    const answer = await late.send('GET', '/credit/history', { as: await late.signIn(maya) })
    await late.close()
    expect(Object.values(answer.json<History>().history).map(entries => entries.length)).toEqual([6, 6, 6])
  })

  it('follows the plan at once, and refuses a bureau outside it', async () => {
    const as = await app.signIn(maya)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: false } })
    const free = await historyOf(as, '?level=3')
    expect(Object.keys(free.history)).toEqual(['TransUnion'])
    expect(JSON.stringify(free)).not.toMatch(/Experian|Equifax/)
    const refused = await app.send('GET', '/credit/history?bureau=Experian', { as })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'plan_required' }])
    await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
    const one = await historyOf(as, '?bureau=Experian')
    expect([one.bureau, Object.keys(one.history)]).toEqual(['Experian', ['Experian']])
  })

  it('of the free plan is of TransUnion', async () => {
    const { history } = await historyOf(await app.signIn(daniel))
    expect(Object.keys(history)).toEqual(['TransUnion'])
  })

  it('without a report is empty', async () => {
    expect(await historyOf(await app.register())).toEqual({ bureau: null, history: {} })
  })

  it('of an imported report starts over, and that of the bureaus continues after it', async () => {
    const person = await app.register({ ssn: '215454321', consents: { reportAccess: true } })
    await app.work()
    const asked = { userId: '', ssn: '215454321', now: app.now() }
    const address = { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' }
    const names = { firstName: 'Invented', middleName: null, lastName: 'Person' }
    const profile = { ...names, birthDate: '1990-04-12', address }
    const pulled = await sandboxCreditData('America/New_York').pull({ ...asked, profile })
    if (pulled.kind !== 'document') throw new Error('the sandbox bureau gave no document')
    app.pass(1_000)
    await app.upload('/credit/reports/import', pulled.bytes, { as: person })
    expect((await historyOf(person)).history.TransUnion).toMatchObject([{ scoreOld: null, changes: [] }])

    app.pass(32 * 24 * 60 * 60_000)
    const as = await app.signIn(person.phoneNumber)
    await app.send('POST', '/user/consents', { as, body: { kind: 'reportAccess', given: true } })
    await app.work()
    const { TransUnion = [] } = (await historyOf(as)).history
    expect(TransUnion.map(({ scoreOld }) => scoreOld === null)).toEqual([false, true])
  })

  it('keeps no creditor and no score readable', async () => {
    expect(await storedText(app)).not.toMatch(/TIDEWATER|HARBORVIEW|historyId/)
  })
})
