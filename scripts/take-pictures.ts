/** `npm run pictures`: the README's screenshots, `docs/screens/*.png`, of the built page for Maya. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runServer } from '#test/support/run-server.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { maya, signIn } from '../e2e/people.ts'

const folder = path.join(import.meta.dirname, '..', 'docs', 'screens')
await mkdir(folder, { recursive: true })

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-pictures-'))
const server = await runServer({ DATA_DIR: dataDir })
const browser = await launchChromium()
try {
  const page = await browser.newPage({
    baseURL: server.url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 960 },
  })
  const take = async (name: string) => {
    await page.waitForFunction(
      () => document.querySelector('[aria-busy="true"], [data-slot="spinner"]') === null,
    )
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
    console.log(`docs/screens/${name}.png`)
  }

  await signIn(page, maya)
  await page.goto('/analytics/overview')
  await page.getByRole('article', { name: 'Equifax score' }).waitFor()
  await take('overview')

  await page.getByRole('tab', { name: 'Full Report' }).click()
  await page.getByRole('button', { name: 'Only rows that differ' }).click()
  await take('report')

  await page.goto('/disputes/new/account')
  await page.getByRole('checkbox', { name: /^MERIDIAN COLLECTIONS/ }).check()
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  for (const bureau of await where.getByRole('checkbox').all()) await bureau.check()
  await take('dispute')

  await page.getByRole('button', { name: 'Continue with 1 item' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Continue to letters' }).click()
  await page.getByRole('tab', { name: 'TransUnion' }).waitFor()
  await take('letter')
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
