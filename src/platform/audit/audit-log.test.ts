import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { readConfig } from '../config/config.ts'
import { auditConfigurationChange } from './audit-log.ts'

/** The actor and the retention of audit rows. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

type Row = { act: string; actor: string; outcome: string; address_prefix: string; kept_until: Date; at: Date }

const rowsOf = async (userId: string): Promise<Row[]> =>
  (
    await app.database.pool.query<Row>('select * from audit_events where user_id = $1 order by at, id', [
      userId,
    ])
  ).rows
const yearsOf = ({ at, kept_until }: Row) => kept_until.getUTCFullYear() - at.getUTCFullYear()

describe('a row is kept', () => {
  it('for two years for acts of users, for seven for the same acts by a manager in their account', async () => {
    const person = await app.register()
    await app.send('GET', '/credit/analytics', { as: person })
    const manager = await startImpersonation(app, person.userId, 'Asked for help with a letter')
    await app.send('GET', '/credit/analytics', { as: manager })
    await app.send('GET', '/user/export', { as: manager })
    const kept = (await rowsOf(person.userId))
      .filter(({ act }) => act !== 'registered')
      .map(row => [row.act, row.actor, yearsOf(row)])
    expect(kept).toEqual([
      ['report_read', 'user', 2],
      ['report_read', 'manager', 7],
      ['denied', 'manager', 7],
    ])
  })

  it('for seven years for what a manager is refused', async () => {
    const agent = await newManager(app, 'agent')
    await app.send('GET', '/manager/staff', { as: agent })
    const { rows } = await app.database.pool.query<Row>(
      "select * from audit_events where act = 'denied' and manager_id = $1",
      [agent.managerId],
    )
    expect(rows.map(yearsOf)).toEqual([7])
  })
})

describe('the actor', () => {
  it('is not the user whose phone, or the manager whose email, another person tried', async () => {
    const person = await app.register()
    const { managerId, email } = await newManager(app, 'agent')
    app.pass(60_000)
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: person.phoneNumber } })
    const code = (await app.codeFor(person.phoneNumber)) === '000000' ? '000001' : '000000'
    await app.send('POST', '/auth/login', { body: { phoneNumber: person.phoneNumber, code } })
    await app.send('POST', '/manager/login', { body: { email, password: 'not this one at all' } })
    const tried = (await rowsOf(person.userId)).filter(({ act }) => act === 'signed_in')
    expect(tried).toMatchObject([{ actor: 'anyone', outcome: 'wrong_code' }])
    const { rows } = await app.database.pool.query<Row>(
      "select * from audit_events where manager_id = $1 and outcome = 'wrong_password'",
      [managerId],
    )
    expect(rows).toMatchObject([{ actor: 'anyone' }])
  })

  it('is not the owner when a copied token is used', async () => {
    const person = await app.register()
    const refresh = () => app.send('POST', '/auth/refresh', { body: { refreshToken: person.refreshToken } })
    await refresh()
    app.pass(11_000)
    await refresh()
    const reused = (await rowsOf(person.userId)).filter(({ act }) => act === 'token_reused')
    expect(reused).toMatchObject([{ actor: 'anyone', outcome: 'no_session' }])
  })
})

describe('an exceeded limit', () => {
  const refusedBy = async (path: string) =>
    (
      await app.database.pool.query<Row & { user_id: string | null }>(
        "select * from audit_events where outcome = 'rate_limited' and object_id = $1",
        [`/api/v1${path}`],
      )
    ).rows.map(({ act, actor, user_id, address_prefix }) => [act, actor, user_id, address_prefix])

  it('adds one row for all refusals within its window', async () => {
    const person = await app.register()
    const from = '203.0.113.5'
    const body = { enabled: true }
    for (let n = 0; n < 63; n += 1) await app.send('POST', '/user/max-plan', { as: person, body, from })
    expect(await refusedBy('/user/max-plan')).toEqual([['denied', 'user', person.userId, '203.0.113']])
  })

  it('adds one row for an unknown caller, with the stored part of the address', async () => {
    const from = '198.51.100.5'
    for (let n = 0; n < 33; n += 1) await app.send('POST', '/auth/sms/send', { body: {}, from })
    expect(await refusedBy('/auth/sms/send')).toEqual([['denied', 'anyone', null, '198.51.100']])
  })
})

it('a changed configuration or release adds a row at startup, but a per-server setting does not', async () => {
  const start = (given: Record<string, string>, release = '0.1.0') =>
    auditConfigurationChange(
      { ...app, clock: app.now },
      readConfig({ PUBLIC_URL: 'https://app.example.com', ...given }),
      release,
    )
  const starts = [
    () => start({}),
    () => start({ PORT: '3100', DATA_DIR: '/elsewhere', LOG_LEVEL: 'warn' }),
    () => start({ MAIL_DAILY_CAP: '1,2' }),
    () => start({ MAIL_DAILY_CAP: '1,2' }, '0.2.0'),
  ]
  const rows: string[][] = []
  for (const begin of starts) {
    app.pass(1_000)
    await begin()
    const found = await app.database.pool.query<{ object_id: string }>(
      "select object_id from audit_events where act = 'configuration_changed' order by at",
    )
    rows.push(found.rows.map(({ object_id }) => object_id))
  }
  expect(rows.map(({ length }) => length)).toEqual([1, 1, 2, 3])
  const [first = '', second = '', third = ''] = rows.at(-1) ?? []
  expect([first, second].every(row => /^0\.1\.0 [\da-f]{16}$/.test(row))).toBe(true)
  expect(first).not.toBe(second)
  expect(third).toBe(second.replace('0.1.0', '0.2.0'))
})

it.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:12::1', '2001:db8:12'],
  ['::1', '0:0:0'],
])('of the address %s only %s is stored', async (from, prefix) => {
  const person = await app.register()
  await app.send('GET', '/credit/analytics', { as: person, from })
  expect((await rowsOf(person.userId)).at(-1)).toMatchObject({ address_prefix: prefix })
})
