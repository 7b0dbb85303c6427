import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { runServer } from '#test/support/run-server.ts'
import { reportDocument } from '../bench/documents.ts'
import { type Load, loadOf, loadOn } from '../bench/load.ts'
import { quantile } from '../bench/measure.ts'
import { withProduct } from '../bench/product.ts'
import type { LabDatabase } from '../harness/databases.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { bareSettings, defaultOptions, durableDatabases, openProduct } from './product.ts'

/** How close the product comes to the most that the same machine can do. */

const middle = (loads: readonly Load[]) =>
  quantile(
    loads.map(({ perSecond }) => perSecond),
    0.5,
  )

const held = (report: Report, what: string, least: number, ours: number, limit: number) =>
  report.must(
    `${what}, at least ${least.toFixed(2)}`,
    ours / limit >= least,
    `${(ours / limit).toFixed(2)} (${ours.toFixed(0)} of ${limit.toFixed(0)} a second)`,
  )

/** In rounds, so that the machine's other work affects all measurements equally. */
const lightRead = async (database: LabDatabase, given: Options, report: Report) => {
  const { count, later } = given
  const bare = await runServer(bareSettings(database), ['lab/load/limits-process.ts'])
  later(() => bare.end('SIGKILL'))
  const product = await openProduct(database, given)
  const setting = { seconds: count('seconds'), connections: count('connections') }
  let turn = 0
  const asSomebody = () => {
    turn += 1
    const { token, address } = product.people[turn % product.people.length] ?? { token: '', address: '' }
    return { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  }
  const loads: Record<'b0' | 'b1' | 'info', Load[]> = { b0: [], b1: [], info: [] }
  for (let round = 0; round < count('rounds'); round += 1) {
    loads.b0.push(await loadOn(`${bare.url}/b0`, {}, setting))
    loads.b1.push(await loadOn(`${bare.url}/b1`, {}, setting))
    loads.info.push(await loadOn(`${product.url}/api/v1/user/info`, asSomebody, setting))
  }
  await bare.end('SIGTERM')
  await product.close()
  const [b0, b1, info] = [middle(loads.b0), middle(loads.b1), middle(loads.info)]
  report.figure('B0, bare node:http with 1 KB', `${b0.toFixed(0)} a second`)
  report.figure('B1, the same with one row read by its key', `${b1.toFixed(0)} a second`)
  held(report, 'L1: /user/info to B1', 0.4, info, b1)
}

/** About 200 KB, as an imported report. */
const ACCOUNTS = 26

/** Decrypts a response and writes it as JSON, and nothing else. */
const openAndWrite = (document: string, answer: unknown) => {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(document), cipher.final()])
  const tag = cipher.getAuthTag()
  return () => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(tag)
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()])
    return opened.length + JSON.stringify(answer).length
  }
}

const analytics = async (database: LabDatabase, { count }: Options, report: Report) => {
  const setting = { seconds: count('seconds'), connections: count('connections') }
  await withProduct(database.settings, async ({ url, headers, get, importing }) => {
    const document = reportDocument(ACCOUNTS)
    await importing(document)
    const answer: unknown = JSON.parse(await get('/credit/analytics'))
    const work = openAndWrite(document, answer)
    const loads: Record<'alone' | 'ours', Load[]> = { alone: [], ours: [] }
    for (let round = 0; round < count('rounds'); round += 1) {
      // Nothing waits for I/O, so one call at a time already reaches the maximum.
      const alone = () => new Promise<number>(resolve => setImmediate(() => resolve(work())))
      loads.alone.push(await loadOf(alone, { ...setting, connections: 1 }))
      loads.ours.push(await loadOn(`${url}/api/v1/credit/analytics`, headers, setting))
    }
    const size = (document.length / 1_024).toFixed(0)
    report.figure(
      'a report and its answer',
      `${size} KB, ${(JSON.stringify(answer).length / 1_024).toFixed(0)} KB`,
    )
    held(
      report,
      'L2: /credit/analytics to AES-GCM and JSON.stringify alone',
      0.5,
      middle(loads.ours),
      middle(loads.alone),
    )
  })
}

export const ratio: Scenario = {
  what: 'light reads compared with a bare server with one SELECT, analytics with decryption and JSON alone (L1, L2)',
  options: { ...defaultOptions, seconds: '20', rounds: '3', connections: '16' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      report.did(`${database.name}: ${given.word('connections')} connections`)
      await lightRead(database, given, report)
      await analytics(database, given, report)
    }),
}
