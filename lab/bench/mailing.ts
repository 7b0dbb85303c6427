import { createMailJobRepository } from '#features/mailing/server/mail-job-repository.ts'
import { createMailJobProcessor } from '#features/mailing/server/process-mail-job.ts'
import { defaultMailTimes as times } from '#features/mailing/times.ts'
import { newId } from '#platform/ids.ts'
import { createProviderRateLimiter } from '#platform/jobs/provider-rate-limiter.ts'
import { lobMailProvider } from '#providers/letters/lob.ts'
import { letterOf } from '#providers/letters/port.suite.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { openMailApp } from '#test/support/mailing/mail-app.ts'
import { median, row, say, timed } from './measure.ts'

/**
 * Sending letters to the provider: the worker with its claims, sealed bytes and repository on the embedded database, compared
 * with the port alone, which makes the same calls to the same provider on loopback and stores nothing. Then the worker as the
 * product runs it, with the rate limiter that keeps all servers within the provider's limit. A batch in which the provider
 * did not print each letter exactly once does not count.
 */

const LETTERS = 200
const AT_ONCE = 8
/** Lob accepts 150 calls in five seconds per key (lob-openapi 1.22.0, rate limiting). */
const [LIMIT, LIMIT_MS] = [150, 5_000]

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const address = { name: 'A', line1: '1 Way', line2: null, city: 'Pasadena', state: 'CA', zip: '91106' }

/** Does something with each item, eight at a time. */
const each = async <T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> => {
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** The largest number of these ordered times that lie within the provider's interval. */
const maxWithin = (instants: readonly number[]): number =>
  Math.max(
    ...instants.map(from => instants.filter(instant => instant >= from && instant < from + LIMIT_MS).length),
  )

export const mailing = async (): Promise<void> => {
  const mail = await openMailApp()
  const { database, keyring, app, now } = mail.app
  const { db, pool } = database
  const sendsAt: number[] = []
  const lob = lobMailProvider({ apiKey: fakeLobKey, baseUrl: new URL(mail.lob.url), clock: now })
  const mailProvider: typeof lob = {
    ...lob,
    send: (request, key) => {
      sendsAt.push(performance.now())
      return lob.send(request, key)
    },
  }
  try {
    const repository = createMailJobRepository({
      db,
      keyring,
      times,
      timeZone: 'America/New_York',
      clock: now,
      cap: { person: 1_000_000, all: 1_000_000 },
      alarm: () => undefined,
      provider: mailProvider,
      onLetter: async () => undefined,
    })
    const workerWith = (turn: () => Promise<void>) =>
      createMailJobProcessor({
        repository,
        provider: mailProvider,
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
        const more = {
          userId,
          generation: 1,
          to: address,
          from: address,
          certified: false,
          returnReceipt: false,
          reason: null,
        }
        const id = await db.transaction(tx => app.mailer.request(tx, { letterId, pdf, ...more }, now()))
        if (id !== null) ids.push(id)
      }
      return ids
    }
    const requirePrinted = (ids: readonly string[]) => {
      const wanted = new Set(ids)
      const printed = mail.lob.ledger.filter(({ metadata }) => wanted.has(metadata.mail_job_id ?? ''))
      if (ids.length !== LETTERS || printed.length !== LETTERS)
        throw new Error(`of ${ids.length} letters the provider printed ${printed.length}`)
    }

    // One warm-up run, then three measured ones.
    const batches = [await asked(), await asked(), await asked(), await asked()]
    const handed = batches.flat()
    const alone = await median(
      () =>
        each(Array.from({ length: LETTERS }, newId), id =>
          mailProvider.send(letterOf(mail.userId, { mailJobId: id }), id),
        ),
      3,
    )
    const unhindered = workerWith(async () => undefined)
    const worker = await median(() => each(batches.shift() ?? [], unhindered), 3)
    for (let place = 0; place < handed.length; place += LETTERS)
      requirePrinted(handed.slice(place, place + LETTERS))

    const inTurn = workerWith(
      createProviderRateLimiter(pool, { provider: 'bench', everyMs: times.callsApart }),
    )
    const last = await asked()
    sendsAt.length = 0
    const { took } = await timed(() => each(last, inTurn))
    requirePrinted(last)

    const rate = (LETTERS / took) * 1_000
    const allowed = (LIMIT / LIMIT_MS) * 1_000
    say(`Sending ${LETTERS} letters, ${AT_ONCE} at a time, each printed once`)
    row('  the worker, embedded database, no turns', worker, 'the port alone', alone)
    say(`  ${(LETTERS / (worker / 1_000)).toFixed(0)} letters a second; Lob takes ${allowed}`)
    say(
      `  rate-limited ${rate.toFixed(1)} a second, ${(rate / allowed).toFixed(2)} of what Lob accepts; at most ${maxWithin(sendsAt)} in any five seconds, of ${LIMIT}`,
    )
  } finally {
    await mail.close()
  }
}
