import { setTimeout as delay } from 'node:timers/promises'
import { createImageProcessor } from '#features/documents/server/pictures.ts'
import { encodeMultipart } from '#test/support/files/multipart.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { loadOf } from '../bench/load.ts'
import { quantile } from '../bench/measure.ts'
import { ask } from '../harness/ask.ts'
import type { Scenario } from '../scenario.ts'
import { watchStanding } from './gauges.ts'
import { defaultOptions, durableDatabases, openProduct, type RunningProduct } from './product.ts'

const LEAST = 0.8
const MAX_SLOWER = 1.1

/** Uploads of one picture by one person after another; returns its size. */
const uploads = ({ url, people }: RunningProduct, picture: Uint8Array) => {
  const { payload: bytes, type } = encodeMultipart([
    { name: 'documentName', value: 'A measured picture' },
    { name: 'file', file: picture, type: 'image/jpeg', filename: 'picture.jpg' },
  ])
  let turn = 0
  return async () => {
    turn += 1
    const { token, address } = people[turn % people.length] ?? { token: '', address: '' }
    const asked = { method: 'POST', token, address, type, bytes }
    const { status, body } = await ask(`${url}/api/v1/documents/upload`, asked)
    if (status !== 201) throw new Error(`an upload was answered ${status}: ${body}`)
    return bytes.length
  }
}

/** Uploads compared with the decoder processes alone. */
export const upload: Scenario = {
  what: "uploads compared with the decoders alone, and the event loop's delay during uploads (L8)",
  options: { ...defaultOptions, seconds: '20', rounds: '3', 'at-once': '4' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { count } = given
      const product = await openProduct(database, given)
      const picture = await plainPicture({ width: 3_000, height: 2_000 })
      const pool = createImageProcessor()
      given.later(pool.close)
      const setting = { seconds: count('seconds'), connections: count('at-once') }
      const act = uploads(product, picture)
      const alone = async () => (await pool.reencode(picture, 'bench')).file.length
      const rates: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
      const delays: Record<'idle' | 'busy', number[]> = { idle: [], busy: [] }
      const loopWhile = async (work: () => Promise<unknown>) => {
        const standing = watchStanding(product.metricsPort)
        await work()
        return (await standing.stop()).loopDelay.average
      }
      for (let round = 0; round < count('rounds'); round += 1) {
        rates.bare.push((await loadOf(alone, setting)).perSecond)
        delays.idle.push(await loopWhile(() => delay(setting.seconds * 1_000)))
        delays.busy.push(await loopWhile(async () => rates.ours.push((await loadOf(act, setting)).perSecond)))
      }
      pool.close()
      await product.close()
      const middle = (values: readonly number[]) => quantile(values, 0.5)
      const [bare, ours] = [middle(rates.bare), middle(rates.ours)]
      const [idle, busy] = [middle(delays.idle), middle(delays.busy)]
      const megabytes = (picture.length / 1024 ** 2).toFixed(1)
      report.did(
        `${database.name}: pictures of 6 megapixels, ${megabytes} MB, ${setting.connections} at a time`,
      )
      report.must(
        `L8: uploads, as a fraction of the decoders alone, at least ${LEAST}`,
        ours / bare >= LEAST,
        `${(ours / bare).toFixed(2)} (${ours.toFixed(1)} of ${bare.toFixed(1)} a second)`,
      )
      report.must(
        `L8: p99 of the loop delay, as a multiple of that without uploads, at most ${MAX_SLOWER}`,
        busy / idle <= MAX_SLOWER,
        `${(busy / idle).toFixed(2)} (${idle.toFixed(1)} to ${busy.toFixed(1)} ms)`,
      )
    }),
}
