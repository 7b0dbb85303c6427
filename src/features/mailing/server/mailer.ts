import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ProviderFailure } from '#providers/failure.ts'
import type { AddressCheck, LetterNotice, LetterPost, PostalAddress } from '#providers/letters/port.ts'
import type { Background } from '#server/background.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import { type Enqueue, type Job, jobOf, type Task } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Vault } from '#server/sealed.ts'
import type { MailTimes } from '../times.ts'
import { booksOf, type DailyCap, dueMailings } from './books.ts'
import { openGate } from './gate.ts'
import { takeNotice } from './news.ts'
import { askAbout, type KnownLetter, type PairingDeps, pairAfterRestore, pairNightly } from './pairing.ts'
import { advanceMailing, type NewMailing, requestMailing } from './store.ts'
import { advanceWith, type MailAlarm, type MailBooks } from './worker.ts'

/** Mailing as the rest of the product uses it: letters go in, and each of them leaves once. */

export type MailerDeps = {
  db: Database
  vault: Vault
  clock: Clock
  log: Log
  enqueue: Enqueue
  background: Background
  post: LetterPost
  times: MailTimes
  timeZone: string
  mailCap: DailyCap
  /** Every letter of the product, mailed or not. */
  lettersToMail: (db: Database) => Promise<readonly KnownLetter[]>
  /** The books, where a test looks at what is written into them and when. */
  watchBooks: (books: MailBooks) => MailBooks
  /** Counts what an operator must look at. */
  countAlarm: (what: MailAlarm) => void
}

export type Mailer = {
  /** Letters that a sandbox takes are mailed nowhere. */
  sandbox: boolean
  /** Whether the postal service delivers there; `unknown` while the provider cannot say: that holds no letter up. */
  checkAddress: (address: PostalAddress) => Promise<AddressCheck['deliverable']>
  /** See `requestMailing`. */
  request: (tx: Database, mailing: NewMailing, now: Date) => Promise<string | null>
  /** Begins to hand letters over and waits for that, five seconds at most; what is not done by then goes on by itself. */
  begin: (mailJobIds: readonly string[]) => Promise<void>
  takeNotice: (notice: LetterNotice) => Promise<void>
  /** Takes on everything that is due; a restored database is put right first. */
  reconcile: () => Promise<void>
  /** Compares a week of letters with the provider's, and asks about those that nothing was heard of. */
  pair: () => Promise<void>
  /** Asks about the letters of which something is to be asked now. */
  ask: () => Promise<void>
  jobs: readonly Job[]
}

const WAIT_MS = 5_000
/** Of what is due each minute: so many at most, so many at once, and no new one in the last ten seconds. */
const MOST = 1_000
const AT_ONCE = 8
const TURN_MS = 50_000

const nothing = z.strictObject({})
const reconcileTask: Task<Record<string, never>> = {
  name: 'mail.reconcile',
  payload: nothing,
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 120,
}
const askTask: Task<Record<string, never>> = {
  name: 'mail.ask',
  payload: nothing,
  retry: { times: 2, firstSeconds: 60, longestSeconds: 600 },
  limitSeconds: 600,
}
const pairTask: Task<Record<string, never>> = {
  name: 'mail.pair',
  payload: nothing,
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 1_800,
}

export const mailerWith = (deps: MailerDeps): Mailer => {
  const { db, vault, clock, log, enqueue, background, post, times, timeZone, mailCap } = deps
  const alarm = (what: MailAlarm) => {
    deps.countAlarm(what)
    log.error('mailing needs an operator', { code: what })
  }
  const books = deps.watchBooks(booksOf({ db, vault, times, timeZone, cap: mailCap, alarm, post }))
  const advance = advanceWith({ books, post, times, clock, chance: Math.random, log, alarm })
  const pairing: PairingDeps = { db, post, times, clock, log, alarm, letters: deps.lettersToMail }

  const reconcile = async () => {
    // A server that took over, or a copy read back under us, may lack what was committed last.
    await openGate(db, clock(), { wasRestored: false })
    await pairAfterRestore(pairing)
    const due = await dueMailings(db, clock(), MOST)
    const until = Date.now() + TURN_MS
    const next = async (): Promise<void> => {
      for (let id = due.shift(); id !== undefined && Date.now() < until; id = due.shift()) {
        // One mailing that fails holds up no other.
        await advance(id).catch((error: unknown) => log.error('a mailing was not advanced', { error }))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  return {
    sandbox: post.sandbox,
    checkAddress: async address => {
      try {
        return (await post.checkAddress(address)).deliverable
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        log.warn('an address was not checked', { error })
        return 'unknown'
      }
    },
    request: (tx, mailing, now) => requestMailing(tx, { vault, enqueue, post: post.name }, mailing, now),
    begin: async mailJobIds => {
      const handedOver = Promise.all(mailJobIds.map(id => advance(id))).then(() => undefined)
      background.run('mail', () => handedOver)
      const patience = new AbortController()
      await Promise.race([
        handedOver.catch(() => undefined),
        delay(WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ])
      patience.abort()
    },
    takeNotice: async notice => {
      if ((await takeNotice(db, notice, clock(), times)) === 'orphan') alarm('orphan')
    },
    reconcile,
    pair: () => pairNightly(pairing),
    ask: () => askAbout(pairing),
    jobs: [
      jobOf(advanceMailing, ({ mailJobId }) => advance(mailJobId)),
      jobOf(reconcileTask, reconcile, '* * * * *'),
      jobOf(askTask, () => askAbout(pairing), '7 * * * *'),
      jobOf(pairTask, () => pairNightly(pairing), '40 2 * * *'),
    ],
  }
}
