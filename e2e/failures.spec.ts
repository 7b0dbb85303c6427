import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { hasFocus } from './focus.ts'
import { journey, sidewaysScroll } from './journey.ts'
import { settled } from './settled.ts'

journey(
  'Responses that are not JSON show an error message; Retry keeps the focus in the page',
  async ({ open }) => {
    const page = await open({ signedIn: true })
    const list = '**/api/v1/dispute'
    await page.route(list, route => route.fulfill({ contentType: 'application/json', body: '' }))
    await page.goto('/disputes')
    const alert = page.getByRole('alert').getByText('Failed to fetch disputes')
    await alert.waitFor()
    await page.unroute(list)
    const login = { contentType: 'text/html', body: '<p>Sign in to this network</p>' }
    await page.route(list, route => route.fulfill(login))
    const retry = page.getByRole('button', { name: 'Retry' })
    await Promise.all([page.waitForResponse(list), retry.click()])
    await alert.waitFor()
    await page.unroute(list)
    await retry.click()
    await page.getByRole('heading', { name: /^Created \(\d+\)$/ }).waitFor()
    expect(await hasFocus(page.getByRole('main'))).toBe(true)
  },
)

/** Screens that wait for the first response of optional data, which is fetched before the screen loads, then in two places. */
const halves = [
  ['/analytics/overview', '/credit/history', 'What shapes your scores'],
  ['/disputes', '/credit/analytics', 'Choose what to dispute'],
  ['/disputes', '/credit/findings', 'Choose what to dispute'],
  ['/disputes/new/freeze', '/documents', 'A freeze is faster online or by phone'],
] as const

journey('A screen works without a part that fails to load, and does not keep retrying', async ({ open }) => {
  const page = await open({ signedIn: true })
  for (const [screen, part, heading] of halves) {
    let requestCount = 0
    const isPart = ({ pathname }: URL) => pathname.endsWith(`/api/v1${part}`)
    await page.route(isPart, route => {
      requestCount += 1
      return route.fulfill({ status: 429, json: {} })
    })
    await page.goto(screen)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(requestCount, `${screen} without ${part}`).toBeLessThanOrEqual(3)
    await page.unroute(isPart)
  }
})

journey('A creditor name of sixty letters without a space does not widen a page', async ({ open }) => {
  const page = await open({ signedIn: true, width: 320 })
  await page.route('**/api/v1/credit/analytics*', async route => {
    const text = await (await route.fetch()).text()
    await route.fulfill({
      contentType: 'application/json',
      body: text.replaceAll('MERIDIAN COLLECTIONS', 'W'.repeat(60)),
    })
  })
  const name = page.getByText('W'.repeat(60)).filter({ visible: true })
  for (const [show, named] of [
    [() => page.goto('/analytics/overview'), name],
    [
      () => page.getByRole('tab', { name: 'Full Report' }).click(),
      page.locator('.FullReport_creditor').filter({ has: name }),
    ],
    [() => page.goto('/disputes/new/account'), name],
  ] as const) {
    await show()
    await named.first().waitFor()
    expect(await sidewaysScroll(page), page.url()).toBe(0)
  }
})

journey('The layout hardly shifts when responses are a second late', async ({ open }) => {
  for (const [signedIn, screens, most] of [
    [true, ['/analytics/overview', '/disputes', '/profile'], 0.05],
    [false, ['/login', '/register'], 0.01],
  ] as const) {
    const page = await open({ signedIn, width: 390, height: 844 })
    await page.route('**/api/v1/**', async route => {
      await new Promise(done => setTimeout(done, 1000))
      await route.fallback()
    })
    for (const screen of screens) {
      await page.goto(screen)
      await page.waitForFunction(
        () => document.querySelector('main, [aria-busy="true"], [data-slot="spinner"]') !== null,
      )
      await page.getByRole('complementary', { name: 'Sandbox' }).waitFor()
      await settled(page)
      expect(await layoutShift(page), screen).toBeLessThanOrEqual(most)
    }
  }
})

/** How far content moved since the page was opened (cumulative layout shift). */
const layoutShift = async (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(tell => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const shift of list.getEntries()) sum += Number(Reflect.get(shift, 'value'))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => tell(sum), 100)
      }),
  )
