import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { runServer } from '#test/support/run-server.ts'
import { maya, signIn } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'

export { expect }

/** Where this worker's server answers, without a trailing slash. */
export let address = ''

type Look = {
  signedIn?: boolean
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** With the service worker, which would answer in place of what a test cuts off. */
  worker?: boolean
}

/** Opens a page in a browser context of its own, with nothing stored unless Maya is signed in. */
export type Open = (look?: Look) => Promise<Page>

/** Well within the ten minutes of an access token: the contexts of several tests cannot all refresh one session. */
const SIGNED_IN_MS = 4 * 60_000

/** Signs Maya in and saves the session. */
const saveSignIn = async (browser: Browser, file: string) => {
  const page = await browser.newPage({ baseURL: address })
  await signIn(page, maya)
  await page.context().storageState({ path: file })
  await page.context().close()
}

/**
 * A test in the browser. Anything its pages complain of (errors, blocked content, security policy violations, answers of 500)
 * fails it too. Each worker has a server with fresh data; rate limits by address are off, since all journeys share one.
 */
export const journey = base.extend<{ open: Open }, { mayasSession: () => Promise<string> }>({
  mayasSession: [
    async ({ browser }, provide) => {
      const dataDir = await copyPreparedData()
      const server = await runServer({ DATA_DIR: dataDir }, ['test/support/unlimited-server.ts'])
      address = server.url
      const file = path.join(dataDir, 'signed-in.json')
      await saveSignIn(browser, file)
      await provide(async () => {
        if (Date.now() - statSync(file).mtimeMs > SIGNED_IN_MS) await saveSignIn(browser, file)
        return file
      })
      const code = await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
      const printed = server.printed()
      if (code !== 0 || printed.includes('"msg":"request failed"'))
        throw new Error(`The server ended with ${code}. It printed:\n${printed}`)
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
  open: async ({ browser, mayasSession }, provide) => {
    const pages: Page[] = []
    const complaints: string[] = []
    await provide(async (look = {}) => {
      const { signedIn = false, width = 1440, height = 900, scheme = 'light', worker = false } = look
      const context = await browser.newContext({
        baseURL: address,
        storageState: signedIn ? await mayasSession() : undefined,
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        serviceWorkers: worker ? 'allow' : 'block',
        locale: 'en-US',
        timezoneId: 'America/New_York',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text())
      })
      page.on('response', answer => {
        if (answer.status() >= 500) complaints.push(`${answer.url()} answered ${answer.status()}`)
      })
      pages.push(page)
      return page
    })
    await Promise.all(pages.map(page => page.context().close()))
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`)
  },
})

/**
 * Chromium reports every 4xx on its console, and what a test had fail by cutting the network; React reports the file of the
 * page that was lost by that. All are the test's to judge.
 */
const isExpected = (text: string) =>
  text.startsWith('MissingChunkError: ') ||
  /^Failed to load resource: (.* status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED))/.test(
    text,
  )

/** Minified, for every document that is looked at gets it through the debugging protocol. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * All of axe's rules that are on by default, and the size of targets (WCAG 2.2, 2.5.8), which is not. No such rule reads the
 * style sheets, which axe would load again each time.
 */
const everyRule = { rules: { 'target-size': { enabled: true } }, preload: { assets: ['media'] } }
/** The one rule whose answer depends on the theme, and those that depend on the width too; no other finds more in a second look. */
const themeRule = 'color-contrast'
const lookRules = [themeRule, 'target-size', 'scrollable-region-focusable', 'link-in-text-block']
/** What repeats itself on a long screen: all creditors but the first, the text of Raw Data. */
const repeated = ['.FullReport_creditor ~ .FullReport_creditor', '.RawData_code > *']

/**
 * What axe finds wrong on the page as it is now, one line each; WCAG 2.2 A and AA, and its best practices. What repeats
 * itself is looked at in the `whole` page alone; `colours` is the contrast of text and nothing else, `look` what depends on theme
 * and width.
 */
export const accessFaults = async (
  page: Page,
  what: 'whole' | 'first of each' | 'look' | 'colours' = 'whole',
): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const exclude = what === 'whole' ? [] : repeated.map(each => [each])
  const rules = { colours: [themeRule], look: lookRules, whole: null, 'first of each': null }[what]
  const options = rules === null ? everyRule : { ...everyRule, runOnly: { type: 'rule', values: rules } }
  const asked = JSON.stringify([{ exclude }, { ...options, resultTypes: ['violations'] }]).slice(1, -1)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${asked})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
}

/** By how many pixels the page is wider than its window; 0 when nothing scrolls sideways. */
export const sidewaysScroll = async (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects no fault of access on the page as it is, on a dark phone and a light desktop, and no sideways scroll down to 320 px. */
export const expectNoFaults = async (page: Page): Promise<void> => {
  for (const [colorScheme, width, what] of [
    ['light', 1440, 'whole'],
    ['dark', 390, 'look'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await accessFaults(page, what)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
