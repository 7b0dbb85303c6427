import { addMonths } from '#values/dates.ts'
import { reportDocument } from './documents.ts'
import { loadOn } from './load.ts'
import { median, megabytesIn, row, say, timed } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/** How importing and showing grow with the accounts of a report, and the history with the reports. */

/** Milliseconds of one call among others over a kept connection, its bytes left as they come. */
const readyIn = async ({ url, headers }: Product, place: string): Promise<number> =>
  (await loadOn(`${url}${place}`, headers, { seconds: 1, connections: 1 })).p50

export const growth = async (): Promise<void> => {
  say('Growth with the accounts of a report, each counted at each of three bureaus, embedded database')
  await withProduct({}, async product => {
    const { importing, get } = product
    for (const accounts of [10, 100, 1_000]) {
      const document = reportDocument(Math.ceil(accounts / 3))
      const size = `${accounts} accounts, ${megabytesIn(document).toFixed(1)} MB`
      const parsing = await median(() => JSON.parse(document))
      row(`  import ${size}`, await median(() => importing(document), 5), 'JSON.parse', parsing)
      await importing(document)
      const first = await timed(() => get('/credit/analytics'))
      row(`  analytics, made for the first time`, first.took, 'JSON.parse', parsing)
      row(
        '  analytics, ready',
        await readyIn(product, '/api/v1/credit/analytics'),
        'GET /livez',
        await readyIn(product, '/livez'),
      )
    }
  })
  say('Growth of the history with the reports, 20 accounts each, embedded database')
  await withProduct({}, async ({ importing, get }) => {
    let stored = 0
    for (const reports of [6, 24, 84]) {
      for (; stored < reports; stored += 1) {
        await importing(reportDocument(20, `${addMonths('2019-11', stored)}-14`))
      }
      const took = await median(() => get('/credit/history'))
      row(`  history, ${reports} reports`, took, 'who is signed in', await median(() => get('/user/info')))
    }
  })
}
