import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { showPhone } from '#values/phone.ts'
import { expectNoFaults, journey } from './journey.ts'
import { maya } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'

/** Operator settings: the shared secret of the API, a partner's button, and new terms that must be accepted first. */

const given = 'g'.repeat(32)
const partner = 'https://partner.example.com/cards?ref=fairfile'
const settings = {
  preset: 'household',
  name: 'The Quay Street Family',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'family@quaystreet.us' },
  policies: { termsFirst: true },
}
const terms =
  '---\nversion: 2026-11-02\ntitle: Terms of {name}\n---\nRules of 2026-11-02.\n\n## Cost\n\nNothing.\n'
let dataDir: string
let server: RunningServer
journey.beforeAll(async () => {
  // The demo people have accepted the terms of the operator before.
  const prepared = await copyPreparedData()
  dataDir = prepared.folder
  const folder = path.join(dataDir, 'operator')
  await mkdir(path.join(folder, 'legal'), { recursive: true })
  await writeFile(path.join(folder, 'operator.json'), JSON.stringify(settings))
  await writeFile(path.join(folder, 'legal', 'terms.md'), terms)
  server = await runServer(
    {
      ...prepared.settings,
      DRAIN_SECONDS: '0',
      OPERATOR_DIR: folder,
      API_SHARED_SECRET: given,
      MARKETPLACE_TEXT: 'See card offers',
      MARKETPLACE_URL: partner,
    },
    ['test/support/browser-test-server.ts'],
  )
})
journey.afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

journey(
  'The page signs in with the shared secret, requires the new terms, and opens the partner without personal data',
  async ({ browser }) => {
    expect((await fetch(`${server.url}/api/v1/support`)).status).toBe(403)
    const page = await browser.newPage({ baseURL: server.url, reducedMotion: 'reduce' })
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill(showPhone(maya.phoneNumber))
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    await page
      .getByLabel('6-digit code')
      .fill(await readNewestCode(server.url, maya.phoneNumber, { 'X-Shared-Secret': given }))
    await page.waitForURL('**/analytics/overview')

    await page.getByRole('heading', { name: 'Please read our terms first' }).waitFor()
    expect(await page.getByRole('link', { name: 'See card offers' }).count()).toBe(0)
    await expectNoFaults(page)
    const [legal] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Read the terms of use' }).click(),
    ])
    await legal.getByText('Rules of 2026-11-02.').waitFor()
    await legal.close()
    await page.getByRole('button', { name: 'I accept the terms' }).click()
    await page.getByRole('link', { name: 'See card offers' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'See card offers' }).waitFor()

    const context = page.context()
    const visits: { url: string; referrer: string | undefined }[] = []
    await context.route('https://partner.example.com/**', async route => {
      visits.push({ url: route.request().url(), referrer: route.request().headers()['referer'] })
      await route.fulfill({ contentType: 'text/html', body: '<title>Partner</title>' })
    })
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'See card offers' }).click(),
    ])
    await opened.waitForURL(partner)
    expect(visits[0]).toEqual({ url: partner, referrer: undefined })
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    expect(page.url()).toContain('/analytics/overview')
    await page.context().close()
  },
)
