import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { ShownFindings } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'

const findingsOf = async (as: Tokens) =>
  ShownFindings.parse((await app.send('GET', '/credit/findings', { as })).json()).items
const switchPlan = (as: Tokens, enabled: boolean) =>
  app.send('POST', '/user/max-plan', { as, body: { enabled } })

describe('findings', () => {
  it('are empty without a report', async () => {
    expect(await findingsOf(await app.register())).toEqual([])
  })

  it('show what looks wrong, the exact values, and the matching wizard', async () => {
    const items = await findingsOf(await app.signIn(maya))
    const palisade = items.find(({ rule }) => rule === 'C-02')
    expect(palisade).toMatchObject({
      verdict: 'impossible',
      severity: 'high',
      bureaus: ['Experian'],
      suggestedReason: 'paid_or_settled',
      disputeType: 'account',
      recommended: true,
    })
    expect(palisade?.evidence).toContainEqual({
      bureau: 'Experian',
      field: 'currentBalance',
      value: '$412.00',
    })
    expect(palisade?.id).toBe(`C-02:account/${palisade?.accountId}:Experian`)
    expect(items.filter(({ recommended }) => recommended)).toHaveLength(5)
  })

  it('of a disputed item show its state and are not recommended again', async () => {
    const as = await app.register()
    await switchPlan(as, true)
    await app.upload('/credit/reports/import', mayasDocument, { as })
    const find = async () => (await findingsOf(as)).find(({ rule }) => rule === 'C-02')
    const alert = async () =>
      (await app.send('GET', '/credit/analytics', { as })).json<Analytics>().mainAlert.findingId
    const before = await find()
    expect(before?.recommended).toBe(true)
    const item = { accountId: before?.accountId, bureaus: ['Experian'], reason: 'paid_or_settled' }
    expect(await alert()).toBe(before?.id)
    const made = await postDispute(app, as, 'account', { items: [item] })
    const waiting = await find()
    expect(waiting).toMatchObject({
      recommended: false,
      handled: true,
      states: [{ bureau: 'Experian', disputeId: made.id, state: 'letter_ready', mailedOn: null }],
    })
    expect((await findingsOf(as)).filter(({ recommended }) => recommended)).toHaveLength(5)
    expect(await alert()).not.toBe(before?.id)
    await app.send('POST', `/dispute/${made.id}/send-physical`, { as, body: {} })
    const [sent] = (await find())?.states ?? []
    expect(sent).toMatchObject({ state: 'in_dispute', dueOn: null })
    expect(sent?.mailedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    const answer = { itemId: made.items[0]?.id, bureau: 'Experian', outcome: 'verified', on: sent?.mailedOn }
    const noted = await app.send('PUT', `/dispute/${made.id}/outcome`, { as, body: answer })
    expect(noted.statusCode).toBe(200)
    expect(await find()).toMatchObject({
      recommended: false,
      handled: true,
      states: [{ state: 'verified', answeredOn: sent?.mailedOn, newerReport: null }],
    })
    expect(await alert()).not.toBe(before?.id)
  })

  it('that need a bureau outside the plan are hidden, and return with the plan', async () => {
    const as = await app.signIn(maya)
    const whole = await findingsOf(as)
    await switchPlan(as, false)
    const free = await findingsOf(as)
    expect(JSON.stringify(free)).not.toMatch(/Experian|Equifax/)
    expect(free.map(({ rule }) => rule)).not.toContain('C-23')
    expect(free.length).toBeLessThan(whole.length)
    await switchPlan(as, true)
    expect(await findingsOf(as)).toEqual(whole)
  })

  it('are the same computed or cached, and have the same ids when the report is imported again', async () => {
    const as = await app.register()
    await switchPlan(as, true)
    const bring = () => app.upload('/credit/reports/import', mayasDocument, { as })
    expect((await bring()).statusCode).toBe(201)
    const made = await findingsOf(as)
    const kept = await app.send('GET', '/credit/findings', { as, headers: { 'accept-encoding': 'gzip' } })
    expect(JSON.parse(gunzipSync(kept.rawPayload).toString('utf8'))).toMatchObject({ items: made })
    app.pass(1_000)
    await bring()
    expect((await findingsOf(as)).map(({ id }) => id)).toEqual(made.map(({ id }) => id))
  })

  it('lead to an account that the same person can dispute for the reason given', async () => {
    const as = await app.signIn(maya)
    const [first] = (await findingsOf(as)).filter(({ disputeType }) => disputeType === 'account')
    const answer = await app.send('POST', '/dispute/account/preview', {
      as,
      body: {
        items: [{ accountId: first?.accountId, bureaus: first?.bureaus, reason: first?.suggestedReason }],
        attested: true,
      },
    })
    expect([answer.statusCode, first?.rule]).toEqual([200, 'C-02'])
  })

  it('are visible only to their owner, and every read is audited', async () => {
    expect((await app.send('GET', '/credit/findings')).statusCode).toBe(401)
    const person = await app.register()
    await findingsOf(person)
    const { rows } = await app.database.pool.query('select act from audit_events where user_id = $1', [
      person.userId,
    ])
    expect(rows).toContainEqual({ act: 'report_read' })
  })

  it('keep Social Security and account numbers masked', async () => {
    const { body } = await app.send('GET', '/credit/findings', { as: await app.signIn(maya) })
    const withoutIds = body.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
    expect(withoutIds).not.toMatch(/666-?34-?4417|\d{9}/)
  })
})
