/**
 * `npm run speed`: largest contentful paint, layout shift and interaction to next paint of the built page, as web-vitals
 * counts them, on a phone's width and a processor 4 times slower, for a person with 60 creditors at three bureaus. Each
 * stands beside its budget; one that is over ends it with 1. `-- --times 1` is quick and for trying out.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { z } from 'zod'
import { runServer } from '#testing/run-server.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { maya, signIn } from '../e2e/people.ts'
import { reportDocument } from './documents.ts'
import { quantile, say } from './measure.ts'

const creditors = 60
const slower = 4
const { values } = parseArgs({ options: { times: { type: 'string', default: '5' } } })
const times = Number(values.times)

/** In milliseconds, but CLS, which has no unit. */
const budgets = { LCP: 1_500, CLS: 0.05, INP: 100 } as const
type Vital = keyof typeof budgets

const Measured = z.object({
  LCP: z.number(),
  CLS: z.number(),
  INP: z.number(),
  /** What was painted, moved or pressed, as a selector. */
  of: z.partialRecord(z.enum(['LCP', 'CLS', 'INP']), z.string()),
})
type Measured = z.infer<typeof Measured>

/** A screen, and what a person does there first. */
const screens: readonly {
  name: string
  place: string
  signedIn: boolean
  act: (page: Page) => Promise<void>
}[] = [
  {
    name: 'Sign-in',
    place: '/login',
    signedIn: false,
    act: async page => {
      await page.getByLabel('Mobile number').pressSequentially('20255')
      await page.getByRole('button', { name: 'Text me a code' }).click()
    },
  },
  {
    name: 'Overview',
    place: '/analytics/overview',
    signedIn: true,
    act: async page => {
      await page.getByRole('button', { name: /^Switch to/ }).click()
      await page.getByRole('tab', { name: 'History' }).click()
    },
  },
  {
    name: 'Full Report',
    place: '/analytics/report',
    signedIn: true,
    act: async page => {
      await page
        .locator('details.cred')
        .nth(creditors - 1)
        .waitFor({ state: 'attached' })
      await page.locator('details.cred > summary').first().click()
      await page.getByRole('button', { name: 'Only rows that differ' }).click()
      await page.getByRole('button', { name: 'Only rows that differ' }).click()
      await page.getByLabel('Find a creditor').pressSequentially('ELM')
    },
  },
  {
    name: 'History',
    place: '/analytics/history',
    signedIn: true,
    act: async page => {
      await page.getByRole('tab', { name: 'History' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
    },
  },
  {
    name: 'Disputes',
    place: '/disputes',
    signedIn: true,
    act: async page => {
      await page.locator('main a[href="/disputes/new/account"]').first().click()
      await page.getByRole('heading', { name: 'Which items look wrong to you?' }).waitFor()
    },
  },
  {
    name: 'Documents',
    place: '/documents',
    signedIn: true,
    act: async page => {
      await page.getByLabel('Document Name').pressSequentially('Lease')
    },
  },
]

const vitals = await readFile(
  path.join(path.dirname(fileURLToPath(import.meta.resolve('web-vitals'))), 'web-vitals.attribution.iife.js'),
  'utf8',
)
/** Keeps the newest of each, and of what it was; an interaction too short to be reported counts as none. */
const listening = `${vitals}
window.measured = { LCP: 0, CLS: 0, INP: 0, of: {} }
for (const on of ['onLCP', 'onCLS', 'onINP']) {
  webVitals[on](({ name, value, attribution }) => {
    window.measured[name] = value
    const { target, largestShiftTarget, interactionTarget } = attribution
    window.measured.of[name] = target ?? largestShiftTarget ?? interactionTarget ?? ''
  }, { reportAllChanges: true })
}`

/** As in production: no provider is a sandbox, and so no bar comes to say that one is. */
const withoutSandboxBar = `{
  const ask = window.fetch
  const none = () => Promise.resolve(Response.json({ active: false, whole: false }))
  window.fetch = (to, how) => String(to).endsWith('/sandbox/state') ? none() : ask(to, how)
}`

const visit = async (
  browser: Browser,
  options: BrowserContextOptions,
  { place, act }: (typeof screens)[number],
): Promise<Measured> => {
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript(withoutSandboxBar + listening)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(place, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], .spin') === null)
  await act(page)
  // Paints and long frames are told of a moment after they happened.
  await page.waitForLoadState('networkidle')
  const measured = Measured.parse(await page.evaluate('window.measured'))
  await context.close()
  return measured
}

const signedInState = async (browser: Browser, url: string, file: string) => {
  const page = await browser.newPage({ baseURL: url })
  await signIn(page, maya)
  await page.getByRole('button', { name: 'Choose a report file' }).click()
  const report = Buffer.from(reportDocument(creditors))
  await page
    .getByLabel('Report file')
    .setInputFiles({ name: 'speed.truelink.json', mimeType: 'application/json', buffer: report })
  await page.getByText(/^Your report of .+ was imported$/).waitFor()
  await page.context().storageState({ path: file })
  await page.close()
}

/** The median of the paints; of what moved and what was pressed the worst. */
const figure = (all: readonly Measured[], name: Vital) => {
  const found = all.map(each => each[name])
  return name === 'LCP' ? quantile(found, 0.5) : Math.max(...found)
}

/** One figure beside its budget, with the worst place when it is over. */
const shown = (all: readonly Measured[], name: Vital) => {
  const value = figure(all, name)
  const text = name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`
  if (value <= budgets[name]) return `${name} ${text.padStart(7)}`
  process.exitCode = 1
  const worst = all.toSorted((a, b) => b[name] - a[name])[0]
  return `${name} ${text.padStart(7)} OVER (${worst?.of[name] ?? ''})`
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-speed-'))
const server = await runServer({ DATA_DIR: dataDir }, ['src/testing/unlimited-server.ts'])
const browser = await launchChromium()
try {
  const state = path.join(dataDir, 'signed-in.json')
  await signedInState(browser, server.url, state)
  say(
    `390 pixels, processor ${slower} times slower, ${creditors} creditors at three bureaus, ${times} times; LCP median of ${budgets.LCP} ms allowed, CLS worst of ${budgets.CLS}, INP worst of ${budgets.INP} ms`,
  )
  for (const screen of screens) {
    const all: Measured[] = []
    for (let n = 0; n < times; n++) {
      const options = { baseURL: server.url, storageState: screen.signedIn ? state : undefined }
      all.push(await visit(browser, options, screen))
    }
    const parts = (['LCP', 'CLS', 'INP'] as const).map(name => shown(all, name))
    say(`  ${screen.name.padEnd(12)} ${parts.join('   ')}`)
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
