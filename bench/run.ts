/**
 * `npm run bench`: how long the things take that people wait for. Machines differ, so every figure stands beside a
 * peer measured in the same run: what the same machine needs for the same bytes without the product.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { registerNewPerson } from '#testing/new-person.ts'
import { runServer } from '#testing/run-server.ts'

const root = path.join(import.meta.dirname, '..')
const repeats = 15

const timed = async <T>(act: () => Promise<T>): Promise<{ took: number; result: T }> => {
  const began = performance.now()
  const result = await act()
  return { took: performance.now() - began, result }
}

/** The median of repeated calls, in milliseconds, after one that warms up. */
const median = async (act: () => Promise<unknown>): Promise<number> => {
  await act()
  const times: number[] = []
  for (let n = 0; n < repeats; n++) times.push((await timed(act)).took)
  return times.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN
}

const row = (what: string, took: number, peer: string, peerTook: number) =>
  console.log(
    `${what.padEnd(44)} ${took.toFixed(1).padStart(8)} ms   ${(took / peerTook).toFixed(1).padStart(6)} x ${peer} (${peerTook.toFixed(1)} ms)`,
  )

/** The least that anything done to a text costs: looking at each of its bytes. */
const scan = (text: string) => async () => Buffer.from(text).indexOf(0)

const fail = () => {
  throw new Error('a document that is no report was taken')
}

const megabytes = (text: string) => `${(Buffer.byteLength(text) / 1024 ** 2).toFixed(1)} MB`

const Bundle = z.looseObject({
  BundleComponents: z.looseObject({
    BundleComponent: z.array(
      z.looseObject({
        TrueLinkCreditReportType: z.looseObject({ TradeLinePartition: z.array(z.unknown()) }).optional(),
      }),
    ),
  }),
})

/** Maya's report with her accounts repeated, so that a large file holds rows and not blanks. */
const withAccountsTimes = (document: string, times: number): string => {
  const bundle = Bundle.parse(JSON.parse(document))
  for (const { TrueLinkCreditReportType: report } of bundle.BundleComponents.BundleComponent) {
    if (report)
      report.TradeLinePartition = Array.from({ length: times }, () => report.TradeLinePartition).flat()
  }
  return JSON.stringify(bundle)
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
try {
  const bare = await median(() => promisify(execFile)(process.execPath, ['-e', '']))
  const cold = await timed(() => runServer({ DATA_DIR: dataDir }))
  row('First start: new database, demo people', cold.took, 'an empty process', bare)
  await cold.result.end('SIGTERM')
  const warm = await timed(() => runServer({ DATA_DIR: dataDir }))
  row('Start again', warm.took, 'an empty process', bare)
  const { url, end } = warm.result

  const { accessToken } = await registerNewPerson(url, 0)
  const ask = async (address: string, more: RequestInit = {}) => {
    const answer = await fetch(`${url}${address}`, {
      ...more,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${body}`)
  }
  const importing = async (document: string) => {
    const form = new FormData()
    form.set('file', new Blob([document]), 'report')
    await ask('/api/v1/credit/reports/import', { method: 'POST', body: form })
  }
  const report = await readFile(
    path.join(root, 'src/providers/credit-data/people/maya-brooks.truelink.json'),
    'utf8',
  )
  for (const times of [1, 8, 20]) {
    const document = withAccountsTimes(report, times)
    const parsing = await median(async () => {
      JSON.parse(document)
    })
    row(
      `Import ${megabytes(document)}, ${times * 15} accounts`,
      await median(() => importing(document)),
      'JSON.parse',
      parsing,
    )
  }
  const well = '<a>'.repeat(3_000_000)
  const refused = await median(() => importing(well).then(fail, () => undefined))
  row(
    `Refuse ${megabytes(well)} of nested elements`,
    refused,
    'one pass over the text',
    await median(scan(well)),
  )
  const bareAnswer = await median(() => ask('/livez'))
  row(
    'Read the analytics of 300 accounts',
    await median(() => ask('/api/v1/credit/analytics')),
    'GET /livez',
    bareAnswer,
  )
  row('Read who is signed in', await median(() => ask('/api/v1/user/info')), 'GET /livez', bareAnswer)
  await end('SIGTERM')
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
