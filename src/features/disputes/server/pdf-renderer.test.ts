import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { ids, maya, report } from '#test/support/reports/disputed-report.ts'
import { resolveAccountItems } from '../account-rules.ts'
import { accountLetters } from '../letters/account.ts'
import { type PrintJob, renderLetterPdf } from './letter-pdf.ts'
import { createPdfRenderer, type PdfRenderer } from './pdf-renderer.ts'

const job: PrintJob = {
  title: 'Meridian Collections',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  letters: accountLetters(
    resolveAccountItems([{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }], {
      report,
      plan: 'max',
      ssnLastFour: '4417',
      today: '2026-11-20',
    }),
    { sender: maya, reportDate: report.reportDate, sandbox: false, enclosed: [], today: '2026-11-20' },
  ).map(letter => ({ letter, reworded: null })),
  enclosures: [],
}

/** A worker that runs the given code for each job. */
const threadOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', job => { ${code} })`)}`,
  )

const open: PdfRenderer[] = []
const pressOf = (...own: Parameters<typeof createPdfRenderer>): PdfRenderer => {
  const press = createPdfRenderer(...own)
  open.push(press)
  return press
}

afterEach(async () => {
  for (const press of open.splice(0)) await press.close()
})

describe('the press', () => {
  it('gives the same bytes from its thread as from this one, job after job', async () => {
    const press = pressOf()
    const here = await renderLetterPdf(job)
    const there = await Promise.all([press.render(job), press.render(job), press.render(job)])
    for (const bytes of there) expect(Buffer.compare(here, bytes)).toBe(0)
  })

  it.each([
    ['takes too long', ''],
    ['stops', 'process.exit(1)'],
  ])('refuses when its thread %s', async (_, code) => {
    const press = pressOf({ worker: threadOf(code), timeoutMs: 300 })
    await expect(press.render(job)).rejects.toEqual(new AppError('unavailable'))
  })

  it.each([
    ['throws', 'throw new Error("the ink is dry")'],
    ['says why it cannot', 'parentPort.postMessage("the ink is dry")'],
  ])('fails with the cause when its thread %s', async (_, code) => {
    await expect(pressOf({ worker: threadOf(code) }).render(job)).rejects.toThrow('the ink is dry')
  })

  it('starts another worker after a failure', async () => {
    const once =
      'globalThis.jobs = (globalThis.jobs ?? 0) + 1; parentPort.postMessage(job.title === "bad" ? "no" : new Uint8Array([globalThis.jobs]))'
    const press = pressOf({ worker: threadOf(once) })
    expect([...(await press.render(job))]).toEqual([1])
    expect([...(await press.render(job))]).toEqual([2])
    await expect(press.render({ ...job, title: 'bad' })).rejects.toThrow('no')
    expect([...(await press.render(job))]).toEqual([1])
  })

  it('starts another worker after one ended between two jobs', async () => {
    const dying = 'parentPort.postMessage(new Uint8Array(1)); setTimeout(() => process.exit(0), 20)'
    const press = pressOf({ worker: threadOf(dying) })
    const ended = new Promise(resolve => {
      process.once('worker', thread => thread.once('exit', resolve))
    })
    await press.render(job)
    await ended
    await expect(press.render(job)).resolves.toHaveLength(1)
  })

  it('refuses more jobs than may wait, and takes them again later', async () => {
    const press = pressOf({ worker: threadOf('parentPort.postMessage(new Uint8Array(1))'), waiting: 1 })
    const first = press.render(job)
    await expect(press.render(job)).rejects.toEqual(new AppError('unavailable'))
    await first
    await expect(press.render(job)).resolves.toHaveLength(1)
  })
})
