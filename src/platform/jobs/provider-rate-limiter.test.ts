import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { rateLimits } from '../db/tables.ts'
import { createProviderRateLimiter } from './provider-rate-limiter.ts'

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase()
})
afterAll(() => own.drop())

const turnOf = (provider: string, everyMs: number) =>
  createProviderRateLimiter(own.database.pool, { provider, everyMs })

it('spaces the calls of all servers together', async () => {
  const [one, other] = [turnOf('post', 20), turnOf('post', 20)]
  const began = performance.now()
  await Promise.all([1, 2, 3, 4, 5, 6].flatMap(() => [one(), other()]))
  // Three of twelve calls may be caught up; before the twelfth there are eight pauses.
  expect(performance.now() - began).toBeGreaterThan(155)
})

it('makes up for a few unused slots but not for many', async () => {
  const turn = turnOf('idle', 500)
  await turn()
  await own.database.db
    .update(rateLimits)
    .set({ expire: Date.now() - 60_000 })
    .where(eq(rateLimits.key, 'slots:idle'))
  const began = performance.now()
  for (let time = 0; time < 4; time += 1) await turn()
  expect(performance.now() - began).toBeLessThan(450)
  await turn()
  await turn()
  expect(performance.now() - began).toBeGreaterThan(450)
})

it('rounds a fraction of a millisecond up', async () => {
  const turn = turnOf('quick', 1 / 60)
  for (let time = 0; time < 5; time += 1) await expect(turn()).resolves.toBeUndefined()
})

it('does not wait for a slot from a wrong clock', async () => {
  const { db } = own.database
  const turn = turnOf('odd', 100)
  await turn()
  const hours = Date.now() + 24 * 60 * 60_000
  await db.update(rateLimits).set({ expire: hours }).where(eq(rateLimits.key, 'slots:odd'))
  // A call that waited for that day would outlast the test.
  await expect(turn()).resolves.toBeUndefined()
})
