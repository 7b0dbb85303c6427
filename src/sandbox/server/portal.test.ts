import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, storedText, type TestApp } from '#test/support/app.ts'
import { createTickets, sandboxPortal } from './portal.ts'

const minute = 60_000
const origin = 'http://127.0.0.1:3000'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const ticketFor = async (userId: string) => {
  const { link } = await sandboxPortal(createTickets(app.database.db), origin).linkFor({
    userId,
    now: app.now(),
  })
  const { hash, pathname, search } = new URL(link)
  expect({ pathname, search }).toEqual({ pathname: '/sandbox/portal', search: '' })
  return hash.slice(1)
}

const look = async (ticket: string) => app.send('POST', '/sandbox/portal/look', { body: { ticket } })
const finish = async (ticket: string, outcome: 'verified' | 'failed') =>
  app.send('POST', '/sandbox/portal/finish', { body: { ticket, outcome } })

const skipped = async (as: { accessToken: string; refreshToken: string }) =>
  (await app.send('GET', '/user/info', { as })).json<{ skippedVerification: boolean }>().skippedVerification

it('a ticket shows only enough of a person’s data to be recognized by them', async () => {
  const { userId, ssn } = await app.register({ firstName: 'Rosa', lastName: 'Quintero' })
  expect((await look(await ticketFor(userId))).json()).toEqual({
    state: 'open',
    firstName: 'Rosa',
    lastInitial: 'Q',
    ssnLastFour: ssn.slice(-4),
  })
})

it('an identity that the portal confirms is confirmed, once', async () => {
  const person = await app.register()
  expect(await skipped(person)).toBe(true)
  const ticket = await ticketFor(person.userId)
  expect((await finish(ticket, 'verified')).json()).toEqual({ success: true })
  expect(await skipped(person)).toBe(false)
  expect((await look(ticket)).json()).toEqual({ state: 'used' })
  expect((await finish(ticket, 'verified')).statusCode).toBe(422)
})

it('an identity that the portal does not confirm stays unconfirmed, and the ticket is consumed', async () => {
  const person = await app.register()
  const ticket = await ticketFor(person.userId)
  expect((await finish(ticket, 'failed')).json()).toEqual({ success: true })
  expect(await skipped(person)).toBe(true)
  expect((await finish(ticket, 'verified')).json()).toMatchObject({ code: 'link_used' })
  expect(await skipped(person)).toBe(true)
})

it('only one of many concurrent uses of a ticket succeeds', async () => {
  const { userId } = await app.register()
  const ticket = await ticketFor(userId)
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(ticket, 'verified')))
  const counted = [200, 422].map(status => answers.filter(({ statusCode }) => statusCode === status).length)
  expect(counted).toEqual([1, 7])
})

it('a ticket expires after fifteen minutes', async () => {
  const person = await app.register()
  const ticket = await ticketFor(person.userId)
  app.pass(15 * minute - 1)
  expect((await look(ticket)).json()).toMatchObject({ state: 'open' })
  app.pass(1)
  expect((await look(ticket)).json()).toEqual({ state: 'expired' })
  expect((await finish(ticket, 'verified')).json()).toMatchObject({ code: 'link_used' })
  // The session ended before the ticket did.
  expect(await skipped(await app.signIn(person.phoneNumber))).toBe(true)
})

it('a forged ticket is refused', async () => {
  const guess = 'A'.repeat(43)
  expect((await look(guess)).statusCode).toBe(404)
  expect((await finish(guess, 'verified')).statusCode).toBe(422)
})

it('neither the database nor the log contains a ticket', async () => {
  const { userId } = await app.register()
  const ticket = await ticketFor(userId)
  await look(ticket)
  expect((await storedText(app)) + app.logged()).not.toContain(ticket)
})

it('the page does not exist with a real portal', async () => {
  const real = await openApp({
    env: {
      PORTAL_LINK_TEMPLATE: 'https://portal.example.com/{user}/{expires}/{signature}',
      PORTAL_SIGNING_KEY: 'a key that the portal shares with us',
    },
  })
  const { userId } = await real.register()
  const ticket = await createTickets(real.database.db).issue({ userId, now: real.now() })
  for (const path of ['look', 'finish']) {
    const body = path === 'look' ? { ticket } : { ticket, outcome: 'verified' }
    expect((await real.send('POST', `/sandbox/portal/${path}`, { body })).statusCode).toBe(404)
  }
  await real.close()
})
