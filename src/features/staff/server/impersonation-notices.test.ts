import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { type NewManager, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { sendImpersonationNotices } from './impersonation-notices.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let agent: NewManager
beforeAll(async () => {
  app = await openApp()
  agent = await newManager(app, 'agent', { firstName: 'Noor', lastName: 'Haddad' })
})
afterAll(() => app.close())

const open = async (phoneNumber: string, reason: string) => {
  const as = await signInManager(app, agent.email)
  const body = { phoneNumber, reason }
  await app.send('POST', '/manager/user-login-as-manager', { as, body })
  return as
}
const close = (as: Tokens) => app.send('POST', '/manager/end-client-session', { as })

/** The notices that a client has received after some time and the next run of the schedule. */
const noticesAfter = async (ms: number, email: string) => {
  app.pass(ms)
  await app.app.jobs.enqueue(app.database.db, sendImpersonationNotices, {})
  await app.work()
  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { to: string; body: string; subject: string }[]
  }>()
  return items.filter(item => item.to === email && item.subject === 'A manager opened your account')
}

it('a client is emailed once impersonations ended, at most once a day, about all since', async () => {
  const email = 'heard@mail.example'
  const { phoneNumber } = await app.register({ email })
  const as = await open(phoneNumber, 'The first reason to open it')
  expect(await noticesAfter(10 * MINUTE, email)).toHaveLength(0)
  await close(as)
  const [first, ...none] = await noticesAfter(10 * MINUTE, email)
  expect(none).toEqual([])
  expect(first?.body).toContain('Noor Haddad, ')
  expect(first?.body).toContain('Reason: The first reason to open it')

  await close(await open(phoneNumber, 'The second reason to open it'))
  // The third is left open and times out.
  await open(phoneNumber, 'The third reason to open it')
  expect(await noticesAfter(2 * HOUR, email)).toHaveLength(1)
  const all = await noticesAfter(24 * HOUR, email)
  expect(all).toHaveLength(2)
  const [second] = all
  expect(second?.body).not.toContain('The first reason')
  expect(second?.body.indexOf('The third reason')).toBeGreaterThan(
    second?.body.indexOf('The second reason') ?? -1,
  )
  expect(await noticesAfter(48 * HOUR, email)).toHaveLength(2)
})

it('a client who was erased meanwhile is not emailed, and the others are', async () => {
  const gone = await app.register({ email: 'gone@mail.example' })
  await close(await open(gone.phoneNumber, 'Opened before it was erased'))
  await app.database.pool.query('delete from users where id = $1', [gone.userId])
  const there = await app.register({ email: 'there@mail.example' })
  await close(await open(there.phoneNumber, 'Opened and still to be told'))
  expect(await noticesAfter(10 * MINUTE, 'there@mail.example')).toHaveLength(1)
  expect(await noticesAfter(10 * MINUTE, 'gone@mail.example')).toHaveLength(0)
})
