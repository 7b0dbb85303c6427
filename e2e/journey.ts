import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import { chromium, type Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { maya, signIn } from './people.ts'
import { ownPlace } from './place.ts'

const pictures = path.join(import.meta.dirname, '..', '.cache', 'e2e')

const { address: ownAddress, signedInFile } = ownPlace()

/** Where this worker's server answers. */
export const address = ownAddress

type Look = { signedIn?: boolean; width?: number; height?: number; scheme?: 'light' | 'dark' }

/** Opens a page in a browser profile of its own, with nothing stored unless Maya is signed in. */
export type Open = (look?: Look) => Promise<Page>

const browser = await chromium.connect(process.env.E2E_BROWSER ?? '')
afterAll(() => browser.close())

/** Well within the ten minutes of an access token: the profiles of several tests cannot all renew one session. */
const SIGNED_IN_MS = 4 * 60_000

/** Maya's session as a file, begun anew when it is no longer young. */
const signedInState = async (): Promise<string> => {
  if (Date.now() - statSync(signedInFile).mtimeMs < SIGNED_IN_MS) return signedInFile
  const page = await browser.newPage({ baseURL: address })
  // A number gets no second code within half a minute of the last, which a first try that waits in vain outlasts.
  await signIn(page, maya).catch(() => signIn(page, maya))
  await page.context().storageState({ path: signedInFile })
  await page.context().close()
  return signedInFile
}

/**
 * A test in the browser. Whatever its pages complained of (errors, refused content, breaches of the security policy,
 * answers of 500) fails it too; a failure leaves pictures of its pages in `.cache/e2e`.
 */
export const journey = test.extend('open', async ({ task }, { onCleanup }): Promise<Open> => {
  const pages: Page[] = []
  const complaints: string[] = []
  onCleanup(async () => {
    if (task.result?.state === 'fail') await picture(pages, task.name)
    await Promise.all(pages.map(page => page.context().close()))
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`)
  })
  return async ({ signedIn = false, width = 1440, height = 900, scheme = 'light' } = {}) => {
    const context = await browser.newContext({
      baseURL: address,
      storageState: signedIn ? await signedInState() : undefined,
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
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
  }
})

/**
 * Chromium reports every 4xx on its console, and what a test had fail by cutting the network; React reports the file of the
 * page that was lost by that. All are the test's to judge.
 */
const isExpected = (text: string) =>
  text.startsWith('LostFile: ') ||
  /^Failed to load resource: (.* status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED))/.test(
    text,
  )

const picture = async (pages: readonly Page[], name: string) => {
  mkdirSync(pictures, { recursive: true })
  const file = name.replaceAll(/[^\w]+/g, '-')
  for (const [n, page] of pages.entries()) {
    await page.screenshot({ path: path.join(pictures, `${file}-${n + 1}.png`), fullPage: true })
  }
}

/** All of axe's rules that are on by default, and the size of targets (WCAG 2.2, 2.5.8), which is not. */
const everyRule = { rules: { 'target-size': { enabled: true } } }
/** The one rule whose answer depends on the theme. */
const coloursAlone = { runOnly: { type: 'rule', values: ['color-contrast'] } }
/** What repeats itself on a long screen: all creditors but the first, the lines of Raw Data. */
const repeated = ['.cred ~ .cred', 'pre.code > *']

/**
 * What axe finds wrong on the page as it is now, one line each; WCAG 2.2 A and AA, and its best practices. What repeats
 * itself is looked at in the `whole` page alone; `colours` is the contrast of text and nothing else.
 */
export const accessFaults = async (
  page: Page,
  what: 'whole' | 'first of each' | 'colours' = 'whole',
): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const exclude = what === 'whole' ? [] : repeated.map(each => [each])
  const options = what === 'colours' ? coloursAlone : everyRule
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
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await accessFaults(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}
