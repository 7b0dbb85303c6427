import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { TEST_COST } from '#test/support/password-cost.ts'
import { MANAGER_PASSWORD, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal, statusesOf } from '#test/support/refusal.ts'
import { lockActiveManager, updateManager } from './managers.ts'
import { createPasswords } from './password-hash.ts'
import { managerFailureCounters, managers } from './tables.ts'

const MINUTE = 60_000
const demo = { email: 'manager@fairfile.test', password: 'correct-horse-battery' }

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const signIn = (body: object, more: { from?: string; headers?: Record<string, string> } = {}) =>
  app.send('POST', '/manager/login', { body, ...more })
const info = (as: Tokens) => app.send('GET', '/manager/info', { as })

describe('signing in as a manager', () => {
  it('returns tokens and the manager', async () => {
    const answer = await signIn(demo)
    expect(answer.statusCode).toBe(200)
    const { accessToken, refreshToken, manager, ...nothing } = answer.json<
      Tokens & { manager: { id: string } }
    >()
    expect([accessToken.slice(0, 4), refreshToken.slice(0, 4), nothing]).toEqual(['cma_', 'cmr_', {}])
    const { id } = manager
    expect(manager).toEqual({
      id,
      email: demo.email,
      firstName: 'Morgan',
      lastName: 'Bell',
      role: 'admin',
    })
  })

  it('ignores the case of the email address but not of the password', async () => {
    expect((await signIn({ ...demo, email: 'Manager@Fairfile.TEST' })).statusCode).toBe(200)
    expect(refusal(await signIn({ ...demo, password: 'Correct-horse-battery' }))).toEqual([
      401,
      'wrong_password',
    ])
  })

  it('responds the same whether the email address is known or not', async () => {
    const answers = [
      await signIn({ ...demo, password: 'a wrong password entirely' }),
      await signIn({ email: 'nobody@fairfile.test', password: 'a wrong password entirely' }),
    ]
    const [known, unknown] = answers.map(answer => ({ ...answer.json<object>(), requestId: '' }))
    expect(known).toEqual(unknown)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    await signIn(demo)
  })

  it('is recorded in the audit log, including wrong attempts', async () => {
    const { managerId, email } = await newManager(app, 'agent')
    await signIn({ email, password: 'not the right password' })
    const rows = await app.database.db.select().from(auditEvents).where(eq(auditEvents.managerId, managerId))
    expect(rows.map(({ act, outcome, actor }) => [act, outcome, actor])).toEqual([
      ['manager_joined', 'done', 'manager'],
      ['manager_signed_in', 'done', 'manager'],
      ['manager_signed_in', 'wrong_password', 'anyone'],
    ])
  })

  it('rehashes a password of lower cost at the current cost', async () => {
    const { managerId, email } = await newManager(app, 'agent')
    const mine = eq(managers.id, managerId)
    const stored = async () => (await app.database.db.select().from(managers).where(mine))[0]?.passwordHash
    const cheap = createPasswords(app.keyring, { ...TEST_COST, passes: 1 })
    const passwordHash = await cheap.hash(MANAGER_PASSWORD)
    await app.database.db.transaction(async tx => {
      const row = await lockActiveManager(tx, managerId)
      if (row) await updateManager(tx, app.keyring, row, { passwordHash })
    })
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=64,t=1,/)
    await signInManager(app, email)
    const today = await stored()
    expect(today).toMatch(/^\$argon2id\$v=19\$m=64,t=2,/)
    await signInManager(app, email)
    expect(await stored()).toBe(today)
  })
})

describe('wrong passwords', () => {
  it.each([
    ['a manager’s', demo.email, '10.9.1'],
    ['an unknown', 'nobody@elsewhere.example', '10.9.2'],
  ])('lock %s email address after five, for a minute, then two', async (_whose, email, network) => {
    const from = (n: number) => `${network}.${n}`
    for (const n of [1, 2, 3, 4, 5])
      expect(refusal(await signIn({ email, password: `wrong ${n}` }, { from: from(n) }))).toEqual([
        401,
        'wrong_password',
      ])
    const right = { email, password: demo.password }
    const locked = await signIn(right, { from: from(6) })
    expect([...refusal(locked), locked.headers['retry-after']]).toEqual([429, 'too_many_tries', '60'])
    app.pass(MINUTE)
    await signIn({ email, password: 'wrong 6' }, { from: from(7) })
    const again = await signIn(right, { from: from(8) })
    expect(again.headers['retry-after']).toBe('120')
    app.pass(2 * MINUTE)
    expect((await signIn(right, { from: from(9) })).statusCode).toBe(email === demo.email ? 200 : 401)
  })

  it('also lock the caller’s address, across email addresses', async () => {
    const from = '10.9.3.1'
    for (const n of [1, 2, 3, 4, 5]) await signIn({ email: `n${n}@x.example`, password: 'wrong' }, { from })
    expect(refusal(await signIn(demo, { from }))).toEqual([429, 'too_many_tries'])
    expect((await signIn(demo, { from: '10.9.3.2' })).statusCode).toBe(200)
    app.pass(MINUTE)
    expect((await signIn(demo, { from })).statusCode).toBe(200)
  })

  it('sent concurrently are checked at most five times', async () => {
    const { email } = await newManager(app, 'agent')
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => signIn({ email, password: `wrong ${n}` }, { from: `10.9.4.${n}` })),
    )
    expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429])
  })

  it('are cleared when the right one follows', async () => {
    const { email } = await newManager(app, 'agent')
    for (const n of [1, 2, 3, 4]) await signIn({ email, password: `wrong ${n}` })
    await signInManager(app, email)
    for (const n of [1, 2, 3, 4])
      expect(refusal(await signIn({ email, password: `wrong ${n}` }))).toEqual([401, 'wrong_password'])
    await signInManager(app, email)
  })

  it('of a stranger, however many, lock a new device for a day but do not disable the manager', async () => {
    const { email, managerId } = await newManager(app, 'agent')
    const subject = app.keyring.emailIndex(email)
    await app.database.db
      .insert(managerFailureCounters)
      .values({ subject, kind: 'email', consecutiveFailures: 100, lockedUntil: null, attemptedAt: app.now() })
    expect(refusal(await signIn({ email, password: 'wrong' }))).toEqual([401, 'wrong_password'])
    const locked = await signIn({ email, password: MANAGER_PASSWORD })
    expect([...refusal(locked), locked.headers['retry-after']]).toEqual([429, 'too_many_tries', '86400'])
    const admin = await signInManager(app, demo.email, demo.password)
    const { data } = (await app.send('GET', '/manager/staff', { as: admin })).json<{
      data: { id: string; status: string }[]
    }>()
    expect(data.find(({ id }) => id === managerId)?.status).toBe('active')
    app.pass(24 * 60 * MINUTE)
    await signInManager(app, email)
    expect(
      await app.database.db
        .select()
        .from(managerFailureCounters)
        .where(eq(managerFailureCounters.subject, subject)),
    ).toEqual([])
  })
})

describe('a manager’s session', () => {
  it('returns who it is, when it ends, and that no account is open', async () => {
    const as = await signInManager(app, demo.email, demo.password)
    const answer = await info(as)
    expect(answer.json()).toMatchObject({
      email: demo.email,
      role: 'admin',
      totpEnabled: false,
      opened: null,
    })
    const { session } = answer.json<{ session: { expiresAt: string; idleExpiresAt: string } }>()
    expect(Date.parse(session.expiresAt) - app.now().getTime()).toBe(600 * MINUTE)
    expect(Date.parse(session.idleExpiresAt) - app.now().getTime()).toBe(15 * MINUTE)
  })

  it('continues with its refresh token, and ends when an old one is used again', async () => {
    const first = await signInManager(app, demo.email, demo.password)
    const refresh = ({ refreshToken }: Tokens) =>
      app.send('POST', '/manager/refresh', { body: { refreshToken } })
    const second = (await refresh(first)).json<Tokens>()
    expect((await info(second)).statusCode).toBe(200)
    app.pass(11_000)
    const copied = await refresh(first)
    expect([...refusal(copied), copied.json<{ message: string }>().message]).toEqual([
      401,
      'no_session',
      'Manager token refresh failed',
    ])
    expect((await info(second)).statusCode).toBe(401)
    const noted = await app.database.db.select().from(auditEvents).where(eq(auditEvents.act, 'token_reused'))
    expect(noted).toHaveLength(1)
    expect(noted[0]).toMatchObject({ actor: 'anyone', outcome: 'no_session' })
  })

  it('is not refreshed without a token or with a user’s', async () => {
    const nothing = await app.send('POST', '/manager/refresh', { body: {} })
    expect(nothing.json()).toMatchObject({ message: 'No manager refresh token available' })
    const { refreshToken } = await app.signIn('+12025550143')
    expect(refusal(await app.send('POST', '/manager/refresh', { body: { refreshToken } }))).toEqual([
      401,
      'no_session',
    ])
    expect((await app.send('POST', '/auth/refresh', { body: { refreshToken } })).statusCode).toBe(200)
  })

  it('ends after 15 minutes without use, and when the manager signs out', async () => {
    const idle = await signInManager(app, demo.email, demo.password)
    app.pass(15 * MINUTE)
    expect((await info(idle)).statusCode).toBe(401)
    const other = await signInManager(app, demo.email, demo.password)
    const out = await app.send('POST', '/manager/logout', { as: other })
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([200, '"cache", "storage"'])
    expect((await info(other)).statusCode).toBe(401)
  })

  it('has no access to users’ endpoints, and a user’s session none to managers’', async () => {
    const manager = await signInManager(app, demo.email, demo.password)
    expect(refusal(await app.send('GET', '/user/info', { as: manager }))).toEqual([403, 'not_allowed'])
    const person = await app.signIn('+12025550178')
    expect(refusal(await info(person))).toEqual([403, 'not_allowed'])
  })
})

it('no name, email address or password of a manager is readable in the database', async () => {
  const { email } = await newManager(app, 'lead', { firstName: 'Quillon', lastName: 'Zephyrine' })
  const stored = await storedText(app)
  for (const secret of [email, 'Quillon', 'Zephyrine', MANAGER_PASSWORD, demo.email, demo.password])
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(stored).not.toContain(form)
  expect(app.logged()).not.toContain('Zephyrine')
})
