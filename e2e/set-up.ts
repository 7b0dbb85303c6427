import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runServer } from '#testing/run-server.ts'
import { serveChromium } from './chromium.ts'

/**
 * One server with fresh data and one Chromium for all journeys. The page is the built one. The test files learn of
 * both from their environment.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-'))
  const browser = await serveChromium()
  const server = await runServer({ DATA_DIR: dataDir })
  process.env.E2E_ADDRESS = server.url
  process.env.E2E_BROWSER = browser.wsEndpoint()
  return async () => {
    await browser.close()
    const code = await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The server ended with ${code}. It printed:\n${server.printed()}`)
  }
}
