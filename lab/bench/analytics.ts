import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runServer } from '#test/support/run-server.ts'
import { onEveryDatabase } from './databases.ts'
import { reportDocument } from './documents.ts'
import { type Load, loadOn } from './load.ts'
import { say } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/** Analytics of a person with three bureaus and 60 accounts each, beside the same bytes from bare node:http. */

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

const shown = (name: string, { perSecond, p50, p99 }: Load, bare?: Load) =>
  say(
    `  ${name.padEnd(28)} ${perSecond.toFixed(0).padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` +
      (bare ? `; ${((perSecond / bare.perSecond) * 100).toFixed(0)} % of bare node:http` : ''),
  )

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
        say(
          `Analytics, three bureaus with 60 accounts each, ${(body.length / 1024).toFixed(1)} kB gzipped, ${name}`,
        )
        const bareServer = await runServer({}, ['lab/bench/bare-process.ts', file])
        const bare = await loadOn(bareServer.url, {})
        await bareServer.end('SIGTERM')
        shown('bare node:http', bare)
        shown('Fairfile', await loadOn(`${product.url}/api/v1/credit/analytics`, product.headers), bare)
        shown('Fairfile, GET /livez', await loadOn(`${product.url}/livez`, {}), bare)
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
