import type { Page } from '@playwright/test'
import { accessFaults, expect, journey, sidewaysScroll } from './journey.ts'
import { daniel, signIn } from './people.ts'
import { visit } from './settled.ts'

/** Whether the browser can install the page, and everything that stays on the device. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return {
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      files: requests.flat().map(({ url }) => new URL(url).pathname),
    }
  })

journey(
  'The installed page opens offline with its own page, stores nothing else, and recovers automatically',
  async ({ open }) => {
    const page = await open({ worker: true, width: 390, scheme: 'dark' })
    await signIn(page, daniel)
    await page.goto('/analytics/overview')
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await expect.poll(async () => (await kept(page)).files).toContain('/offline.html')
    for (const screen of ['/analytics/overview', '/profile']) await visit(page, screen)
    const { files } = await kept(page)
    expect(files.toSorted()).toEqual([
      '/early.js',
      '/icon.svg',
      '/offline.css',
      '/offline.html',
      '/offline.js',
    ])

    await page.context().setOffline(true)
    await page.goto('/documents')
    await page.getByRole('heading', { name: 'We could not reach the server', level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')
    expect([...(await accessFaults(page)), await sidewaysScroll(page)]).toEqual([0])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Mobile number').waitFor()
    await expect.poll(() => kept(page)).toEqual({ workers: 0, files: [] })
  },
)

journey('Profile offers a weekly email and, if keys are set, notices on the device', async ({ open }) => {
  const page = await open({ signedIn: true, width: 390, scheme: 'dark' })
  // The test's server has no keys, and no push service is reachable from here.
  const notices = '**/api/v1/alerts/notices'
  await page.route(notices, async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"push":null', '"push":{"publicKey":"B","on":false}')
    await route.fulfill({ response, body })
  })
  await visit(page, '/profile')
  const card = page.getByRole('region', { name: 'Notifications' })
  const weekly = card.getByRole('switch', { name: 'One email a week' })
  await weekly.click()
  await expect(weekly).toHaveAttribute('aria-checked', 'true')
  await card.getByRole('switch', { name: 'Notify this device' }).click()
  await card
    .getByRole('status')
    .getByText(/^Your browser blocks notifications from Fairfile\./)
    .waitFor()
  expect(await accessFaults(page, 'look')).toEqual([])
  await page.unroute(notices)
  await visit(page, '/profile')
  await expect(weekly).toHaveAttribute('aria-checked', 'true')
  expect(await card.getByRole('switch').count()).toBe(1)
})
