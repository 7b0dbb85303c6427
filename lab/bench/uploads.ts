import { createImageProcessor } from '#features/documents/server/pictures.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { registerNewUser } from '#test/support/people/new-user.ts'
import { reportDocument } from './documents.ts'
import { type Load, loadOn } from './load.ts'
import { say } from './measure.ts'
import { type Product, withProduct } from './product.ts'

/** How uploads slow other requests, and what the server adds to re-encoding itself. */

const AT_ONCE = 4
const SECONDS = 6

/** Several workers repeat a call until stopped; stopping returns the calls per second. */
const rateOf = (act: (worker: number) => Promise<unknown>) => {
  const began = performance.now()
  const ending = new AbortController()
  let done = 0
  const worker = async (number: number) => {
    while (!ending.signal.aborted) {
      await act(number)
      done += 1
    }
  }
  const workers = Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)))
  return async () => {
    ending.abort()
    await workers
    return done / ((performance.now() - began) / 1_000)
  }
}

/** One person may upload at most two at a time, so half of the workers upload for another person. */
const uploading = async ({ url, headers: first }: Product, picture: Uint8Array<ArrayBuffer>) => {
  const { accessToken } = await registerNewUser(url, 1)
  const second = { authorization: `Bearer ${accessToken}` }
  return async (worker: number) => {
    const headers = worker % 2 === 0 ? first : second
    const form = new FormData()
    form.set('documentName', 'A measured picture')
    form.set('file', new Blob([picture], { type: 'image/jpeg' }), 'picture.jpg')
    const answer = await fetch(`${url}/api/v1/documents/upload`, { method: 'POST', headers, body: form })
    const said = await answer.text()
    // At the end the user's quota is used up; pictures are re-encoded regardless.
    if (!answer.ok && !said.includes('no_room')) throw new Error(`upload answered ${answer.status}: ${said}`)
  }
}

const compared = (name: string, idle: Load, busy: Load) =>
  say(
    `  ${name.padEnd(28)} p50 ${idle.p50.toFixed(1)} to ${busy.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} to ${busy.p99.toFixed(1)} ms (${(busy.p99 / idle.p99).toFixed(1)} x)`,
  )

export const uploads = async (): Promise<void> => {
  const picture = Uint8Array.from(await plainPicture({ width: 3_000, height: 2_000 }))
  const megabytes = (picture.length / 1024 ** 2).toFixed(1)
  say(`Uploads of a picture of 6 megapixels, ${megabytes} MB, ${AT_ONCE} at a time, embedded database`)
  await withProduct({}, async product => {
    await product.importing(reportDocument(60))
    const routes = ['/livez', '/api/v1/user/info', '/api/v1/credit/analytics']
    const measured = async () => {
      const loads: Load[] = []
      for (const route of routes)
        loads.push(
          await loadOn(`${product.url}${route}`, product.headers, { seconds: SECONDS, connections: 1 }),
        )
      return loads
    }
    const idle = await measured()
    const upload = await uploading(product, picture)
    const stop = rateOf(upload)
    const busy = await measured()
    await stop()
    routes.forEach((route, index) => {
      const [before, during] = [idle[index], busy[index]]
      if (before && during) compared(route, before, during)
    })
    const pool = createImageProcessor()
    const bare = rateOf(() => pool.reencode(picture, 'bench'))
    await new Promise(resolve => setTimeout(resolve, SECONDS * 1_000))
    const most = await bare()
    pool.close()
    const alone = rateOf(upload)
    await new Promise(resolve => setTimeout(resolve, SECONDS * 1_000))
    const rate = await alone()
    say(
      `  uploads ${rate.toFixed(1)} a second, ${((rate / most) * 100).toFixed(0)} % of the pool alone (${most.toFixed(1)})`,
    )
  })
}
