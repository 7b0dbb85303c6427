import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { type NewManager, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'

const HOUR = 3_600_000

let app: TestApp
let admin: NewManager
let lead: NewManager
let gone: NewManager
let agent: NewManager
const clients: string[] = []
beforeAll(async () => {
  app = await openApp()
  admin = await newManager(app, 'admin')
  lead = await newManager(app, 'lead')
  gone = await newManager(app, 'lead')
  agent = await newManager(app, 'agent', { firstName: 'Quick', lastName: 'Reader' })
  const path = `/manager/staff/${gone.managerId}`
  await app.send('PATCH', path, { as: admin, body: { disabled: true } })
  for (let n = 0; n < 10; n += 1) clients.push((await app.register()).phoneNumber)
})
afterAll(() => app.close())

const openAll = async (as: Tokens, phoneNumbers: readonly string[], reason?: string) => {
  for (const phoneNumber of phoneNumbers)
    await app.send('POST', '/manager/user-login-as-manager', {
      as,
      body: reason === undefined ? { phoneNumber } : { phoneNumber, reason },
    })
}

/** The alerts that a manager received, newest first. */
const alertsTo = async ({ email }: NewManager) =>
  (await mailTo(app, email))
    .filter(({ subject }) => subject === 'A manager reached many clients')
    .map(({ body }) => body.split('\n')[0])

const ofTen = 'Quick Reader opened the accounts of 10 clients within an hour, 3 of them without a reason.'

it('ten clients in more than an hour raise no alert', async () => {
  await openAll(agent, clients.slice(0, 5), 'Called about a letter')
  app.pass(HOUR)
  agent = { ...agent, ...(await signInManager(app, agent.email)) }
  await openAll(agent, clients.slice(5), 'Called about a letter')
  expect(await alertsTo(admin)).toEqual([])
})

it('the tenth different client within an hour alerts leads and admins, once', async () => {
  app.pass(HOUR)
  agent = { ...agent, ...(await signInManager(app, agent.email)) }
  await openAll(agent, clients.slice(0, 3))
  await openAll(agent, clients.slice(0, 9), 'Called about a letter')
  expect(await alertsTo(admin)).toEqual([])
  await openAll(agent, [...clients.slice(9), ...clients.slice(8)], 'Called about a letter')
  for (const recipient of [admin, lead]) expect(await alertsTo(recipient)).toEqual([ofTen])
  for (const other of [gone, agent]) expect(await alertsTo(other)).toEqual([])
})

it('reading the client list until it is refused raises an alert, once', async () => {
  const page = () => app.send('GET', '/manager/clients', { as: agent })
  await page()
  await app.database.db.execute(
    sql`update rate_limits set points = 600 where key like ${`clientList%${agent.managerId}`}`,
  )
  for (const _time of [1, 2]) expect(refusal(await page())).toEqual([429, 'rate_limited'])
  const listed = 'Quick Reader read on in the list of clients until it was refused.'
  for (const recipient of [admin, lead]) expect(await alertsTo(recipient)).toEqual([listed, ofTen])
})
