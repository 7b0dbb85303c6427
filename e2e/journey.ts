import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { runServer } from '#test/support/run-server.ts'
import { axeFaults } from './axe.ts'
import { maya, signIn, store } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'
import { newTab, reset, type Tab } from './tabs.ts'

export { expect }

/** The URL of this worker's server, without a trailing slash. */
export let address = ''

type Look = {
  signedIn?: boolean
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** In a new browser context, with an empty cache; required for a clock, scripts before the page's own, or no network. */
  fresh?: boolean
  /** Fresh, with the service worker, which would respond instead of a network that a test cuts off. */
  worker?: boolean
}

/** Opens a page in a separate browser context, with empty storage unless Maya is signed in. */
export type Open = (look?: Look) => Promise<Page>

/** Well within the ten minutes of an access token: the contexts of several tests cannot all refresh one session. */
const SIGNED_IN_MS = 4 * 60_000

/** Signs Maya in; returns what the browser stores of the session. */
const newSession = async (browser: Browser) => {
  const page = await browser.newPage({ baseURL: address })
  await signIn(page, maya)
  const { cookies, origins } = await page.context().storageState()
  await page.context().close()
  const stored = origins
    .flatMap(({ localStorage }) => localStorage)
    .map(({ name, value }) => [name, value] as const)
  return { cookies, stored: Object.fromEntries(stored), began: Date.now() }
}
type Session = Awaited<ReturnType<typeof newSession>>

/**
 * Tabs of this worker's earlier tests, as if new except for cached files: the first load in a new browser context takes twice
 * the CPU.
 */
const unused: Tab[] = []

/**
 * A test in the browser. It also fails on problems reported by its pages (errors, blocked content, security policy
 * violations, responses of 500). Each worker has a server with fresh data; rate limits by address are off, since all
 * journeys share one.
 */
export const journey = base.extend<{ open: Open }, { mayasSession: () => Promise<Session> }>({
  mayasSession: [
    async ({ browser }, provide) => {
      const { folder, settings } = await copyPreparedData()
      const server = await runServer(settings, ['test/support/browser-test-server.ts'])
      address = server.url
      const axe = await fetch(`${address}/axe.js`)
      if (axe.status !== 200) throw new Error(`/axe.js answered ${axe.status}.`)
      await axe.body?.cancel()
      let session = await newSession(browser)
      await provide(async () => {
        if (Date.now() - session.began > SIGNED_IN_MS) session = await newSession(browser)
        return session
      })
      await Promise.all(unused.map(({ page }) => page.context().close()))
      const code = await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
      const printed = server.printed()
      if (code !== 0 || printed.includes('"msg":"request failed"'))
        throw new Error(`The server ended with ${code}. It printed:\n${printed}`)
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
  open: async ({ browser, mayasSession }, provide, test) => {
    const tabs: Tab[] = []
    const complaints: string[] = []
    await provide(async (look = {}) => {
      const { signedIn = false, width = 1440, height = 900, scheme = 'light' } = look
      const { worker = false, fresh = worker } = look
      const tab =
        (fresh ? undefined : unused.pop()) ?? (await newTab(browser, { baseURL: address, fresh, worker }))
      tabs.push(tab)
      const { page } = tab
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ media: null, colorScheme: scheme, reducedMotion: 'reduce' })
      if (signedIn) {
        const { cookies, stored } = await mayasSession()
        await page.context().addCookies(cookies)
        await store(page, stored)
      }
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (message.type() !== 'error' || isExpected(message.text())) return
        complaints.push(`${message.location().url}: ${message.text()}`)
      })
      return page
    })
    const failed = test.status !== test.expectedStatus || complaints.length > 0
    if (failed) {
      const left = tabs.map(({ page }) => page).filter(page => !page.isClosed())
      const shots = left.map((page, at) => page.screenshot({ path: test.outputPath(`page-${at + 1}.png`) }))
      await Promise.allSettled(shots)
      for (const page of left) console.error(await describePage(page))
    }
    for (const tab of tabs) {
      if (failed || tab.fresh || tab.page.isClosed()) {
        await tab.page.context().close()
      } else {
        await reset(tab)
        unused.push(tab)
      }
    }
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`)
  },
})

/** Where a page was and what it showed, for a log that is read without the pictures. */
const describePage = async (page: Page): Promise<string> => {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error))
  return `${page.url()}\n${shown.slice(0, 4_000)}`
}

/**
 * Chromium reports every 4xx and 5xx on its console, and failures of a network cut by the test; React reports the page file
 * lost by that. All of these except 5xx are left to the test.
 */
const isExpected = (text: string) =>
  text.startsWith('MissingChunkError: ') ||
  /^Failed to load resource: (.* status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED))/.test(
    text,
  )

/** For pages without a network; others import it from `browser-test-server.ts` for a quarter of the CPU. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules other than contrast whose results depend on the theme or the width; others need no second run. */
const lookRules = ['target-size', 'scrollable-region-focusable', 'link-in-text-block']
/** Repeated content of a long screen: all creditors except the first, the text of Raw Data. */
const repeated = ['.FullReport_creditor ~ .FullReport_creditor', '.RawData_code > *']

/**
 * Violations that axe finds on the current page, one line each; WCAG 2.2 A and AA, and its best practices. Repeated content
 * is checked only in the `whole` page; `colors` checks only the contrast of text, `look` what depends on theme and width. If
 * a modal dialog is open, only it is checked: nothing behind it can be used.
 */
export const accessFaults = async (
  page: Page,
  what: 'whole' | 'first of each' | 'look' | 'colors' = 'whole',
): Promise<string[]> => {
  const isLoaded = await page.evaluate(`'axe' in window || import('/axe.js').then(() => true, () => false)`)
  if (!isLoaded) await page.evaluate(axeSource)
  return axeFaults(page, {
    excluded: what === 'whole' ? [] : repeated,
    rules: what === 'look' ? lookRules : what === 'colors' ? 'none' : 'all',
  })
}

/** By how many pixels the page is wider than its window; 0 when nothing scrolls sideways. */
export const sidewaysScroll = async (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Both at once, because each costs a layout. Pages are told of a new color scheme before the next frame's callbacks. */
const setLook = async (page: Page, colorScheme: 'light' | 'dark', width: number) => {
  const { width: before, height } = page.viewportSize() ?? {}
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  if (theme === colorScheme && before === width && height === 900) return
  await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize({ width, height: 900 })])
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** Expects no accessibility fault on the current page, dark on a phone and light on a desktop, or sideways scroll at 320 px. */
export const expectNoFaults = async (page: Page): Promise<void> => {
  for (const [colorScheme, width, what] of [
    ['light', 1440, 'whole'],
    ['dark', 390, 'look'],
  ] as const) {
    await setLook(page, colorScheme, width)
    expect(await accessFaults(page, what)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await sidewaysScroll(page)).toBe(0)
  await setLook(page, 'light', 1440)
}
