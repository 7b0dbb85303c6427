import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { runServer } from '#test/support/run-server.ts'
import { serveChromium } from './chromium.ts'
import { maya, signIn } from './people.ts'
import { tellPlaces } from './place.ts'

/** A server with fresh data, on which Maya is signed in through the screen: a number gets no second code within half a minute. */
const openPlace = async (browser: Browser) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-'))
  const server = await runServer({ DATA_DIR: dataDir }, ['test/support/unlimited-server.ts'])
  const place = { address: server.url, signedInFile: path.join(dataDir, 'signed-in.json') }
  const page = await browser.newPage({ baseURL: place.address })
  await signIn(page, maya)
  await page.context().storageState({ path: place.signedInFile })
  const close = async () => {
    const code = await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    const printed = server.printed()
    if (code !== 0 || printed.includes('"msg":"request failed"')) {
      throw new Error(`The server ended with ${code}. It printed:\n${printed}`)
    }
  }
  return { place, close }
}

/**
 * A server for each worker and one Chromium for all. All journeys come from one address, so limits by address are off.
 * The page is the built one. The test files learn of all this from their environment.
 */
export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  const served = await serveChromium()
  process.env.E2E_BROWSER = served.wsEndpoint()
  const browser = await chromium.connect(served.wsEndpoint())
  const opened = await Promise.all(Array.from({ length: config.maxWorkers }, () => openPlace(browser)))
  tellPlaces(opened.map(({ place }) => place))
  await browser.close()
  return async () => {
    await served.close()
    await Promise.all(opened.map(({ close }) => close()))
  }
}
