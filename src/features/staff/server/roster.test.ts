import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, storedText, type TestApp } from '#test/support/app.ts'
import {
  createTestInvitation,
  MANAGER_PASSWORD,
  type NewManager,
  newManager,
} from '#test/support/people/new-manager.ts'
import { refusal, statusesOf } from '#test/support/refusal.ts'

let app: TestApp
let admin: NewManager
beforeAll(async () => {
  app = await openApp()
  admin = await newManager(app, 'admin', { firstName: 'Morgan', lastName: 'Bell' })
})
afterAll(() => app.close())

type Member = { id: string; email: string; lastName: string; status: string; lastSeenAt: string | null }
const list = async () =>
  (await app.send('GET', '/manager/staff', { as: admin })).json<{ data: Member[] }>().data
const memberOf = async (id: string) => (await list()).find(member => member.id === id)

const person = (email: string, more: object = {}) => ({
  email,
  firstName: 'Iris',
  lastName: 'Lindqvist',
  role: 'agent',
  ...more,
})
const invite = (body: object, headers: Record<string, string> = {}) =>
  app.send('POST', '/manager/staff', { as: admin, body, headers })
const setDisabled = (id: string, disabled: boolean, as: NewManager = admin) =>
  app.send('PATCH', `/manager/staff/${id}`, { as, body: { disabled } })

const mailed = async () => {
  await app.work()
  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { to: string; channel: string; body: string; subject: string }[]
  }>()
  return items.filter(({ channel }) => channel === 'email')
}

describe('inviting', () => {
  it('emails a link with which the manager joins', async () => {
    const answer = await invite(person('iris@staff.example'))
    expect([answer.statusCode, answer.json()]).toEqual([201, { success: true }])
    const [mail] = await mailed()
    expect(mail).toMatchObject({ to: 'iris@staff.example', subject: 'Your invitation to Fairfile' })
    expect(mail?.body).toContain('Morgan Bell invites you')
    const token = /http:\/\/127\.0\.0\.1:3000\/manager\/join#(cmi_[\w-]{43})\n/.exec(mail?.body ?? '')?.[1]
    expect((await list()).find(({ email }) => email === 'iris@staff.example')).toMatchObject({
      status: 'invited',
      lastSeenAt: null,
    })
    const joined = await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })
    expect(joined.json()).toEqual({ recoveryCodes: [] })
    expect((await list()).filter(({ email }) => email === 'iris@staff.example')).toMatchObject([
      { status: 'active' },
    ])
  })

  it('twice with one idempotency key emails one link', async () => {
    const before = (await mailed()).length
    const key = { 'idempotency-key': 'invite-1' }
    for (const _time of [1, 2])
      expect((await invite(person('twice@staff.example'), key)).statusCode).toBe(201)
    expect((await mailed()).length - before).toBe(1)
    expect(refusal(await invite(person('other@staff.example'), key))).toEqual([422, 'idempotency_mismatch'])
  })

  it.each([
    ['no address', { email: 'iris' }, 'email'],
    ['an address with a line break', { email: 'iris@staff.example\nBcc: x@y.example' }, 'email'],
    ['a role that does not exist', { role: 'owner' }, 'role'],
    ['no name', { firstName: ' ' }, 'firstName'],
    ['an id of its own', { id: 'x' }, 'id'],
  ])('refuses %s', async (_name, more, field) => {
    const answer = await invite(person('odd@staff.example', more))
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toHaveProperty(['fields', field])
  })

  it('stores the invited manager’s details and the link only encrypted or hashed', async () => {
    const { token } = await createTestInvitation(app, {
      email: 'zephyr@staff.example',
      lastName: 'Xanthopoulos',
    })
    await invite(person('quixote@staff.example', { lastName: 'Yggdrasil' }))
    const stored = await storedText(app)
    for (const secret of [
      token,
      'zephyr@staff.example',
      'Xanthopoulos',
      'quixote@staff.example',
      'Yggdrasil',
    ])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(stored).not.toContain(form)
  })

  it('withdraws an invitation when the invited manager is disabled', async () => {
    const { token, managerId } = await createTestInvitation(app)
    expect((await setDisabled(managerId, true)).statusCode).toBe(200)
    expect(await memberOf(managerId)).toBeUndefined()
    expect(
      refusal(await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })),
    ).toEqual([422, 'link_used'])
  })
})

describe('disabling a manager', () => {
  it('ends every session immediately, refuses the password, and can be undone', async () => {
    const other = await newManager(app, 'lead')
    expect(await memberOf(other.managerId)).toMatchObject({
      status: 'active',
      lastSeenAt: app.now().toISOString(),
    })
    expect((await setDisabled(other.managerId, true)).statusCode).toBe(200)
    expect((await app.send('GET', '/manager/info', { as: other })).statusCode).toBe(401)
    const refresh = await app.send('POST', '/manager/refresh', {
      body: { refreshToken: other.refreshToken },
    })
    expect(refresh.statusCode).toBe(401)
    const again = () =>
      app.send('POST', '/manager/login', { body: { email: other.email, password: MANAGER_PASSWORD } })
    expect(refusal(await again())).toEqual([401, 'wrong_password'])
    expect(await memberOf(other.managerId)).toMatchObject({ status: 'disabled' })
    expect(refusal(await invite(person(other.email)))).toEqual([409, 'conflict'])
    expect((await setDisabled(other.managerId, false)).statusCode).toBe(200)
    expect((await again()).statusCode).toBe(200)
    const noted = await app.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, other.managerId))
    expect(noted.filter(({ act }) => act === 'manager_changed')).toMatchObject([
      { managerId: admin.managerId },
      { managerId: admin.managerId },
    ])
  })

  it('withdraws the invitation with which they could set a new password', async () => {
    const other = await newManager(app, 'agent')
    const { token } = await createTestInvitation(app, { email: other.email })
    await setDisabled(other.managerId, true)
    expect(refusal(await app.send('POST', '/manager/invitation', { body: { token } }))).toEqual([
      422,
      'link_used',
    ])
  })

  it('is refused for oneself and for an unknown manager', async () => {
    expect(refusal(await setDisabled(admin.managerId, true))).toEqual([409, 'conflict'])
    expect(refusal(await setDisabled('0192f1c4-0000-7000-8000-00000000abcd', true))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await setDisabled('0192f1c4-0000-7000-8000-00000000abcd', false))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await setDisabled('x', true))).toEqual([404, 'not_found'])
  })

  it('waits for an invitation that the admin sends concurrently, without a deadlock', async () => {
    const other = await newManager(app, 'agent')
    const answers = await Promise.all(
      [1, 2].flatMap(n => [
        setDisabled(other.managerId, n === 1),
        invite(person(`at.once.${n}@staff.example`)),
      ]),
    )
    expect(statusesOf(answers)).toEqual([200, 200, 201, 201])
  })

  it('always leaves an admin, even when two disable each other concurrently', async () => {
    const second = await newManager(app, 'admin')
    const answers = await Promise.all([
      setDisabled(second.managerId, true, admin),
      setDisabled(admin.managerId, true, second),
    ])
    expect(statusesOf(answers)).toEqual([200, 401])
    if ((await app.send('GET', '/manager/staff', { as: admin })).statusCode === 401) admin = second
    const answer = await invite(person(admin.email, { role: 'agent' }))
    expect(refusal(answer)).toEqual([409, 'conflict'])
    expect(answer.json<{ message: string }>().message).toContain('the only admin')
  })
})

describe('the list of staff', () => {
  it.each([
    ['agent', 403, 403],
    ['lead', 403, 403],
    ['auditor', 200, 403],
    ['admin', 200, 201],
  ] as const)('to the role %s: reading gives %i, inviting gives %i', async (role, reading, inviting) => {
    const as = role === 'admin' ? admin : await newManager(app, role)
    expect((await app.send('GET', '/manager/staff', { as })).statusCode).toBe(reading)
    const body = person(`by.${role}@staff.example`)
    expect((await app.send('POST', '/manager/staff', { as, body })).statusCode).toBe(inviting)
    const changed = await setDisabled('0192f1c4-0000-7000-8000-00000000abcd', true, as)
    expect(changed.statusCode).toBe(role === 'admin' ? 404 : 403)
  })
})
