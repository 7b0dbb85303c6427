import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { journey } from './journey.ts'
import { visit } from './settled.ts'

journey(
  'Without a network the page shows one notice, fails with messages, and recovers afterwards',
  async ({ open }) => {
    const page = await open({ signedIn: true, width: 390, fresh: true })
    await page.goto('/analytics/overview')
    const refresh = page.getByRole('button', { name: 'Refresh', disabled: false })
    await refresh.waitFor()
    // A request in progress when the network goes down still gets its response.
    await page.getByRole('heading', { name: 'Import a report' }).waitFor()
    await page.context().setOffline(true)
    const note = page.getByRole('status').filter({ hasText: 'You are offline' })
    await note.waitFor()
    expect(await page.getByText('You are offline').count()).toBe(1)
    await refresh.click()
    await page
      .getByText('We could not reach the server. Check your connection and try again.')
      .first()
      .waitFor()
    await page
      .getByText(/^Report of /)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await note.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^(Refresh|Retry)$/ })
      .first()
      .click()
    await page.getByText('We could not reach the server.').waitFor({ state: 'detached' })
  },
)

journey(
  'If the rest of a page fails to load, what is shown stays until the rest follows',
  async ({ open }) => {
    const page = await open({ signedIn: true, fresh: true })
    await page.route('**/assets/OverviewRest-*.js', route => route.abort('connectionrefused'))
    // The page checks that the server is up before it loads again.
    await page.route(/:\d+\/$/, route => route.abort('connectionrefused'))
    await page.goto('/analytics/overview')
    await page.getByRole('heading', { name: 'The rest of this page could not be shown' }).waitFor()
    await page.getByRole('article', { name: 'Equifax score' }).waitFor()
    await page.unroute('**/assets/OverviewRest-*.js')
    await page.unroute(/:\d+\/$/)
    await page.getByRole('heading', { name: 'Import a report' }).waitFor()
  },
)

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page could not be shown' })

journey('While the server is down an unvisited section fails inside the app', async ({ open }) => {
  const page = await open({ signedIn: true, fresh: true })
  await visit(page, '/analytics/overview')
  // The rest of the page too: if it were missing, the page would load again by itself when the server is back.
  await page.getByRole('heading', { name: 'Import a report' }).waitFor()
  await page.route('**/*', route => route.abort('connectionrefused'))
  const sections = page.getByRole('navigation', { name: 'Sections', exact: true })
  await sections.getByRole('link', { name: 'Documents' }).click()
  await alert(page).waitFor()
  await alert(page).getByRole('button', { name: 'Retry' }).click()
  await alert(page).getByText('We could not reach the server.').waitFor()
  await sections.getByRole('link', { name: 'Disputes' }).waitFor()

  // Left first: where it failed, the page loads again by itself when the server is back.
  await sections.getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await page.unroute('**/*')
  await sections.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor()
  await page.getByLabel('Document Name').waitFor()
  expect(await unstyled(page)).toBe(0)
})

journey('When the server is back, a section and its data recover automatically', async ({ open }) => {
  const page = await open({ signedIn: true, fresh: true })
  await visit(page, '/disputes')
  await page.route('**/*', route => route.abort('connectionrefused'))
  const sections = page.getByRole('navigation', { name: 'Sections', exact: true })
  await sections.getByRole('link', { name: 'Profile' }).click()
  await alert(page).waitFor()
  await page.unroute('**/*')
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  await alert(page).waitFor({ state: 'detached' })
  await sections.getByRole('link', { name: 'Profile' }).waitFor()

  await page.route('**/api/v1/documents**', route => route.abort('connectionrefused'))
  await sections.getByRole('link', { name: 'Documents' }).click()
  const failed = page.getByText('We could not reach the server.')
  await failed.first().waitFor()
  await page.unroute('**/api/v1/documents**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /^Uploaded Documents/ }).waitFor()
})

/** Style sheets of the page that were not loaded. */
const unstyled = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
        ({ sheet }) => sheet === null,
      ).length,
  )

journey('A file replaced by a newer release reloads the page once', async ({ open }) => {
  const page = await open({ signedIn: true, fresh: true })
  await visit(page, '/analytics/overview')
  const gone = /\/assets\/DocumentsSection-[^/]+\.js$/
  await page.route(gone, route => route.fulfill({ status: 404, json: {} }))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const sections = page.getByRole('navigation', { name: 'Sections', exact: true })
  await sections.getByRole('link', { name: 'Documents' }).click()
  await expect.poll(() => loads).toBe(1)
  await alert(page).waitFor()
  await page.unroute(gone)
  await alert(page).getByRole('button', { name: 'Retry' }).click()
  await page.getByLabel('Document Name').waitFor()
  expect(loads).toBe(2)
})
