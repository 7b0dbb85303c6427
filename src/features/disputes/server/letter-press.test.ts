import { afterEach, describe, expect, it } from 'vitest'
import { Refusal } from '#api/errors.ts'
import { ids, maya, report } from '#test/support/reports/disputed-report.ts'
import { accountLetters } from '../letters/account.ts'
import { disputedAccounts } from '../rules.ts'
import { letterPdf, type PrintJob } from './letter-pdf.ts'
import { type LetterPress, letterPress } from './letter-press.ts'

const job: PrintJob = {
  title: 'Meridian Collections',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  letters: accountLetters(
    disputedAccounts([{ accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }], {
      report,
      plan: 'max',
      ssnLastFour: '4417',
      today: '2026-11-20',
    }),
    { sender: maya, reportDate: report.reportDate, sandbox: false, enclosed: [], today: '2026-11-20' },
  ).map(letter => ({ letter, reworded: null })),
  enclosures: [],
}

/** A thread that does what the code says with each job. */
const threadOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', job => { ${code} })`)}`,
  )

const open: LetterPress[] = []
const pressOf = (...own: Parameters<typeof letterPress>): LetterPress => {
  const press = letterPress(...own)
  open.push(press)
  return press
}

afterEach(async () => {
  for (const press of open.splice(0)) await press.close()
})

describe('the press', () => {
  it('gives the same bytes from its thread as from this one, job after job', async () => {
    const press = pressOf()
    const here = await letterPdf(job)
    const there = await Promise.all([press.print(job), press.print(job), press.print(job)])
    for (const bytes of there) expect(Buffer.compare(here, bytes)).toBe(0)
  })

  it.each([
    ['takes too long', ''],
    ['stops', 'process.exit(1)'],
  ])('refuses when its thread %s', async (_, code) => {
    const press = pressOf({ worker: threadOf(code), timeoutMs: 300 })
    await expect(press.print(job)).rejects.toEqual(new Refusal('unavailable'))
  })

  it.each([
    ['throws', 'throw new Error("the ink is dry")'],
    ['says why it cannot', 'parentPort.postMessage("the ink is dry")'],
  ])('fails with the cause when its thread %s', async (_, code) => {
    await expect(pressOf({ worker: threadOf(code) }).print(job)).rejects.toThrow('the ink is dry')
  })

  it('begins anew after a failure', async () => {
    const once =
      'globalThis.jobs = (globalThis.jobs ?? 0) + 1; parentPort.postMessage(job.title === "bad" ? "no" : new Uint8Array([globalThis.jobs]))'
    const press = pressOf({ worker: threadOf(once) })
    expect([...(await press.print(job))]).toEqual([1])
    expect([...(await press.print(job))]).toEqual([2])
    await expect(press.print({ ...job, title: 'bad' })).rejects.toThrow('no')
    expect([...(await press.print(job))]).toEqual([1])
  })

  it('begins anew after its thread ended between two jobs', async () => {
    const dying = 'parentPort.postMessage(new Uint8Array(1)); setTimeout(() => process.exit(0), 20)'
    const press = pressOf({ worker: threadOf(dying) })
    const ended = new Promise(resolve => {
      process.once('worker', thread => thread.once('exit', resolve))
    })
    await press.print(job)
    await ended
    await expect(press.print(job)).resolves.toHaveLength(1)
  })

  it('refuses more jobs than may wait, and takes them again later', async () => {
    const press = pressOf({ worker: threadOf('parentPort.postMessage(new Uint8Array(1))'), waiting: 1 })
    const first = press.print(job)
    await expect(press.print(job)).rejects.toEqual(new Refusal('unavailable'))
    await first
    await expect(press.print(job)).resolves.toHaveLength(1)
  })
})
