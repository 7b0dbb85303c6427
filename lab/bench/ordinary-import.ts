import { setTimeout as pause } from 'node:timers/promises'
import { readReport } from '#features/reports/readers/detect.ts'
import { mayaAsReader, reportDocument } from './documents.ts'
import { median, quantile, say, timed } from './measure.ts'
import { withProduct } from './product.ts'

/** How long the import of an ordinary report takes with its thread already started, and immediately after another import. */

const TIMES = 15
const MAX_MS = 60

/** Long enough for the thread for the next report to start. */
const STARTED_MS = 1_500

export const ordinaryImport = async (): Promise<void> => {
  const document = reportDocument(20)
  const alone = await median(() => readReport(document, mayaAsReader))
  await withProduct({}, async ({ importing }) => {
    await importing(document)
    const times: number[] = []
    const again: number[] = []
    for (let n = 0; n < TIMES; n += 1) {
      await pause(STARTED_MS)
      times.push((await timed(() => importing(document))).took)
      again.push((await timed(() => importing(document))).took)
    }
    say(
      `Import of ${document.length} characters, embedded database: ${quantile(times, 0.5).toFixed(0)} ms (median of ${TIMES}; at most ${MAX_MS} ms), ` +
        `${quantile(again, 0.5).toFixed(0)} ms immediately after another; reading alone ${alone.toFixed(1)} ms`,
    )
  })
}
