import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runServer } from '#test/support/run-server.ts'
import { onEveryDatabase } from './databases.ts'
import { reportDocument } from './documents.ts'
import { type Load, loadOn } from './load.ts'
import { quantile, say } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/**
 * Reads of a signed-in person compared with bare node:http on the same machine: `user/info` with one row read by its key,
 * Analytics of three bureaus with 60 accounts each with sending the same bytes. The rounds alternate, so that the machine's
 * other work affects all of them equally.
 */

const ROUNDS = 3
const SETTING = { seconds: 2, connections: 8 }

const gzipped = ({ url, headers }: Product): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const asked = { headers: { ...headers, 'accept-encoding': 'gzip' } }
    get(`${url}/api/v1/credit/analytics`, asked, answer => {
      const chunks: Uint8Array[] = []
      answer.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      answer.on('end', () => resolve(Buffer.concat(chunks)))
      answer.on('error', reject)
    }).on('error', reject)
  })

const middle = (loads: readonly Load[], of: (load: Load) => number) => quantile(loads.map(of), 0.5)

const show = (name: string, loads: readonly Load[], bare?: readonly Load[]) => {
  const [perSecond, p50, p99] = [
    middle(loads, load => load.perSecond),
    middle(loads, load => load.p50),
    middle(loads, load => load.p99),
  ]
  const beside =
    bare &&
    quantile(
      loads.map((load, n) => load.perSecond / (bare[n]?.perSecond ?? 0)),
      0.5,
    )
  say(
    `  ${name.padEnd(38)} ${perSecond.toFixed(0).padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` +
      (beside === undefined ? '' : `; ${beside.toFixed(2)} of bare node:http`),
  )
}

/** Alternates the measurements, repeatedly. */
const inTurn = async (acts: readonly (() => Promise<Load>)[]): Promise<Load[][]> => {
  const loads: Load[][] = acts.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, act] of acts.entries()) loads[at]?.push(await act())
  return loads
}

export const analytics = async (): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
  const file = path.join(folder, 'analytics.json.gz')
  try {
    await onEveryDatabase(async (name, settings) =>
      withProduct(settings, async product => {
        await product.importing(reportDocument(60))
        await product.get('/credit/analytics')
        const body = await gzipped(product)
        await writeFile(file, body)
        const bare = await runServer({}, ['lab/bench/bare-process.ts', file])
        const limits = await runServer({ DATA_DIR: path.join(folder, 'bare'), ...settings }, [
          'lab/load/limits-process.ts',
        ])
        const ours = (route: string) => () => loadOn(`${product.url}${route}`, product.headers, SETTING)
        say(`${name}, ${SETTING.connections} connections, ${ROUNDS} rounds of ${SETTING.seconds} s`)
        const [row = [], info = [], bytes = [], report = [], probe = []] = await inTurn([
          () => loadOn(`${limits.url}/b1`, {}, SETTING),
          ours('/api/v1/user/info'),
          () => loadOn(bare.url, {}, SETTING),
          ours('/api/v1/credit/analytics'),
          ours('/livez'),
        ])
        await bare.end('SIGTERM')
        await limits.end('SIGTERM')
        show('bare node:http, one row by its key', row)
        show('Fairfile, user/info', info, row)
        show(`bare node:http, ${(body.length / 1024).toFixed(1)} kB gzipped`, bytes)
        show('Fairfile, Analytics', report, bytes)
        show('Fairfile, GET /livez', probe, bytes)
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
