import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { drawPdf } from '#test/support/files/drawn-pdf.ts'
import { freePort } from '#test/support/run-server.ts'
import { dayIn } from '#values/dates.ts'
import { largestDocument } from './documents.ts'
import { quantile, say, timed } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/**
 * How the largest permitted report slows everyone else: while one is imported, compared with a second one that has other
 * companies, read, planned with and disputed, a separate thread sends `GET /livez` every ten milliseconds and records the time
 * of each response. The server's metrics report the longest delay of its event loop.
 */

const asking = (url: string) => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { Agent, get } = require('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    const times = []
    setInterval(() => {
      const began = performance.now()
      get(workerData, { agent }, answer => answer.resume().on('end', () => times.push(performance.now() - began)))
    }, 10)
    parentPort.on('message', () => parentPort.postMessage(times.splice(0)))
  `
  const worker = new Worker(code, { eval: true, workerData: `${url}/livez` })
  const taken = (): Promise<number[]> =>
    new Promise(resolve => {
      worker.once('message', (times: unknown) => resolve(z.array(z.number()).parse(times)))
      worker.postMessage('times')
    })
  return { taken, end: () => worker.terminate() }
}

const Shown = z.object({
  fullReport: z.object({
    accountInformation: z.array(z.object({ id: z.string(), bureau: z.string() })),
    creditInquiries: z.array(z.unknown()),
    publicRecords: z.array(z.unknown()),
  }),
})
const Made = z.object({
  id: z.string(),
  items: z.array(z.object({ id: z.string() })),
  letters: z.array(z.object({ id: z.string() })),
})

/** A timer of the server checks every 10 ms, so it cannot measure a shorter delay. */
const LOOKS_EVERY_MS = 10

/** The longest delay of the server's event loop since the last reading, in milliseconds. */
const longestBlock = async (metricsPort: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  return Math.max(Number(seconds) * 1_000 - LOOKS_EVERY_MS, 0)
}

const send = async (
  { url, headers }: Product,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
): Promise<string> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text
}

/** What a bureau might answer about the disputed account. */
const answerLetter = () =>
  drawPdf(doc => {
    doc.font('Helvetica').fontSize(10)
    for (const line of ['TransUnion', 'Maya Brooks', 'Here are the results of our reinvestigation.'])
      doc.text(line)
  })

export const largestReport = async (): Promise<void> => {
  say('The largest permitted report: GET /livez, asked every 10 ms, while one is used. Embedded database')
  const metricsPort = await freePort()
  await withProduct({ METRICS_PORT: String(metricsPort) }, async product => {
    const post = (path: string, body: unknown) => send(product, 'POST', path, body)
    const [first, second] = [largestDocument(0), largestDocument(1)]
    const livez = asking(product.url)
    const all: number[] = []
    const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      await livez.taken()
      await longestBlock(metricsPort)
      const { took, result } = await timed(act)
      const times = await livez.taken()
      const blocked = await longestBlock(metricsPort)
      all.push(...times)
      say(
        `  ${name.padEnd(44)} ${took.toFixed(0).padStart(6)} ms   livez p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(0)}, most ${Math.max(...times).toFixed(0)} ms of ${times.length}, loop late by ${blocked.toFixed(0)} ms at most`,
      )
      return result
    }
    await step('nothing', () => new Promise(resolve => setTimeout(resolve, 3_000)))
    all.length = 0
    await step('import', () => product.importing(first))
    await step('import of a second, of other companies', () => product.importing(second))
    const { fullReport } = Shown.parse(
      JSON.parse(await step('analytics, made first', () => product.get('/credit/analytics'))),
    )
    const { accountInformation, creditInquiries, publicRecords } = fullReport
    await step('analytics again', () => product.get('/credit/analytics'))
    await step('findings', () => product.get('/credit/findings'))
    await step('history', () => product.get('/credit/history'))
    for (const question of ['Which cards use most of their limit?', 'What looks wrong in my report?'])
      await step('a voice question', () => post('/credit/voice-helper', { question }))
    const accountId = accountInformation[0]?.id ?? ''
    const items = [{ accountId, bureaus: ['TransUnion', 'Experian', 'Equifax'], reason: 'not_mine' }]
    await step('preview of a dispute', () => post('/dispute/account/preview', { items }))
    const made = Made.parse(
      JSON.parse(await step('a dispute', () => post('/dispute/account', { items, attested: true }))),
    )
    for (const bureau of ['TransUnion', 'Experian', 'Equifax'])
      await step('an answer', () =>
        send(product, 'PUT', `/dispute/${made.id}/outcome`, {
          itemId: made.items[0]?.id,
          bureau,
          outcome: 'verified',
          on: dayIn('America/Los_Angeles', new Date()),
        }),
      )
    await step('disputes with their next steps', () => product.get('/dispute'))
    await step('complaint', () => product.get(`/dispute/${made.id}/complaint`))
    await step('freezes', () => product.get('/freezes'))
    const form = new FormData()
    form.set(
      'file',
      new Blob([Uint8Array.from(await answerLetter())], { type: 'application/pdf' }),
      'answer.pdf',
    )
    await step('reading an answer letter', () => post(`/dispute/${made.id}/answer-letter`, form))
    await step('preview of a follow-up', () =>
      post(`/dispute/${made.id}/follow-up/preview`, {
        itemId: made.items[0]?.id,
        kind: 'dispute_again',
        bureaus: ['TransUnion'],
        explanation: 'The statement shows another number.',
      }),
    )
    await step('the PDF of a letter', () => product.get(`/dispute/letter/${made.letters[0]?.id ?? ''}/pdf`))
    await step('tradeline advice', () =>
      post('/tradelines/advice', { desiredAverageAge: 3, desiredExtraLimit: 1_000 }),
    )
    await step('what if', () => post('/plan/what-if', { steps: [{ kind: 'months', months: 6 }] }))
    await step('pay plan', () => product.get('/plan/payoff'))
    say(
      `  ${accountInformation.length} account entries, ${creditInquiries.length} inquiries, ${publicRecords.length} records; in all, livez p50 ${quantile(all, 0.5).toFixed(1)}, p99 ${quantile(all, 0.99).toFixed(0)}, most ${Math.max(...all).toFixed(0)} ms of ${all.length}`,
    )
    await livez.end()
  })
}
