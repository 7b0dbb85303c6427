import { booksOf } from '#features/mailing/server/books.ts'
import { advanceWith } from '#features/mailing/server/worker.ts'
import { usualTimes as times } from '#features/mailing/times.ts'
import { lobPost } from '#providers/letters/lob.ts'
import { letterOf } from '#providers/letters/port.suite.ts'
import { newId } from '#server/ids.ts'
import { fakePostKey } from '#testing/fake-post.ts'
import { openMailApp } from '#testing/mail-app.ts'
import { median, row, say } from './measure.ts'

/**
 * Handing letters over: the worker with its claim, its sealed bytes and its books on the embedded database, beside the port
 * alone with the same post on loopback. Without the turns that a real provider's limit makes both wait for.
 */

const LETTERS = 200
const AT_ONCE = 8

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const address = { name: 'A', line1: '1 Way', line2: null, city: 'Pasadena', state: 'CA', zip: '91106' }

/** Does something with each of some, eight at once. */
const each = async <T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> => {
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

export const mailing = async (): Promise<void> => {
  const mail = await openMailApp()
  const { database, vault, app, now } = mail.app
  const { db } = database
  const post = lobPost({ apiKey: fakePostKey, baseUrl: new URL(mail.post.url), clock: now })
  try {
    const books = booksOf({
      db,
      vault,
      times,
      timeZone: 'America/New_York',
      clock: now,
      cap: { person: 1_000_000, all: 1_000_000 },
      alarm: () => undefined,
      post,
    })
    const turn = async () => undefined
    const advance = advanceWith({
      books,
      post,
      times,
      turn,
      chance: Math.random,
      log,
      alarm: () => undefined,
    })
    const asked = async () => {
      const ids: string[] = []
      for (let letter = 0; letter < LETTERS; letter += 1) {
        const letterId = newId()
        const { userId } = mail
        const pdf = Buffer.from(`%PDF-1.7 ${letterId}`)
        const more = { userId, generation: 1, to: address, from: address, certified: false, reason: null }
        const id = await db.transaction(tx => app.mailer.request(tx, { letterId, pdf, ...more }, now()))
        if (id !== null) ids.push(id)
      }
      return ids
    }
    // One to warm up, and three that are measured.
    const batches = [await asked(), await asked(), await asked(), await asked()]
    const alone = await median(
      () =>
        each(Array.from({ length: LETTERS }, newId), id =>
          post.send(letterOf(mail.userId, { mailJobId: id }), id),
        ),
      3,
    )
    const worker = await median(() => each(batches.shift() ?? [], advance), 3)
    say(`Handing over ${LETTERS} letters, ${AT_ONCE} at once`)
    row('  the worker, embedded database', worker, 'the port alone', alone)
    say(`  ${(LETTERS / (worker / 1_000)).toFixed(0)} letters a second; Lob takes 30`)
  } finally {
    await mail.close()
  }
}
