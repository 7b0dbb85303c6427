import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { rateLimits } from '../db/tables.ts'
import { createProviderRateLimiter } from './provider-rate-limiter.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const turnOf = (provider: string, seconds = 0.2) =>
  createProviderRateLimiter(app.database.pool, { provider, count: 3, seconds })

it('gives so many turns in a time to all servers together, and the others after it', async () => {
  const [one, other] = [turnOf('post'), turnOf('post')]
  const began = performance.now()
  await Promise.all([1, 2, 3, 4, 5].flatMap(() => [one(), other()]))
  // Ten turns of three are four windows; the fourth begins after three.
  expect(performance.now() - began).toBeGreaterThan(400)
})

it('counts in a time that is no whole number of milliseconds', async () => {
  const turn = turnOf('quick', 1 / 60)
  for (let time = 0; time < 5; time += 1) await expect(turn()).resolves.toBeUndefined()
})

it('waits for nobody whose clock was wrong', async () => {
  const { db } = app.database
  const turn = turnOf('odd')
  await turn()
  const hours = Date.now() + 24 * 60 * 60_000
  await db.update(rateLimits).set({ points: 99, expire: hours }).where(eq(rateLimits.key, 'turns:odd:calls'))
  // A turn that waited for that day would outlast the test.
  await expect(turn()).resolves.toBeUndefined()
})
