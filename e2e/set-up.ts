import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { runServer } from '#testing/run-server.ts'
import { serveChromium } from './chromium.ts'
import { maya, signIn } from './people.ts'

/**
 * One server with fresh data and one Chromium for all journeys; Maya is signed in once, since a number gets no second
 * code within half a minute. All come from one address, so limits by address are off. The page is the built one. The test files learn of all this from their environment.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-'))
  const served = await serveChromium()
  const server = await runServer({ DATA_DIR: dataDir }, ['src/testing/unlimited-server.ts'])
  process.env.E2E_ADDRESS = server.url
  process.env.E2E_BROWSER = served.wsEndpoint()
  process.env.E2E_SIGNED_IN = path.join(dataDir, 'signed-in.json')
  const browser = await chromium.connect(served.wsEndpoint())
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page, maya)
  await page.context().storageState({ path: process.env.E2E_SIGNED_IN })
  await browser.close()
  return async () => {
    await served.close()
    const code = await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    const printed = server.printed()
    if (code !== 0 || printed.includes('"msg":"request failed"')) {
      throw new Error(`The server ended with ${code}. It printed:\n${printed}`)
    }
  }
}
