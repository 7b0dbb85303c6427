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
  'The installed page opens offline with a page of its own, keeps nothing else, and comes back by itself',
  async ({ open }) => {
    const page = await open({ worker: true, width: 390, scheme: 'dark' })
    await signIn(page, daniel)
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await expect.poll(async () => (await kept(page)).files).toContain('/offline.html')
    for (const screen of ['/analytics/overview', '/disputes', '/profile']) await visit(page, screen)
    const { files } = await kept(page)
    expect(files.toSorted()).toEqual([
      '/icon.svg',
      '/offline.css',
      '/offline.html',
      '/offline.js',
      '/theme.js',
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
