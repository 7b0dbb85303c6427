import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { tabs } from '#features/credit/web/tabs.ts'
import { runServer } from '#test/support/run-server.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { maya, signIn } from '../../e2e/people.ts'
import { reportDocument } from './documents.ts'
import { quantile, row, say } from './measure.ts'

/** The built page of a person with 60 creditors at three bureaus: bytes of each tab, and when the Full Report is drawn. */

const creditors = 60
const repeats = 5

const importIn = async (page: Page) => {
  await page.getByRole('button', { name: 'Choose a report file' }).click()
  await page.getByLabel('Report file').setInputFiles({
    name: 'bench.truelink.json',
    mimeType: 'application/json',
    buffer: Buffer.from(reportDocument(creditors)),
  })
  await page.getByText(/^Your report of .+ was imported$/).waitFor()
}

/** Bytes on the wire of everything that one visit fetches, the page and its styles apart from the answers. */
const bytesOf = async (page: Page, cdp: CDPSession, place: string) => {
  const kinds = new Map<string, string>()
  const bytes = { page: 0, answers: 0 }
  const noteKind = ({ requestId, response }: { requestId: string; response: { url: string } }) =>
    kinds.set(requestId, response.url.includes('/api/') ? 'answers' : 'page')
  const noteBytes = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    bytes[kinds.get(requestId) === 'answers' ? 'answers' : 'page'] += encodedDataLength
  }
  cdp.on('Network.responseReceived', noteKind)
  cdp.on('Network.loadingFinished', noteBytes)
  await page.goto(place, { waitUntil: 'networkidle' })
  cdp.off('Network.responseReceived', noteKind)
  cdp.off('Network.loadingFinished', noteBytes)
  return bytes
}

/** Milliseconds from an act until something is painted, by the page's own clock. */
const drawnAfter = async (page: Page, act: () => Promise<unknown>, selector: string, count: number) => {
  const began = await page.evaluate(() => performance.timeOrigin + performance.now())
  await act()
  const drawn = await page.waitForFunction(
    ([what, least]) =>
      document.querySelectorAll(what).length >= least && performance.timeOrigin + performance.now(),
    [selector, count] as const,
    { polling: 'raf' },
  )
  return Number(await drawn.jsonValue()) - began
}

const medianOf = async (measure: () => Promise<number>) => {
  const times: number[] = []
  for (let n = 0; n < repeats; n += 1) times.push(await measure())
  return quantile(times, 0.5)
}

const measurePage = async (page: Page, cdp: CDPSession) => {
  say(`Gzip bytes of each tab, opened afresh, ${creditors} creditors at three bureaus`)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const { id, label } of tabs) {
    const bytes = await bytesOf(page, cdp, `/analytics/${id}`)
    const kilobytes = (count: number) => (count / 1000).toFixed(1).padStart(7)
    say(`  ${label.padEnd(12)} page ${kilobytes(bytes.page)} kB, answers ${kilobytes(bytes.answers)} kB`)
  }
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: false })
  const openReport = () =>
    drawnAfter(page, () => page.goto('/analytics/report', { waitUntil: 'commit' }), 'details.cred', creditors)
  const pressTab = async () => {
    await page.goto('/analytics/overview', { waitUntil: 'networkidle' })
    return drawnAfter(
      page,
      () => page.getByRole('tab', { name: 'Full Report' }).click(),
      'details.cred',
      creditors,
    )
  }
  say(`Full Report with ${creditors} creditors, until all are drawn`)
  const plain = { opened: await medianOf(openReport), pressed: await medianOf(pressTab) }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  row('  opened, processor 4 times slower', await medianOf(openReport), 'at full speed', plain.opened)
  row('  tab pressed, processor 4 times slower', await medianOf(pressTab), 'at full speed', plain.pressed)
}

export const page = async (): Promise<void> => {
  if (!existsSync(path.join(import.meta.dirname, '../..', 'dist/web/index.html'))) {
    say('The page is not built (`npm start` or `npm test -- e2e` builds it): nothing measured of it.')
    return
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
  const server = await runServer({ DATA_DIR: dataDir })
  const browser = await launchChromium()
  try {
    const opened = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 960 } })
    await signIn(opened, maya)
    await importIn(opened)
    await measurePage(opened, await opened.context().newCDPSession(opened))
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
