import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { withDeadline } from '#platform/in-time.ts'
import type { Background } from '#platform/jobs/background.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { createLoop } from '#platform/jobs/loop.ts'
import { turnsOf } from '#platform/jobs/turns.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { AddressCheck, LetterWebhook, MailProvider, PostalAddress } from '#providers/letters/port.ts'
import type { MailTimes } from '../times.ts'
import { pollSilentLetters } from './asking.ts'
import { createMailJobRepository, type DailyCap, listDueMailJobs } from './mail-job-repository.ts'
import { type NewMailing, requestMailing } from './mail-requests.ts'
import { readMailSwitch } from './mail-switch.ts'
import { type MailStatus, readMailStatus } from './operator.ts'
import { createMailJobProcessor, type MailAlarm, type MailJobRepository } from './process-mail-job.ts'
import { identifyAccount } from './provider-accounts.ts'
import {
  type KnownLetter,
  type ReconciliationDeps,
  reconcileAfterRestore,
  reconcileNightly,
} from './reconciliation.ts'
import { ingestWebhook } from './tracking-events.ts'

/** Mailing as the rest of the product uses it: letters go in, and each of them leaves once. */

export type MailerDeps = {
  db: Database
  vault: Keyring
  clock: Clock
  log: Log
  background: Background
  post: MailProvider
  /** Waits until another call to the post may be made. */
  turn: () => Promise<void>
  times: MailTimes
  timeZone: string
  mailCap: DailyCap
  /** Every letter of the product, mailed or not. */
  lettersToMail: (db: Database) => Promise<readonly KnownLetter[]>
  /** The books, where a test looks at what is written into them and when. */
  watchBooks: (books: MailJobRepository) => MailJobRepository
  /** Looks whether the books are a copy (`openGate`), and does what follows from it. */
  heedCopy: () => Promise<void>
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
  takeNotice: (notice: LetterWebhook) => Promise<void>
  /** Looks every two seconds for what is due, from now until it is stopped; every server of several does. */
  start: () => void
  /** Begins no other letter, and waits for the look that is under way. */
  stop: () => Promise<void>
  /** How many times it has looked; null while it does not. */
  turns: () => number | null
  /** Puts a restored database right, and takes on what is due: each minute, on one server. */
  reconcile: () => Promise<void>
  /** Compares a week of letters with the provider's, and asks about those that nothing was heard of. */
  pair: () => Promise<void>
  /** How mailing stands, in numbers. */
  standing: () => Promise<MailStatus>
  /** Asks about the letters of which something is to be asked now. */
  ask: () => Promise<void>
  jobs: readonly Job[]
}

const WAIT_MS = 5_000
/** Of what is due: so many wait here at most, and so many are done at once. */
const MOST = 200
const AT_ONCE = 8
/** A turn of the reconciler begins nothing in the last ten seconds of its minute. */
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

export const createMailer = (deps: MailerDeps): Mailer => {
  const { db, vault, clock, log, background, post, turn, times, timeZone, mailCap } = deps
  const alarm = (what: MailAlarm) => {
    deps.countAlarm(what)
    log.error('mailing needs an operator', { code: what })
  }
  const books = deps.watchBooks(
    createMailJobRepository({ db, vault, times, timeZone, clock, cap: mailCap, alarm, post }),
  )
  const advance = createMailJobProcessor({ books, post, times, turn, chance: Math.random, log, alarm })
  const pairing: ReconciliationDeps = {
    db,
    post,
    times,
    clock,
    log,
    alarm,
    turn,
    letters: deps.lettersToMail,
  }

  const underWay = new Map<string, Promise<void>>()
  const turns = turnsOf({ atOnce: AT_ONCE, waiting: MOST })
  /** Takes on what is due now, some at once; one that fails or is slow holds up no other. */
  const takeOn = async (goOn: () => boolean) => {
    const at = clock()
    const { holdUntil, probeAt } = await readMailSwitch(db, at, times)
    if (holdUntil !== null) return
    for (const id of await listDueMailJobs(db, at, { most: MOST, paused: probeAt !== null })) {
      if (underWay.has(id) || underWay.size >= MOST) continue
      const going = turns(async () => (goOn() ? advance(id) : undefined))
        .catch((error: unknown) => log.error('a mailing was not advanced', { error }))
        .finally(() => underWay.delete(id))
      underWay.set(id, going)
      background.run('mail', () => going)
    }
  }
  const reconcile = async () => {
    const until = Date.now() + TURN_MS
    const goOn = () => Date.now() < until
    // A server that took over, or a copy read back under us, may lack what was committed last.
    await deps.heedCopy()
    await identifyAccount({ db, post, log }, clock())
    await reconcileAfterRestore(pairing, goOn)
    await takeOn(goOn)
    await withDeadline(Promise.all(underWay.values()), until - Date.now())
  }

  const looking = createLoop(
    signal =>
      takeOn(() => !signal.aborted).catch((error: unknown) =>
        log.warn('what is due in the mail was not looked for', { error }),
      ),
    times.look,
  )

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
    request: (tx, mailing, at) => requestMailing(tx, { vault, post: post.name, clock }, mailing, at),
    begin: async mailJobIds => {
      const handedOver = Promise.all(mailJobIds.map(id => advance(id))).then(() => undefined)
      background.run('mail', () => handedOver)
      await withDeadline(
        handedOver.catch(() => undefined),
        WAIT_MS,
      )
    },
    takeNotice: async notice => {
      if ((await ingestWebhook(db, notice, clock(), times)) === 'orphan') alarm('orphan')
    },
    start: looking.start,
    stop: looking.stop,
    turns: looking.iterations,
    reconcile,
    pair: () => reconcileNightly(pairing),
    ask: () => pollSilentLetters(pairing),
    standing: () => readMailStatus(db, clock()),
    jobs: [
      defineJob(reconcileTask, reconcile, '* * * * *'),
      defineJob(askTask, () => pollSilentLetters(pairing), '7 * * * *'),
      defineJob(pairTask, () => reconcileNightly(pairing), '40 2 * * *'),
    ],
  }
}
