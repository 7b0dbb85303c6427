import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Advice, InventoryLine, RequestedEmail } from '../contract.ts'

type Answered = Advice & { request: RequestedEmail | null }

const mayaPhone = '+12025550143'
const inbox = 'manager@fairfile.test'

let app: TestApp
let maya: Tokens
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn(mayaPhone)
})
afterAll(() => app.close())

const advice = (body: object, as: Tokens = maya, key?: string, path = '/tradelines/advice') =>
  app.send('POST', path, { as, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
const advised = async (body: object, as: Tokens = maya) => (await advice(body, as)).json<Answered>()
const requested = async (as: Tokens = maya, query = '') =>
  (await app.send('GET', `/tradelines/requested${query}`, { as })).json<{
    data: RequestedEmail[]
    total: number
  }>()

/** A goal whose plan is found at once, for what does not depend on the plan. */
const small = { desiredAverageAge: 0, desiredExtraLimit: 1_000 }

describe('the inventory of the sandbox', () => {
  it('has about sixty lines, cheapest first, all in whole dollars and with a last day to buy', async () => {
    const { data } = (await app.send('GET', '/tradelines/inventory', { as: maya })).json<{
      data: InventoryLine[]
    }>()
    expect(data.length).toBeGreaterThanOrEqual(55)
    expect(data.map(({ price }) => price)).toEqual(data.map(({ price }) => price).toSorted((a, b) => a - b))
    for (const line of data) {
      expect([line.price % 1, line.creditLimit % 1, line.slots % 1]).toEqual([0, 0, 0])
      expect(line.ageYears).toBeGreaterThan(0)
      expect(line.purchaseBy).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })
})

describe('advice', () => {
  it('reaches the default goals, and its figures add up', async () => {
    const found = await advised({})
    expect(found).toMatchObject({
      reached: { averageAge: true, extraLimit: true },
      proven: true,
      request: null,
    })
    expect(found.newAverageAge).toBeGreaterThanOrEqual(5.5)
    const sum = (part: (line: Answered['selectedTradeLines'][number]) => number) =>
      found.selectedTradeLines.reduce((total, line) => total + part(line), 0)
    expect(found.totalCost).toBe(sum(({ slots, tradeLine }) => slots * tradeLine.price))
    expect(found.addedLimit).toBe(sum(({ slots, tradeLine }) => slots * tradeLine.creditLimit))
    expect(found.newTotalLimit).toBe(found.before.totalLimit + found.addedLimit)
    expect(found.message).toMatch(/reach(es)? /)
    expect(found.notices.join(' ')).toContain('Lenders may discount')
  })

  it('needs nothing for goals of zero', async () => {
    expect(await advised({ desiredAverageAge: 0, desiredExtraLimit: 0 })).toMatchObject({
      totalCost: 0,
      selectedTradeLines: [],
      message: 'Set a goal above zero to get recommendations.',
    })
  })

  it('returns the nearest plan and the reason for an unreachable goal', async () => {
    const found = await advised({ desiredAverageAge: 40, desiredExtraLimit: 5_000 })
    expect(found.reached).toEqual({ averageAge: false, extraLimit: true })
    expect(found.message).toMatch(/^No mix of the tradelines on offer reaches an average age of 40\.0 years/)
    expect(found.newAverageAge).toBeLessThan(40)
  })

  it.each([
    [{ desiredAverageAge: -1 }, 'desiredAverageAge'],
    [{ desiredAverageAge: 5.55 }, 'desiredAverageAge'],
    [{ desiredAverageAge: '5' }, 'desiredAverageAge'],
    [{ desiredExtraLimit: 100.5 }, 'desiredExtraLimit'],
    [{ desiredExtraLimit: 10_000_001 }, 'desiredExtraLimit'],
    [{ lines: [] }, 'lines'],
  ])('refuses %o', async (body, field) => {
    const answer = await advice(body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field])
  })

  it('counts no accounts without a report and warns about it', async () => {
    const found = await advised({}, await app.register())
    expect(found.before).toMatchObject({ accounts: 0, averageAge: null, totalLimit: 0 })
    expect(found.guards.map(({ code }) => code)).toEqual(['no_accounts'])
    expect(found.newAverageAge).toBeGreaterThanOrEqual(5.5)
  })

  it('warns users who want a home within six months', async () => {
    const buyer = await app.register({ goal: 'Buy a home', goalTargetPeriod: '6 months' })
    expect((await advised(small, buyer)).guards[0]).toMatchObject({ code: 'mortgage', level: 'stop' })
  })

  it('warns of a freeze that was recorded, until it is recorded as lifted', async () => {
    const buyer = await app.register()
    const record = (state: 'frozen' | 'lifted') =>
      app.send('POST', '/freezes', { as: buyer, body: { agency: 'Equifax', state, on: '2026-11-02' } })
    const frozenGuard = async () => (await advised(small, buyer)).guards.find(({ code }) => code === 'frozen')
    await record('frozen')
    expect((await frozenGuard())?.title).toBe('Your file is frozen at Equifax')
    app.pass(1_000)
    await record('lifted')
    expect(await frozenGuard()).toBeUndefined()
  })

  it('is refused in read-only impersonation, and allowed when assisting', async () => {
    const { userId } = await app.register()
    const reading = await advice({}, await startImpersonation(app, userId, null))
    expect(reading.json()).toMatchObject({ code: 'read_only' })
    const assisting = await startImpersonation(app, userId, 'Asked for advice')
    expect(
      (await advice({ ...small, sendToManager: true }, assisting)).json<Answered>().request?.emailContent,
    ).toContain("Requested by a manager in the client's account")
  })
})

describe('a request to the manager', () => {
  it('is mailed with the figures and listed under Requested', async () => {
    const { request, totalCost } = await advised({ sendToManager: true })
    expect(request).toMatchObject({
      status: 'queued',
      recipientEmail: inbox,
      subject: 'Tradeline request: 5.5 years, $25,000.00 extra limit',
    })
    expect(request?.emailContent).toMatch(/^Client: Maya Brooks\nPhone: \(202\) 555-0143\n/)
    expect(request?.emailContent).toContain(`Total cost: $${totalCost.toLocaleString('en-US')}.00`)
    const mail = (await mailTo(app, inbox)).find(({ body }) => body.includes('Maya Brooks'))
    expect(mail).toMatchObject({ subject: request?.subject, body: request?.emailContent })
    const { data, total } = await requested()
    expect([data.length, total]).toEqual([1, 1])
    expect(data[0]).toMatchObject({ id: request?.id, status: 'sent', errorMessage: null })
  })

  it('can also be made with query parameters', async () => {
    const user = await app.register()
    const answer = await advice(small, user, undefined, '/tradelines/advice?request=true')
    expect(answer.json<Answered>().request?.status).toBe('queued')
  })

  it('is one request for two clicks, with or without an idempotency key', async () => {
    const user = await app.register()
    const body = { ...small, desiredExtraLimit: 9_000, sendToManager: true }
    const key = 'a-key-of-one-press'
    const ids = new Set<string | undefined>()
    for (const one of [key, key, undefined])
      ids.add((await advice(body, user, one)).json<Answered>().request?.id)
    const both = await Promise.all([advice(body, user), advice(body, user)])
    for (const answer of both) ids.add(answer.json<Answered>().request?.id)
    expect(ids.size).toBe(1)
    expect((await mailTo(app, inbox)).filter(({ subject }) => subject.includes('$9,000.00')).length).toBe(1)
    app.pass(61_000)
    expect(ids.has((await advice(body, user)).json<Answered>().request?.id)).toBe(false)
  })

  it('is listed in pages, newest first', async () => {
    const user = await app.register()
    for (const limit of [1_000, 2_000, 3_000]) {
      await advice({ desiredAverageAge: 0, desiredExtraLimit: limit, sendToManager: true }, user)
      app.pass(1_000)
    }
    const page = await requested(user, '?limit=2&offset=1')
    expect([page.total, page.data.map(({ subject }) => subject.replace(/^.*, /, ''))]).toEqual([
      3,
      ['$2,000.00 extra limit', '$1,000.00 extra limit'],
    ])
    for (const limit of ['x', '', '0', '1.5', '201']) {
      const wrong = await app.send('GET', `/tradelines/requested?limit=${limit}`, { as: user })
      expect([wrong.statusCode, wrong.json()], limit).toMatchObject([
        400,
        { fields: { limit: 'Enter a whole number from 1 to 200' } },
      ])
    }
  })

  it('cannot be seen or sent again by another user, and is stored encrypted', async () => {
    const [own] = (await requested()).data
    const other = await app.register()
    const answer = await app.send('POST', `/tradelines/requested/${own?.id}/retry`, { as: other })
    expect(answer.json()).toMatchObject({ code: 'not_found' })
    expect((await requested(other)).total).toBe(0)
    expect(await storedText(app, ['outbox'])).not.toContain('Desired average age')
  })
})
