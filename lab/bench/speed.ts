/**
 * `npm run speed`: largest contentful paint, layout shift and interaction to next paint of the built page's main screens, as
 * web-vitals counts them, on a phone's width and a processor 4 times slower, for a person with 60 creditors at three
 * bureaus. Each stands beside its budget; one that is over ends it with 1. `-- --times 1` is quick and for trying out, and
 * `-- --only Overview` looks at one screen.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { z } from 'zod'
import { runServer } from '#test/support/run-server.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { maya, signIn } from '../../e2e/people.ts'
import { fromCommandLine, numberAsked } from '../../scripts/command-line.ts'
import { reportDocument } from './documents.ts'
import { quantile, say } from './measure.ts'
import { type Screen, screensFor } from './speed-screens.ts'

const creditors = 60
const slower = 4
const { values } = fromCommandLine(() =>
  parseArgs({
    options: { times: { type: 'string', default: '5' }, only: { type: 'string' } },
  }),
)
const times = fromCommandLine(() => numberAsked('times', values.times))

/** In milliseconds, but CLS, which has no unit: nothing may move by itself, rounded to three digits. */
const budgets = { LCP: 1_500, CLS: 0.0005, INP: 100 } as const
type Vital = keyof typeof budgets

const Measured = z.object({
  LCP: z.number(),
  CLS: z.number(),
  INP: z.number(),
  /** What was painted, moved or pressed, as a selector. */
  of: z.partialRecord(z.enum(['LCP', 'CLS', 'INP']), z.string()),
})
type Measured = z.infer<typeof Measured>

const vitals = await readFile(
  path.join(path.dirname(fileURLToPath(import.meta.resolve('web-vitals'))), 'web-vitals.attribution.iife.js'),
  'utf8',
)
/** Keeps the newest of each, and of what it was. */
const listening = `${vitals}
window.measured = { LCP: 0, CLS: 0, INP: 0, of: {} }
for (const on of ['onLCP', 'onCLS', 'onINP']) {
  webVitals[on](({ name, value, attribution }) => {
    window.measured[name] = value
    const { target, largestShiftTarget, interactionTarget } = attribution
    window.measured.of[name] = target ?? largestShiftTarget ?? interactionTarget ?? ''
  }, { reportAllChanges: true, durationThreshold: 16 })
}`

/** As in production: no provider is a sandbox, and so no bar comes to say that one is. */
const withoutSandboxBar = `{
  const ask = window.fetch
  const none = () => Promise.resolve(Response.json({ active: false, whole: false }))
  window.fetch = (to, how) => String(to).endsWith('/sandbox/state') ? none() : ask(to, how)
}`

/** What is looked at in a visit: what a person does there, or how answers that come one by one move what stands. */
type Look = { width: number; answers?: 'one by one' | 'last first' }

/** How much later than the one before an answer comes, and how many are held at the most, in milliseconds. */
const drip = 150
const held = 6

/** Holds back what is read, so that each answer comes in a frame of its own. */
const dripAnswers = async (page: Page, order: NonNullable<Look['answers']>) => {
  let asked = 0
  await page.route('**/api/**', async route => {
    const place = Math.min(asked++, held)
    await setTimeout(drip * (order === 'one by one' ? place : held - place))
    await route.continue()
  })
}

const visit = async (
  browser: Browser,
  options: BrowserContextOptions,
  { place, act }: Screen,
  { width, answers }: Look,
): Promise<Measured> => {
  const context = await browser.newContext({ ...options, viewport: { width, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript(withoutSandboxBar + listening)
  if (answers) await dripAnswers(page, answers)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(place, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], .spin') === null)
  if (!answers) await act(page)
  // Paints and long frames are told of a moment after they happened.
  await page.waitForLoadState('networkidle')
  const measured = Measured.parse(await page.evaluate('window.measured'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return measured
}

/** All visits of one screen: a first one that is not counted, then as many as asked for, and two for what moves. */
const visits = async (browser: Browser, options: BrowserContextOptions, screen: Screen) => {
  const phone = { width: 390 }
  await visit(browser, options, screen, phone)
  const acted: Measured[] = []
  for (let n = 0; n < times; n++) acted.push(await visit(browser, options, screen, phone))
  const dripped = [
    await visit(browser, options, screen, { ...phone, answers: 'one by one' }),
    await visit(browser, options, screen, { width: 1440, answers: 'last first' }),
  ]
  return { LCP: acted, CLS: [...acted, ...dripped], INP: acted }
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

/** The median, for another program may hold up one visit; of what moved the worst. */
const figure = (all: readonly Measured[], name: Vital) =>
  quantile(
    all.map(each => each[name]),
    name === 'CLS' ? 1 : 0.5,
  )

const inUnits = (value: number, name: Vital) =>
  name === 'CLS' ? value.toFixed(3) : `${String(Math.round(value)).padStart(4)} ms`

/** One figure beside its budget, with the worst, and its place when it is over. */
const shown = (all: readonly Measured[], name: Vital) => {
  const value = figure(all, name)
  const worst = all.toSorted((a, b) => b[name] - a[name])[0]
  const text = `${name} ${inUnits(value, name)}${name === 'INP' && worst ? `, worst ${inUnits(worst.INP, name)}` : ''}`
  if (value <= budgets[name]) return text
  process.exitCode = 1
  return `${text} OVER (${worst?.of[name] ?? ''})`
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-speed-'))
const server = await runServer({ DATA_DIR: dataDir }, ['test/support/unlimited-server.ts'])
const browser = await launchChromium()
try {
  const state = path.join(dataDir, 'signed-in.json')
  await signedInState(browser, server.url, state)
  say(
    `390 pixels, processor ${slower} times slower, ${creditors} creditors at three bureaus, median of ${times}; LCP of ${budgets.LCP} ms and INP of ${budgets.INP} ms allowed, no shift, also at 1440 pixels and whatever comes first`,
  )
  const screens = screensFor(creditors).filter(({ name }) => (values.only ?? name) === name)
  for (const screen of screens) {
    const options = { baseURL: server.url, storageState: screen.signedIn ? state : undefined }
    const all = await visits(browser, options, screen)
    const parts = (['LCP', 'CLS', 'INP'] as const).map(name => shown(all[name], name))
    say(`  ${screen.name.padEnd(14)} ${parts.join('   ')}`)
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
