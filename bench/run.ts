/** `npm run bench`: how long the things take that people wait for. Read the ratios; machines differ. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

const row = (what: string, milliseconds: number) =>
  console.log(`${what.padEnd(46)} ${milliseconds.toFixed(0).padStart(7)} ms`)

const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
try {
  const cold = await timed(() => runServer({ DATA_DIR: dataDir }))
  row('First start, new database and demo people', cold.took)
  await cold.result.end('SIGTERM')
  const warm = await timed(() => runServer({ DATA_DIR: dataDir }))
  row('Start again', warm.took)
  const { url, end } = warm.result

  const { accessToken } = await registerNewPerson(url, 0)
  const ask = async (address: string, more: RequestInit = {}) => {
    const answer = await fetch(`${url}/api/v1${address}`, {
      ...more,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${new TextDecoder().decode(body)}`)
  }
  const importing = async (document: string) => {
    const form = new FormData()
    form.set('file', new Blob([document]), 'report.json')
    await ask('/credit/reports/import', { method: 'POST', body: form })
  }
  const report = await readFile(
    path.join(root, 'src/providers/credit-data/people/maya-brooks.truelink.json'),
    'utf8',
  )
  row(`Import a report of ${kilobytes(report)}`, await median(() => importing(report)))
  const padded = report.trimEnd() + ' '.repeat(9 * 1024 * 1024)
  row(`Import a file of ${kilobytes(padded)}`, await median(() => importing(padded)))
  row('Read the analytics', await median(() => ask('/credit/analytics')))
  row('Read who is signed in', await median(() => ask('/user/info')))
  await end('SIGTERM')
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

function kilobytes(text: string) {
  return `${Math.round(Buffer.byteLength(text) / 1024)} KB`
}
