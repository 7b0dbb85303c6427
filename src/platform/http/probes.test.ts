import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { isDiskReachable } from './probes.ts'

/** The probes for load balancers and supervisors. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const probed = async () => {
  const [live, ready] = await Promise.all(['/livez', '/readyz'].map(url => app.app.http.inject(url)))
  return [live?.body, ready?.statusCode, ready?.body]
}

it('while the data disk is missing the server is live but not ready; it becomes ready again with the disk', async () => {
  expect(await probed()).toEqual(['ok', 200, 'ok'])
  const aside = `${app.dataDir}-aside`
  renameSync(app.dataDir, aside)
  writeFileSync(app.dataDir, 'no folder')
  expect(await probed()).toEqual(['ok', 503, 'not ready'])
  rmSync(app.dataDir)
  renameSync(aside, app.dataDir)
  expect(await probed()).toEqual(['ok', 200, 'ok'])
})

it('a folder that does not exist yet counts as reachable', async () => {
  expect(await isDiskReachable(join(app.dataDir, 'not', 'yet'))).toBe(true)
})
