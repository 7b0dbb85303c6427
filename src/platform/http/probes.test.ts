import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { isDiskReachable } from './probes.ts'

/** The answers for a load balancer and a supervisor. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const probed = async () => {
  const [live, ready] = await Promise.all(['/livez', '/readyz'].map(url => app.app.http.inject(url)))
  return [live?.body, ready?.statusCode, ready?.body]
}

it('while the disk of the data is gone the server is not ready, and not restarted; it is ready again with the disk', async () => {
  expect(await probed()).toEqual(['ok', 200, 'ok'])
  const aside = `${app.dataDir}-aside`
  renameSync(app.dataDir, aside)
  writeFileSync(app.dataDir, 'no folder')
  expect(await probed()).toEqual(['ok', 503, 'not ready'])
  rmSync(app.dataDir)
  renameSync(aside, app.dataDir)
  expect(await probed()).toEqual(['ok', 200, 'ok'])
})

it('a folder that is not made yet can be', async () => {
  expect(await isDiskReachable(join(app.dataDir, 'not', 'yet'))).toBe(true)
})
