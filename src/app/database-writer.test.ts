import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signExistingManagers } from '#features/staff/server/managers.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { createTestInvitation, MANAGER_PASSWORD, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'

/** An attacker who can read and write the database and has an account, but does not have the keyring. */

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'

const mayaId = async () => {
  const { rows } = await app.database.db.execute<{ id: string }>(
    sql`select id from users where phone_index = ${app.keyring.phoneIndex(maya)}`,
  )
  return rows[0]?.id ?? ''
}
const reads = (as: Tokens, path = '/user/info') => app.send('GET', path, { as })
const renews = ({ refreshToken }: Tokens) => app.send('POST', '/auth/refresh', { body: { refreshToken } })

describe('someone who writes to the database cannot', () => {
  it('have a code accepted whose MAC the server made for something else', async () => {
    const thief = await app.register()
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: maya } })
    const { rows } = await app.database.db.execute<{ id: string }>(
      sql`select id from code_challenges order by sent_at desc, id desc limit 1`,
    )
    const id = rows[0]?.id ?? ''
    // The stored form of the code 000000 is computed over this text, which is sent as an idempotency key here.
    const asked = await app.send('POST', '/dispute/freeze', {
      as: thief,
      headers: { 'idempotency-key': `${maya}|${id}|000000` },
      body: { action: 'place', bureaus: ['TransUnion'], attested: true },
    })
    expect(asked.statusCode).toBe(201)
    await app.database.db.execute(
      sql`update code_challenges set code_mac = (select key from remembered_answers order by created_at desc limit 1)
        where id = ${id}`,
    )
    const entered = await app.send('POST', '/auth/login', { body: { phoneNumber: maya, code: '000000' } })
    expect(refusal(entered)).toEqual([401, 'wrong_code'])
  })

  it('attach a forged token to someone else’s session', async () => {
    app.pass(60_000)
    await app.signIn(maya)
    const token = `cra_${'a'.repeat(43)}`
    await app.database.db.execute(
      sql`insert into session_tokens (hash, session_id, kind, generation, expires_at, mac)
        select sha256(${token}::bytea), t.session_id, 'access', t.generation, t.expires_at, t.mac
        from session_tokens t join sessions s on s.id = t.session_id
        where s.user_id = ${await mayaId()} and t.kind = 'access' order by s.created_at desc limit 1`,
    )
    expect(refusal(await reads({ accessToken: token, refreshToken: '' }))).toEqual([401, 'no_session'])
    await app.database.db.execute(
      sql`update session_tokens set mac = null where hash = sha256(${token}::bytea)`,
    )
    expect(refusal(await reads({ accessToken: token, refreshToken: '' }))).toEqual([401, 'no_session'])
  })

  it.each([
    ['another owner', sql`user_id = (select id from users order by created_at limit 1)`],
    ['another end', sql`expires_at = expires_at + interval '1 year'`],
    ['another proof', sql`proof = 'code+totp'`],
    ['a later beginning', sql`created_at = created_at + interval '1 minute'`],
  ])('give a session %s', async (_what, change) => {
    const thief = await app.register()
    expect((await reads(thief)).statusCode).toBe(200)
    await app.database.db.execute(sql`update sessions set ${change} where user_id = ${thief.userId}`)
    expect(refusal(await reads(thief))).toEqual([401, 'no_session'])
    expect(refusal(await renews(thief))).toEqual([401, 'no_session'])
  })

  it('give another person’s account their own phone', async () => {
    const victim = await app.register()
    const thief = await app.register()
    const mine = app.keyring.phoneIndex(thief.phoneNumber)
    await app.database.db.execute(sql`update users set phone_index = 'nobody' where id = ${thief.userId}`)
    await app.database.db.execute(sql`update users set phone_index = ${mine} where id = ${victim.userId}`)
    app.pass(60_000)
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: thief.phoneNumber } })
    const code = await app.codeFor(thief.phoneNumber)
    const entered = await app.send('POST', '/auth/login', { body: { phoneNumber: thief.phoneNumber, code } })
    expect(refusal(entered)).toEqual([500, 'internal'])
    expect(app.logged()).toMatch(/"level":50,[^\n]*findUserByPhone/)
    const manager = await newManager(app, 'agent')
    const opened = await app.send('POST', '/manager/user-login-as-manager', {
      as: manager,
      body: { phoneNumber: thief.phoneNumber },
    })
    expect(refusal(opened)).toEqual([500, 'internal'])
  })

  it.each([
    ['another role', sql`role = 'admin'`],
    [
      'another password',
      sql`password_hash = (select password_hash from managers order by created_at limit 1)`,
    ],
    ['another start of the app', sql`totp_enabled_at = now()`],
  ])('give a manager %s', async (what, change) => {
    const manager = await newManager(app, 'agent')
    await app.database.db.execute(sql`update managers set ${change} where id = ${manager.managerId}`)
    const password = what === 'another password' ? 'correct-horse-battery' : MANAGER_PASSWORD
    const again = await app.send('POST', '/manager/login', { body: { email: manager.email, password } })
    expect(refusal(again)).toEqual([500, 'internal'])
  })

  it('give a manager’s session another role, or let a disabled manager in', async () => {
    const manager = await newManager(app, 'agent')
    const set = (change: ReturnType<typeof sql>) =>
      app.database.db.execute(sql`update managers set ${change} where id = ${manager.managerId}`)
    await app.database.db.execute(
      sql`update sessions set role = 'admin' where manager_id = ${manager.managerId}`,
    )
    expect(refusal(await reads(manager, '/manager/staff'))).toEqual([401, 'no_session'])
    const admin = await newManager(app, 'admin')
    const disabled = await app.send('PATCH', `/manager/staff/${manager.managerId}`, {
      as: admin,
      body: { disabled: true },
    })
    expect(disabled.statusCode).toBe(200)
    await set(sql`disabled_at = null`)
    const body = { email: manager.email, password: MANAGER_PASSWORD }
    expect((await app.send('POST', '/manager/login', { body })).statusCode).toBe(500)
  })

  it('have their change of a manager signed by a later change', async () => {
    const manager = await newManager(app, 'agent')
    await app.database.db.execute(sql`update managers set role = 'admin' where id = ${manager.managerId}`)
    const started = await app.send('POST', '/manager/totp/start', { as: manager })
    expect(started.statusCode).toBe(200)
    const admin = await newManager(app, 'admin')
    for (const disabled of [true, false])
      await app.send('PATCH', `/manager/staff/${manager.managerId}`, { as: admin, body: { disabled } })
    const body = { email: manager.email, password: MANAGER_PASSWORD }
    expect((await app.send('POST', '/manager/login', { body })).statusCode).toBe(500)
    const { token } = await createTestInvitation(app, { email: manager.email, role: 'agent' })
    await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })
    expect((await app.send('POST', '/manager/login', { body })).json()).toMatchObject({
      manager: { role: 'agent' },
    })
  })

  it.each([
    ['role', sql`role = 'admin'`],
    ['end', sql`expires_at = expires_at + interval '1 day'`],
    ['manager', sql`manager_id = (select id from managers order by created_at limit 1)`],
  ])('give an invitation another %s', async (_what, change) => {
    const { token, email } = await createTestInvitation(app)
    await app.database.db.execute(
      sql`update invitations set ${change} where email_index = ${app.keyring.emailIndex(email)}`,
    )
    const joined = await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })
    expect(joined.json()).toMatchObject({ code: 'link_used' })
  })
})

it('managers of an earlier release are signed once, and never if a signed one exists', async () => {
  const { managerId, email } = await newManager(app, 'agent')
  const before = JSON.stringify({ email, firstName: 'Noor', lastName: 'Haddad' })
  const place = { table: 'managers', column: 'profile', row: managerId }
  const profile = app.keyring.system.encrypt(place, before)
  const vouched = () => app.database.db.transaction(tx => signExistingManagers(tx, app.keyring))
  const signIn = async () => {
    const body = { email, password: MANAGER_PASSWORD }
    return (await app.send('POST', '/manager/login', { body })).statusCode
  }
  await app.database.db.execute(sql`update managers set profile = ${profile} where id = ${managerId}`)
  expect([await vouched(), await signIn()]).toEqual([0, 500])
  await app.database.db.execute(sql`delete from managers where id <> ${managerId}`)
  expect([await vouched(), await signIn()]).toEqual([1, 200])
  await app.database.db.execute(sql`update managers set role = 'admin' where id = ${managerId}`)
  expect([await vouched(), await signIn()]).toEqual([0, 500])
})
