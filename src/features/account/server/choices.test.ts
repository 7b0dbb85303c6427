import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentKinds, defaultConsentTexts } from '#features/identity/consent-texts.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { confirmUser } from '#test/support/people/consenting-user.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'

let app: TestApp
beforeAll(async () => {
  // Still November in New York, December by UTC.
  app = await openApp({ demo: true, openedAt: new Date('2026-12-01T03:00:00Z') })
})
afterAll(() => app.close())

type Consents = { data: { kind: string; given: boolean; version: string; at: string | null }[] }

const me = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
describe('the goal', () => {
  const set = (as: Tokens, body: object) => app.send('PUT', '/user/goal', { as, body })

  it('is the one chosen at registration until it is changed, and then counts from that day', async () => {
    const person = await app.register({ goal: 'Fix errors', goalTargetPeriod: '12 months' })
    expect((await me(person)).goal).toEqual({
      goal: 'Fix errors',
      goalTargetPeriod: '12 months',
      setOn: '2026-11-30',
    })
    app.pass(40 * 24 * 60 * 60_000)
    const as = await app.signIn(person.phoneNumber)
    const wanted = { goal: 'Buy a home', goalTargetPeriod: '24 months' }
    expect((await set(as, wanted)).statusCode).toBe(200)
    expect((await me(as)).goal).toEqual({ ...wanted, setOn: '2027-01-09' })
  })

  it('is one of the choices', async () => {
    const person = await app.register()
    expect(refusal(await set(person, { goal: 'Get rich', goalTargetPeriod: '3 months' }))).toEqual([
      400,
      'invalid_request',
    ])
  })
})

describe('consents', () => {
  const consents = async (as: Tokens) =>
    (await app.send('GET', '/user/consents', { as })).json<Consents>().data
  const set = (as: Tokens, kind: string, given: boolean) =>
    app.send('POST', '/user/consents', { as, body: { kind, given } })

  it('have one line per kind, with the version of the text that was agreed to', async () => {
    const person = await app.register()
    const list = await consents(person)
    expect(list.map(({ kind }) => kind)).toEqual(consentKinds)
    expect(list.every(({ given }) => !given)).toBe(true)
    expect(list.find(({ kind }) => kind === 'staffMailing')?.at).toBeNull()
    const { data } = (await set(person, 'staffMailing', true)).json<Consents>()
    expect(data.find(({ kind }) => kind === 'staffMailing')).toEqual({
      kind: 'staffMailing',
      given: true,
      version: defaultConsentTexts.staffMailing.version,
      at: app.now().toISOString(),
      current: true,
    })
    expect(await consents(person)).toEqual(data)
  })

  it('to getting reports enrolls the person, and withdrawing it ends that', async () => {
    const person = await app.register()
    expect((await me(person)).enrolled).toBe(false)
    await set(person, 'reportAccess', true)
    expect((await me(person)).enrolled).toBe(true)
    app.pass(1_000)
    await set(person, 'reportAccess', false)
    expect((await me(person)).enrolled).toBe(false)
  })

  it('are a series: the newest counts and none is overwritten', async () => {
    const person = await app.register()
    for (const given of [true, false, true]) {
      app.pass(1_000)
      await set(person, 'email', given)
    }
    const { rows } = await app.database.db.execute(
      sql`select given from consents where user_id = ${person.userId} and kind = 'email' order by at`,
    )
    expect(rows).toEqual([{ given: true }, { given: false }, { given: true }])
    expect((await consents(person)).find(({ kind }) => kind === 'email')?.given).toBe(true)
  })

  it('to the terms is not withdrawn without deleting the account, and the answer says so', async () => {
    const person = await app.register()
    const refused = await set(person, 'terms', false)
    expect(refusal(refused)).toEqual([400, 'invalid_request'])
    expect(refused.json<{ message: string }>().message).toContain('delete your account')
    expect((await set(person, 'terms', true)).statusCode).toBe(200)
  })

  it('cannot be changed by anyone else', async () => {
    const person = await app.register()
    const opened = await startImpersonation(app, person.userId, 'She asked us to help on the phone.')
    expect(refusal(await set(opened, 'staffMailing', true))).toEqual([403, 'not_allowed'])
  })
})

describe('the link to the monitoring portal', () => {
  const link = (as: Tokens) => app.send('POST', '/user/portal-link', { as })

  it('is for people who are enrolled and verified', async () => {
    const person = await app.register({ consents: { reportAccess: true } })
    expect(refusal(await link(person))).toEqual([403, 'not_verified'])
    await confirmUser(app, person.userId)
    const answer = (await link(person)).json<{ success: boolean; link: string }>()
    expect(answer.success).toBe(true)
    expect(answer.link).toMatch(/^http/)
    expect(answer.link).not.toContain(person.phoneNumber.slice(2))
    expect(app.logged()).not.toContain(answer.link)
    await app.send('POST', '/user/consents', { as: person, body: { kind: 'reportAccess', given: false } })
    expect(refusal(await link(person))).toEqual([403, 'not_allowed'])
  })
})

describe('the access log', () => {
  type Log = {
    data: { managerName: string; endedAt: string | null; acts: { title: string; at: string }[] }[]
  }
  const log = async (as: Tokens) => (await app.send('GET', '/user/access-log', { as })).json<Log>().data

  it('shows who opened the account, why, when, and what they did, reads once a minute', async () => {
    const maya = await app.signIn('+12025550143')
    expect(await log(maya)).toEqual([])
    const { id } = await me(maya)
    const startedAt = app.now().toISOString()
    const opened = await startImpersonation(app, id, 'She asked about a collection.')
    for (const path of ['/credit/analytics', '/credit/analytics', '/dispute', '/credit/analytics'])
      expect((await app.send('GET', path, { as: opened })).statusCode).toBe(200)
    expect(refusal(await app.send('DELETE', '/user', { as: opened }))).toEqual([403, 'not_allowed'])
    expect(await log(maya)).toEqual([
      {
        managerName: 'Nora Vale',
        reason: 'She asked about a collection.',
        scope: 'assist',
        emergency: false,
        startedAt,
        endedAt: null,
        acts: [
          { title: 'Read the credit report', at: startedAt },
          { title: 'Read the disputes', at: startedAt },
          { title: 'Something was refused', at: startedAt },
        ],
      },
    ])
  })

  it('lists the newest first, and when each ended', async () => {
    const person = await app.register()
    const started = app.now()
    await startImpersonation(app, person.userId, null)
    app.pass(20 * 60_000)
    const again = await app.signIn(person.phoneNumber)
    await startImpersonation(app, person.userId, 'She called and asked for help.')
    const [newest, older] = await log(again)
    expect(newest).toMatchObject({ scope: 'assist', endedAt: null, acts: [] })
    expect(older).toMatchObject({
      scope: 'read',
      reason: null,
      endedAt: new Date(started.getTime() + 15 * 60_000).toISOString(),
    })
  })

  it('lists what a manager did to the account without opening it', async () => {
    const person = await app.register()
    const agent = await newManager(app, 'agent', { firstName: 'Morgan', lastName: 'Bell' })
    const startedAt = app.now().toISOString()
    const path = `/manager/toggle-max-plan/${person.userId}`
    expect((await app.send('POST', path, { as: agent, body: { enabled: true } })).statusCode).toBe(200)
    expect(await log(person)).toEqual([
      {
        managerName: 'Morgan Bell',
        reason: null,
        scope: null,
        emergency: false,
        startedAt,
        endedAt: startedAt,
        acts: [{ title: 'Switched three-bureau access for the client', at: startedAt }],
      },
    ])
  })

  it('is empty for everybody else', async () => {
    expect(await log(await app.register())).toEqual([])
  })
})
