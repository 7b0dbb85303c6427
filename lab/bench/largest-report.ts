import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { largestDocument } from './documents.ts'
import { quantile, say, timed } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/**
 * What the largest permitted report costs everybody else: while one is imported, compared with a second of other companies,
 * read and disputed, a thread of its own asks `GET /livez` every ten milliseconds and notes how long each answer took.
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
const Made = z.object({ letters: z.array(z.object({ id: z.string() })) })

const post = async ({ url, headers }: Product, path: string, body: unknown): Promise<string> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text
}

export const largestReport = async (): Promise<void> => {
  say('The largest permitted report: GET /livez, asked every 10 ms, while one is used. Embedded database')
  await withProduct({}, async product => {
    const [first, second] = [largestDocument(0), largestDocument(1)]
    const livez = asking(product.url)
    const all: number[] = []
    const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      await livez.taken()
      const { took, result } = await timed(act)
      const times = await livez.taken()
      all.push(...times)
      say(
        `  ${name.padEnd(44)} ${took.toFixed(0).padStart(6)} ms   livez p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(0)}, most ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
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
      await step('a voice question', () => post(product, '/credit/voice-helper', { question }))
    const accountId = accountInformation[0]?.id ?? ''
    const items = [{ accountId, bureaus: ['TransUnion', 'Experian', 'Equifax'], reason: 'not_mine' }]
    await step('preview of a dispute', () => post(product, '/dispute/account/preview', { items }))
    const made = Made.parse(
      JSON.parse(await step('a dispute', () => post(product, '/dispute/account', { items, attested: true }))),
    )
    await step('the PDF of a letter', () => product.get(`/dispute/letter/${made.letters[0]?.id ?? ''}/pdf`))
    await step('tradeline advice', () =>
      post(product, '/tradelines/advice', { desiredAverageAge: 3, desiredExtraLimit: 1_000 }),
    )
    say(
      `  ${accountInformation.length} account entries, ${creditInquiries.length} inquiries, ${publicRecords.length} records; in all, livez p50 ${quantile(all, 0.5).toFixed(1)}, p99 ${quantile(all, 0.99).toFixed(0)}, most ${Math.max(...all).toFixed(0)} ms of ${all.length}`,
    )
    await livez.end()
  })
}
