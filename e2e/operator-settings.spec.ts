import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { showPhone } from '#values/phone.ts'
import { maya } from './people.ts'

/** What an operator may set of the page: the shared secret of the API, and the button of a partner. */

const given = 'g'.repeat(32)
const partner = 'https://partner.example.com/cards?ref=fairfile'
let dataDir: string
let server: RunningServer
test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-settings-'))
  server = await runServer(
    {
      DATA_DIR: dataDir,
      API_SHARED_SECRET: given,
      MARKETPLACE_TEXT: 'See card offers',
      MARKETPLACE_URL: partner,
    },
    ['test/support/unlimited-server.ts'],
  )
})
test.afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('The page signs in with the shared secret, and opens the partner without a word of the person', async ({
  browser,
}) => {
  expect((await fetch(`${server.url}/api/v1/support`)).status).toBe(403)
  const page = await browser.newPage({ baseURL: server.url })
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(showPhone(maya.phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page
    .getByLabel('6-digit code')
    .fill(await readNewestCode(server.url, maya.phoneNumber, { 'X-Shared-Secret': given }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/analytics/overview')

  const context = page.context()
  const asked: { url: string; referrer: string | undefined }[] = []
  await context.route('https://partner.example.com/**', async route => {
    asked.push({ url: route.request().url(), referrer: route.request().headers()['referer'] })
    await route.fulfill({ contentType: 'text/html', body: '<title>Partner</title>' })
  })
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'See card offers' }).click(),
  ])
  await opened.waitForURL(partner)
  expect(asked[0]).toEqual({ url: partner, referrer: undefined })
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  expect(page.url()).toContain('/analytics/overview')
  await page.context().close()
})
