/** `npm run pictures`: the screenshots of the README, of the built page as Maya sees it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newestCode } from '#testing/new-person.ts'
import { runServer } from '#testing/run-server.ts'
import { launchChromium } from '../e2e/chromium.ts'

const folder = path.join(import.meta.dirname, '..', 'docs', 'pictures')
const maya = '+12025550143'

const pictures = [
  { name: 'overview', screen: '/analytics/overview', width: 1440, scheme: 'light' },
  { name: 'full-report', screen: '/analytics/report', width: 1440, scheme: 'light' },
  { name: 'disputes', screen: '/disputes', width: 1440, scheme: 'light' },
  { name: 'overview-dark', screen: '/analytics/overview', width: 1440, scheme: 'dark' },
  { name: 'overview-phone', screen: '/analytics/overview', width: 390, scheme: 'light' },
] as const

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-pictures-'))
const server = await runServer({ DATA_DIR: dataDir })
const browser = await launchChromium()
try {
  const page = await browser.newPage({ baseURL: server.url, reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(maya)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('6-digit code').fill(await newestCode(server.url, maya))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/analytics/overview')
  await mkdir(folder, { recursive: true })
  for (const { name, screen, width, scheme } of pictures) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(screen)
    await page.getByRole('main').waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .spin') === null)
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
    console.log(`docs/pictures/${name}.png`)
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
