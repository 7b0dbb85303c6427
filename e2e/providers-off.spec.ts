import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { accessFaults, expectNoFaults, journey } from './journey.ts'
import { maya, signIn } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'
import { visit } from './settled.ts'

/** A server with portal, credit data, tradelines, voice and mailing off: every screen works without them and states it. */

let folder: string
let server: RunningServer
journey.beforeAll(async () => {
  const prepared = await copyPreparedData()
  folder = prepared.folder
  server = await runServer(
    { ...prepared.settings, PROVIDERS_OFF: 'portal,credit-data,tradelines,voice,mailing' },
    ['test/support/browser-test-server.ts'],
  )
})
journey.afterAll(async () => {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

/** What must not be offered on any screen. */
const promised = /Send Physical|Mail them for me|Track|Start Recording|Open Portal|Tradelines on offer/

const screens: readonly (readonly [path: string, text: string])[] = [
  ['/analytics/overview', 'Import your own report'],
  ['/analytics/voice', 'Type your question'],
  ['/disputes', 'Download the letters, sign them and mail them yourself.'],
  ['/tradelines/calculator', 'Tradelines are not offered here'],
  ['/profile', 'Permissions'],
]

journey('Every screen works without disabled providers', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: server.url, reducedMotion: 'reduce' })
  await signIn(page, maya)
  for (const [at, text] of screens) {
    await visit(page, at)
    await page.locator('main').getByText(text).first().waitFor()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.getByText(promised).count()).toBe(0)
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Tradelines', exact: true }).count()).toBe(0)
    }
    // At 390 px; `expectNoFaults` checks only what depends on the look there.
    expect(await accessFaults(page)).toEqual([])
    await expectNoFaults(page)
  }
  await page.context().close()
})
