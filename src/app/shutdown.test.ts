import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CleanupTask, startCleanup } from '#platform/jobs/disposal.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'

/** Background work is awaited when the server stops, before the database is closed. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

/** Whether something has completed after some turns of the event loop. */
const isOver = async (waiting: Promise<unknown>): Promise<boolean> => {
  let over = false
  void waiting.then(() => {
    over = true
  })
  for (let turns = 0; turns < 5; turns += 1) await turn()
  return over
}

it('a running cleanup finishes, and no other is started', async () => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done: string[] = []
  const slow: CleanupTask = async () => {
    begun.resolve()
    await release.promise
    done.push('slow')
  }
  const next: CleanupTask = async () => {
    done.push('next')
  }
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  const cleanup = startCleanup(app.database.db, app.now, log, [slow, next])
  await begun.promise
  const stopped = cleanup.stop()
  expect(await isOver(stopped)).toBe(false)
  release.resolve()
  await stopped
  expect(done).toEqual(['slow'])
  expect(lines).toEqual([])
})

it('a running search for letters finishes', async () => {
  const { pool } = app.database
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  app.app.mailer.start()
  const stopped = app.app.mailer.stop()
  expect(await isOver(stopped)).toBe(false)
  for (const client of all) client.release()
  await stopped
  expect(app.logged()).not.toContain('were not listed')
})

it('requests are counted, except probes', async () => {
  const before = app.app.requestCount()
  for (const url of ['/livez', '/readyz', '/api/v1/support', '/nowhere']) await app.app.http.inject(url)
  expect(app.app.requestCount() - before).toBe(2)
})
