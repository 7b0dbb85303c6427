import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { Analytics } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'
const daniel = '+12025550178'

const bureausIn = ({ fullReport }: Analytics) =>
  new Set(
    [
      fullReport?.creditScores,
      fullReport?.accountInformation,
      fullReport?.creditInquiries,
      fullReport?.personalInformation,
      fullReport?.publicRecords,
    ]
      .flat()
      .map(one => one?.bureau),
  )

describe('analytics', () => {
  it('without a report says how to get one', async () => {
    const answer = await app.send('GET', '/credit/analytics', { as: await app.register() })
    expect(answer.json()).toMatchObject({
      fullReport: null,
      creditFactors: [],
      isProcessing: false,
      message: 'You have no credit report yet.',
      mainAlert: { kind: 'no_report' },
    })
  })

  it('of the free plan holds TransUnion and not a word of the others', async () => {
    const as = await app.signIn(daniel)
    for (const path of [
      '/credit/analytics',
      '/credit/analytics?level=3',
      '/credit/analytics?bureau=TransUnion',
    ]) {
      const answer = await app.send('GET', path, { as })
      expect([...bureausIn(answer.json<Analytics>())]).toEqual(['TransUnion'])
      expect(answer.body).not.toMatch(/Experian|Equifax/)
    }
  })

  it.each(['Experian', 'Equifax'])('refuses the free plan a look at %s', async bureau => {
    const answer = await app.send('GET', `/credit/analytics?bureau=${bureau}`, {
      as: await app.signIn(daniel),
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'plan_required' }])
  })

  it('of the max plan holds all three, and follows the plan at once', async () => {
    const as = await app.signIn(maya)
    const read = async () => (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
    expect(bureausIn(await read()).size).toBe(3)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: false } })
    expect(bureausIn(await read()).size).toBe(1)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
    expect(bureausIn(await read()).size).toBe(3)
  })

  it('is the same whether made now or kept, zipped or not', async () => {
    const as = await app.signIn(maya)
    const plain = await app.send('GET', '/credit/analytics', { as })
    const zipped = await app.send('GET', '/credit/analytics', {
      as,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString('utf8')).toBe(plain.body)
  })

  it('masks SSNs and account numbers', async () => {
    const { body } = await app.send('GET', '/credit/analytics', { as: await app.signIn(maya) })
    expect(body).toContain('XXX-XX-4417')
    expect(body).not.toMatch(/666-?34-?4417/)
    for (const { accountNumber } of Analytics.parse(JSON.parse(body)).fullReport?.accountInformation ?? []) {
      expect(accountNumber ?? '').toMatch(/^.{0,8}(\*{4})?$/)
    }
  })
})

describe('the offer of a partner', () => {
  const partner = {
    MARKETPLACE_TEXT: 'See card offers',
    MARKETPLACE_URL: 'https://partner.example.com/cards?ref=fairfile',
  }
  let own: TestApp
  beforeAll(async () => {
    own = await openApp({ demo: true, env: partner })
  })
  afterAll(() => own.close())

  const alertOf = async (server: TestApp, phone: string) => {
    const answer = await server.send('GET', '/credit/analytics', { as: await server.signIn(phone) })
    return Analytics.parse(answer.json()).mainAlert
  }

  it('is part of the main alert where an operator set it, with the address as it was set', async () => {
    expect(await alertOf(own, maya)).toMatchObject({
      marketplaceButtonText: partner.MARKETPLACE_TEXT,
      marketplaceUrl: partner.MARKETPLACE_URL,
    })
  })

  it('is left out where nobody set it, and without a report', async () => {
    const without = await own.send('GET', '/credit/analytics', { as: await own.register() })
    const alerts = [await alertOf(app, maya), Analytics.parse(without.json()).mainAlert]
    for (const alert of alerts) {
      expect(alert).not.toHaveProperty('marketplaceButtonText')
      expect(alert).not.toHaveProperty('marketplaceUrl')
    }
  })
})
