import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'

/** A page in a browser context of its own. `fresh`: not for another test. */
export type Tab = { page: Page; devtools: CDPSession; fresh: boolean }

type Kind = { baseURL: string; fresh: boolean; worker: boolean }

/** A tab that shows a page of the server without scripts. */
export const newTab = async (browser: Browser, { baseURL, fresh, worker }: Kind): Promise<Tab> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto('/livez')
  if (!fresh) refuseLasting(page)
  return { page, devtools: await context.newCDPSession(page), fresh }
}

/** Methods of a page, its context or its clock whose effect `reset` cannot remove. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'install',
  'setOffline',
]

const refuseLasting = (page: Page) => {
  const refuse = () => {
    throw new Error('This would affect later tests. Use `open({ fresh: true })`.')
  }
  const refusals = Object.fromEntries(lasting.map(name => [name, refuse]))
  for (const owner of [page, page.context(), page.clock]) Object.assign(owner, refusals)
}

/** Removes everything that a test left in a tab, except cached files; fails if something remains. */
export const reset = async ({ page, devtools }: Tab): Promise<void> => {
  const context = page.context()
  for (const event of [
    'pageerror',
    'console',
    'request',
    'requestfinished',
    'requestfailed',
    'response',
    'load',
  ])
    page.removeAllListeners(event)
  await Promise.all([page, context].map(owner => owner.unrouteAll({ behavior: 'ignoreErrors' })))
  const others = context.pages().filter(other => other !== page)
  await Promise.all(others.map(other => other.close()))
  await page.goto('/livez')
  await context.clearCookies()
  const { origin } = new URL(page.url())
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.send('Page.resetNavigationHistory')
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  const left = await page.evaluate(async () => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    visited: history.length,
  }))
  const nothing = { stored: [], databases: [], caches: [], visited: 1 }
  expect({ ...left, cookies: await context.cookies() }).toEqual({ ...nothing, cookies: [] })
}
