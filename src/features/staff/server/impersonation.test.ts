import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { type NewManager, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { listImpersonations } from './impersonation.ts'

const MINUTE = 60_000
const reason = 'Called about the letter to Experian'

let app: TestApp
let agent: NewManager
let client: Tokens & { phoneNumber: string; userId: string }
beforeAll(async () => {
  app = await openApp()
  agent = await newManager(app, 'agent', { firstName: 'Noor', lastName: 'Haddad' })
})
beforeEach(async () => {
  client = await app.register()
  agent = { ...agent, ...(await signInManager(app, agent.email)) }
})
afterAll(() => app.close())

const open = (phoneNumber: string, why?: string, as: Tokens = agent) =>
  app.send('POST', '/manager/user-login-as-manager', {
    as,
    body: { phoneNumber, ...(why === undefined ? {} : { reason: why }) },
  })
const opened = async (why?: string, as: Tokens = agent) =>
  (await open(client.phoneNumber, why, as)).json<Tokens>()
const info = (as: Tokens) => app.send('GET', '/user/info', { as })
const manager = (as: Tokens) => app.send('GET', '/manager/info', { as })
const refresh = ({ refreshToken }: Tokens) => app.send('POST', '/auth/refresh', { body: { refreshToken } })
const log = () => listImpersonations(app.database.db, app.keyring, client.userId)

describe('opening a client’s account', () => {
  it('with a reason returns a session of the client, marked as a manager’s, for an hour', async () => {
    const answer = await open(client.phoneNumber, reason)
    expect(answer.json()).toMatchObject({ user: { id: client.userId, phoneNumber: client.phoneNumber } })
    const read = await info(answer.json<Tokens>())
    expect(read.headers['x-impersonation']).toBe('1')
    expect(read.json()).toMatchObject({
      id: client.userId,
      impersonation: {
        managerName: 'Noor Haddad',
        scope: 'assist',
        startedAt: app.now().toISOString(),
        expiresAt: new Date(app.now().getTime() + 60 * MINUTE).toISOString(),
      },
    })
    const own = await info(client)
    expect(own.headers).not.toHaveProperty('x-impersonation')
    expect(own.json()).not.toHaveProperty('impersonation')
    expect((await manager(agent)).json()).toMatchObject({
      opened: {
        phoneNumber: client.phoneNumber,
        expiresAt: new Date(app.now().getTime() + 60 * MINUTE).toISOString(),
      },
    })
  })

  it('without one opens it read-only for 15 minutes', async () => {
    const as = await opened()
    expect((await info(as)).json()).toMatchObject({ impersonation: { scope: 'read' } })
    expect(refusal(await app.send('POST', '/dispute/account', { as, body: {} }))).toEqual([403, 'read_only'])
    app.pass(9 * MINUTE)
    const next = (await refresh(as)).json<Tokens>()
    app.pass(6 * MINUTE - 1)
    expect((await info(next)).statusCode).toBe(200)
    app.pass(1)
    expect((await info(next)).statusCode).toBe(401)
    expect((await refresh(next)).statusCode).toBe(401)
  })

  it('with a reason allows assisting but never what only the client may do', async () => {
    const as = await opened(reason)
    expect(refusal(await app.send('POST', '/dispute/account', { as, body: {} }))).toEqual([
      400,
      'invalid_request',
    ])
    for (const [method, path] of [
      ['POST', '/auth/logout-all'],
      ['GET', '/user/sessions'],
      ['POST', '/user/totp/start'],
      ['DELETE', '/user/totp'],
      ['POST', '/user/max-plan'],
      ['PATCH', '/user/profile'],
      ['GET', '/user/export'],
      ['DELETE', '/user'],
    ] as const)
      expect(refusal(await app.send(method, path, { as }))).toEqual([403, 'not_allowed'])
    expect(refusal(await open(client.phoneNumber, reason, as))).toEqual([403, 'not_allowed'])
  })

  it('lasts an hour regardless of use, and a refresh does not extend it', async () => {
    let as = await opened(reason)
    for (const _time of [1, 2, 3, 4, 5]) {
      app.pass(10 * MINUTE)
      as = (await refresh(as)).json<Tokens>()
      expect((await info(as)).statusCode).toBe(200)
    }
    app.pass(10 * MINUTE)
    expect((await info(as)).statusCode).toBe(401)
    // The manager was active all the time, so their own session did not idle.
    const { refreshToken } = agent
    expect((await app.send('POST', '/manager/refresh', { body: { refreshToken } })).statusCode).toBe(200)
  })

  it('ends with the ten hours of the manager’s session, even if opened late', async () => {
    let as: Tokens = agent
    const deadline = app.now().getTime() + 600 * MINUTE
    while (deadline - app.now().getTime() > 9 * MINUTE) {
      app.pass(9 * MINUTE)
      as = (
        await app.send('POST', '/manager/refresh', { body: { refreshToken: as.refreshToken } })
      ).json<Tokens>()
    }
    const late = await opened(reason, as)
    const read = await info(late)
    expect(read.json()).toMatchObject({ impersonation: { expiresAt: new Date(deadline).toISOString() } })
    app.pass(deadline - app.now().getTime())
    expect((await info(late)).statusCode).toBe(401)
  })

  it('ends after 15 minutes without use', async () => {
    const as = await opened(reason)
    app.pass(15 * MINUTE)
    expect((await info(as)).statusCode).toBe(401)
  })

  it.each([
    ['a number that no client has', '+12135559999', 404, 'no_account'],
    ['a number that is not served', '+18005550143', 422, 'phone_not_served'],
    ['half a number', '555-0143', 400, 'invalid_request'],
  ])('is refused for %s', async (_name, phoneNumber, status, code) => {
    expect(refusal(await open(phoneNumber, reason))).toEqual([status, code])
  })

  it.each([
    ['too short', 'because'],
    ['too long', 'x'.repeat(201)],
    ['blank', ' '.repeat(20)],
  ])('is refused with a reason that is %s', async (_name, why) => {
    expect(refusal(await open(client.phoneNumber, why))).toEqual([400, 'invalid_request'])
  })

  it('is refused to an auditor, to the client, and for a client who is also staff', async () => {
    const auditor = await newManager(app, 'auditor')
    expect(refusal(await open(client.phoneNumber, reason, auditor))).toEqual([403, 'not_allowed'])
    expect(refusal(await open(client.phoneNumber, reason, client))).toEqual([403, 'not_allowed'])
    const colleague = await app.register({ email: auditor.email.toUpperCase() })
    expect(refusal(await open(colleague.phoneNumber, reason))).toEqual([403, 'not_allowed'])
  })
})

describe('an open account', () => {
  it('can be closed by the manager, and closing again is not an error', async () => {
    const as = await opened(reason)
    for (const _time of [1, 2])
      expect((await app.send('POST', '/manager/end-client-session', { as: agent })).json()).toEqual({
        success: true,
      })
    expect((await info(as)).statusCode).toBe(401)
    expect((await manager(agent)).json()).toMatchObject({ opened: null })
    const noted = await app.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.userId, client.userId))
    expect(noted.filter(({ actor }) => actor === 'manager').map(({ act }) => act)).toEqual([
      'client_opened',
      'client_closed',
    ])
  })

  it.each([
    ['the manager signs out', () => app.send('POST', '/manager/logout', { as: agent })],
    ['the manager opens another', async () => open((await app.register()).phoneNumber, reason)],
    ['the client ends all sessions', () => app.send('POST', '/auth/logout-all', { as: client })],
    [
      'a copy of the manager’s refresh token turns up',
      async () => {
        const body = { refreshToken: agent.refreshToken }
        await app.send('POST', '/manager/refresh', { body })
        app.pass(11_000)
        return app.send('POST', '/manager/refresh', { body })
      },
    ],
    [
      'somebody ends the manager’s session in the database',
      () =>
        app.database.pool.query(
          'update sessions set ended_at = last_seen_at where kind = $1 and manager_id = $2',
          ['manager', agent.managerId],
        ),
    ],
    [
      'the manager is disabled',
      async () => {
        const admin = await newManager(app, 'admin')
        const path = `/manager/staff/${agent.managerId}`
        for (const disabled of [true, false]) await app.send('PATCH', path, { as: admin, body: { disabled } })
      },
    ],
    [
      'the manager signs in on two more devices',
      async () => {
        for (const _device of [1, 2]) {
          app.pass(1)
          await signInManager(app, agent.email)
        }
      },
    ],
  ])('ends immediately when %s', async (_name, act) => {
    const as = await opened(reason)
    expect((await info(as)).statusCode).toBe(200)
    await act()
    expect((await info(as)).statusCode).toBe(401)
    expect((await refresh(as)).statusCode).toBe(401)
    expect((await log()).map(({ endsAt }) => endsAt <= app.now())).toEqual([true])
  })

  it('is in the client’s access log with manager, reason, scope and end', async () => {
    await opened(reason)
    const startedAt = app.now()
    app.pass(5 * MINUTE)
    await app.send('POST', '/manager/end-client-session', { as: agent })
    app.pass(1)
    await opened()
    expect(await log()).toMatchObject([
      { scope: 'read', reason: null, endsAt: new Date(app.now().getTime() + 15 * MINUTE) },
      {
        scope: 'assist',
        reason,
        managerName: 'Noor Haddad',
        startedAt,
        endsAt: new Date(startedAt.getTime() + 5 * MINUTE),
      },
    ])
    const stored = await storedText(app)
    for (const secret of [reason, 'Haddad'])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(stored).not.toContain(form)
  })

  it('records the manager as the actor in the audit log, with the impersonation', async () => {
    const as = await opened(reason)
    const [{ id } = { id: '' }] = await log()
    await app.send('GET', '/user/export', { as })
    const noted = await app.database.db.select().from(auditEvents).where(eq(auditEvents.openingId, id))
    expect(noted).toMatchObject([
      { act: 'denied', actor: 'manager', managerId: agent.managerId, userId: client.userId },
    ])
  })
})

it('an unknown phone number costs two of the hourly openings', async () => {
  const prober = await newManager(app, 'agent')
  await open('+12135569999', reason, prober)
  const { rows } = await app.database.pool.query<{ points: number }>(
    'select points from rate_limits where key like $1',
    [`clientOpening%${prober.managerId}`],
  )
  expect(rows).toEqual([{ points: 2 }])
})
