import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ShownFindings } from '#features/findings/contract.ts'
import { UserInfo } from '#features/identity/contract.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { Analytics, type History } from '../contract.ts'
import { findIdentityStage } from './store.ts'

/** The last hour of a day, after the clocks went back within the seven months. */
const openedAt = new Date('2026-11-22T04:50:00Z')

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: 'history', openedAt })
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
  it('without a report explain how to get one', async () => {
    const answer = await app.send('GET', '/credit/analytics', { as: await app.register() })
    expect(answer.json()).toMatchObject({
      fullReport: null,
      creditFactors: [],
      isProcessing: false,
      message: 'You have no credit report yet.',
      mainAlert: { kind: 'no_report' },
    })
  })

  it('call a check pending that confirmed the identity since the request began', async () => {
    const { id: userId } = UserInfo.parse(
      (await app.send('GET', '/user/info', { as: await app.signIn(maya) })).json(),
    )
    const { db } = app.database
    const user = await requireUser(db, app.keyring, userId)
    const before = { ...user, assurance: null }
    expect(await findIdentityStage(db, app.keyring, user, openedAt, true)).toBe('confirmed')
    expect(await findIdentityStage(db, app.keyring, before, openedAt, true)).toBe('pending')
  })

  it('of the free plan have only TransUnion', async () => {
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

  it.each(['Experian', 'Equifax'])('refuse %s to the free plan', async bureau => {
    const answer = await app.send('GET', `/credit/analytics?bureau=${bureau}`, {
      as: await app.signIn(daniel),
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'plan_required' }])
  })

  it('of the Max plan have all three bureaus, and follow a change of the plan immediately', async () => {
    const as = await app.signIn(maya)
    const read = async () => (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
    expect(bureausIn(await read()).size).toBe(3)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: false } })
    expect(bureausIn(await read()).size).toBe(1)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
    expect(bureausIn(await read()).size).toBe(3)
  })

  it('are the same computed or cached, compressed or not', async () => {
    const as = await app.signIn(maya)
    const plain = await app.send('GET', '/credit/analytics', { as })
    const zipped = await app.send('GET', '/credit/analytics', {
      as,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString('utf8')).toBe(plain.body)
  })

  it('mask SSNs and account numbers', async () => {
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

  it('is part of the main alert if the operator configured it', async () => {
    expect(await alertOf(own, maya)).toMatchObject({
      marketplaceButtonText: partner.MARKETPLACE_TEXT,
      marketplaceUrl: partner.MARKETPLACE_URL,
    })
  })

  it('is omitted if it is not configured, and without a report', async () => {
    const without = await own.send('GET', '/credit/analytics', { as: await own.register() })
    const alerts = [await alertOf(app, maya), Analytics.parse(without.json()).mainAlert]
    for (const alert of alerts) {
      expect(alert).not.toHaveProperty('marketplaceButtonText')
      expect(alert).not.toHaveProperty('marketplaceUrl')
    }
  })
})

/** Equifax changes the date of Maya’s collection in September 2026, so two of her seven reports differ. */
describe('findings between reports', () => {
  let user: Tokens
  beforeAll(async () => {
    user = await app.signIn(maya)
  })

  const findings = async () =>
    ShownFindings.parse((await app.send('GET', '/credit/findings', { as: user })).json()).items
  const changedDates = async () => (await findings()).filter(({ rule }) => rule === 'C-17')

  it('include a date that an earlier report showed differently, with both values', async () => {
    const [found, ...others] = await changedDates()
    expect(others).toEqual([])
    expect(found).toMatchObject({ verdict: 'contradiction', bureaus: ['Equifax'] })
    expect(found?.explanation).toMatch(
      /^Equifax now gives 06\/03\/2025 as the opening date\. Your report of 0[5-8]\/\d\d\/2026 gave 07\/18\/2024\./,
    )
  })

  it('leave out bureaus outside the plan', async () => {
    await app.send('POST', '/user/max-plan', { as: user, body: { enabled: false } })
    expect(await changedDates()).toEqual([])
    await app.send('POST', '/user/max-plan', { as: user, body: { enabled: true } })
    expect(await changedDates()).toHaveLength(1)
  })

  it('lead with the same finding as Overview', async () => {
    const { mainAlert } = (await app.send('GET', '/credit/analytics', { as: user })).json<Analytics>()
    const items = await findings()
    const lead = items.find(({ recommended }) => recommended)
    expect(mainAlert).toMatchObject({ findingId: lead?.id, title: lead?.title })
  })

  it('about addresses change as soon as the user moves', async () => {
    const asked = async () =>
      (await findings())
        .filter(({ rule }) => rule === 'P-04')
        .flatMap(({ evidence }) => evidence.map(({ value }) => value))
    const [strange] = await asked()
    expect(strange).toMatch(/^9 Ferndale/i)
    const address = {
      street: '9 Ferndale Court',
      city: 'Bakersfield',
      state: 'CA',
      postal: strange?.slice(-5),
    }
    const moved = await app.send('PATCH', '/user/profile', { as: user, body: { address } })
    expect(moved.statusCode).toBe(200)
    expect(await asked()).toEqual([])
  })
})

const historyOf = async (as: Tokens, query = '') =>
  (await app.send('GET', `/credit/history${query}`, { as })).json<History>()

describe('the history', () => {
  it('of seven months has six entries per bureau, newest first, each with the score before it', async () => {
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

  it('follows a change of the plan immediately, and refuses a bureau outside it', async () => {
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

  it('of the free plan has TransUnion only', async () => {
    const { history } = await historyOf(await app.signIn(daniel))
    expect(Object.keys(history)).toEqual(['TransUnion'])
  })

  it('without a report is empty', async () => {
    expect(await historyOf(await app.register())).toEqual({ bureau: null, history: {} })
  })

  it('starts over with an imported report, and continues with the next pull', async () => {
    const user = await app.register({ ssn: '215454321', consents: { reportAccess: true } })
    await app.work()
    const asked = { userId: '', ssn: '215454321', passedStep: null, now: app.now() }
    const address = { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' }
    const names = { firstName: 'Invented', middleName: null, lastName: 'Person' }
    const profile = { ...names, birthDate: '1990-04-12', address }
    const pulled = await sandboxCreditData('America/New_York').pull({ ...asked, profile }, null)
    if (pulled.kind !== 'document') throw new Error('the sandbox bureau gave no document')
    app.pass(1_000)
    await app.upload('/credit/reports/import', pulled.bytes, { as: user })
    expect((await historyOf(user)).history.TransUnion).toMatchObject([{ scoreOld: null, changes: [] }])

    app.pass(32 * 24 * 60 * 60_000)
    const as = await app.signIn(user.phoneNumber)
    await app.send('POST', '/user/consents', { as, body: { kind: 'reportAccess', given: true } })
    await app.work()
    const { TransUnion = [] } = (await historyOf(as)).history
    expect(TransUnion.map(({ scoreOld }) => scoreOld === null)).toEqual([false, true])
  })

  it('is stored encrypted', async () => {
    expect(await storedText(app)).not.toMatch(/TIDEWATER|HARBORVIEW|historyId/)
  })
})
