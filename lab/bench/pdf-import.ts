import { createPdfPages } from '#features/reports/server/pdf/pdf-pages.ts'
import { knownReport } from '#test/support/reports/known-report.ts'
import { experianAddress, experianPage, experianTitle } from '#test/support/reports/printed/experian-page.ts'
import { toHtml } from '#test/support/reports/printed/page-rows.ts'
import { printPage } from '#test/support/reports/printed/print.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { loadOn } from './load.ts'
import { quantile, say, timed } from './measure.ts'
import { withProduct } from './product.ts'

/** How long an ordinary PDF takes to read, and how it slows other requests. */

/** The number of accounts; about enough for eighty pages. */
const ACCOUNTS = 880
const TIMES = 10
const MAX_SECONDS = 3
const MOST_P99_MS = 100

/** A report as Chromium prints it, some eighty pages long. */
const printLong = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const browser = await launchChromium()
  try {
    const html = toHtml(experianPage(knownReport(1, { only: ['Experian'], accounts: ACCOUNTS })))
    const page = { address: experianAddress, title: experianTitle, file: '', html, tagged: false }
    return Uint8Array.from(await printPage(browser, page))
  } finally {
    await browser.close()
  }
}

export const pdfImport = async (): Promise<void> => {
  const pdf = await printLong()
  const pages =
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  say(
    `A PDF of ${pages} pages, ${(pdf.length / 1024 ** 2).toFixed(1)} MB, read while others send requests, embedded database`,
  )
  await withProduct({}, async ({ url, headers }) => {
    const read = async () => {
      const form = new FormData()
      form.set('file', new Blob([pdf]), 'report.pdf')
      const answer = await fetch(`${url}/api/v1/credit/reports/check`, {
        method: 'POST',
        headers,
        body: form,
      })
      const said = await answer.text()
      if (!answer.ok) throw new Error(`the check answered ${answer.status}: ${said}`)
    }
    await read()
    const live = (seconds: number) => loadOn(`${url}/livez`, {}, { seconds, connections: 1 })
    const idle = await live(5)
    const ending = new AbortController()
    const times: number[] = []
    const reading = (async () => {
      while (!ending.signal.aborted) times.push((await timed(read)).took)
    })()
    const busy = await live(3 * TIMES)
    ending.abort()
    await reading
    const pool = createPdfPages()
    const alone = await timed(() => pool.open(pdf))
    const middle = quantile(times, 0.5)
    say(
      `  read in ${(middle / 1_000).toFixed(2)} s (median of ${times.length}; at most ${MAX_SECONDS} s), its process alone ${(alone.took / 1_000).toFixed(2)} s`,
    )
    say(
      `  /livez meanwhile: p50 ${idle.p50.toFixed(1)} to ${busy.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} to ${busy.p99.toFixed(1)} ms (at most ${MOST_P99_MS} ms)`,
    )
  })
}
