import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { boundedQueue, withDeadline } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Background } from '#platform/jobs/background.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { createLoop } from '#platform/jobs/loop.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type {
  AddressCheck,
  LetterWebhook,
  MailProvider,
  ParseLetterWebhook,
  PostalAddress,
} from '#providers/letters/port.ts'
import type { mailing } from '../contract.ts'
import type { MailTimes } from '../times.ts'
import { createMailJobRepository, type DailyCap, listDueMailJobs } from './mail-job-repository.ts'
import { type NewMailing, requestMailing } from './mail-requests.ts'
import { readMailSwitch } from './mail-switch.ts'
import { type MailStatus, readMailStatus } from './operator.ts'
import { createMailJobProcessor, type MailAlarm, type MailJobRepository } from './process-mail-job.ts'
import { identifyAccount } from './provider-accounts.ts'
import {
  type KnownLetter,
  pollSilentLetters,
  type ReconciliationDeps,
  reconcileAfterRestore,
  reconcileNightly,
} from './reconciliation.ts'
import { ingestWebhook } from './tracking-events.ts'

/** Mailing as the rest of the product uses it. */

type MailerDeps = {
  db: Database
  keyring: Keyring
  clock: Clock
  log: Log
  background: Background
  provider: MailProvider
  /** Waits for the shared rate limit. */
  turn: () => Promise<void>
  times: MailTimes
  timeZone: string
  mailCap: DailyCap
  /** Every letter of the product, mailed or not. */
  lettersToMail: (db: Database) => Promise<readonly KnownLetter[]>
  /** For tests that observe the repository. */
  wrapRepository: (repository: MailJobRepository) => MailJobRepository
  /** Detects a restored database and reacts to it (`initializeMailSwitch`). */
  onRestoredCopy: () => Promise<void>
  /** Counts events that need an operator. */
  countAlarm: (what: MailAlarm) => void
}

export type Mailer = {
  /** The sandbox prints nothing. */
  sandbox: boolean
  /** `unknown` while the provider cannot tell; that does not block a letter. */
  checkAddress: (address: PostalAddress) => Promise<AddressCheck['deliverable']>
  /** See `requestMailing`. */
  request: (tx: Database, mailing: NewMailing, now: Date) => Promise<string | null>
  /** Starts sending and waits up to five seconds; the rest continues in the background. */
  begin: (mailJobIds: readonly string[]) => Promise<void>
  receiveWebhook: (notice: LetterWebhook) => Promise<void>
  /** Starts the loop that looks for due jobs; every server runs one. */
  start: () => void
  /** Starts no further job, and waits for those in progress. */
  stop: () => Promise<void>
  /** How many times the loop has run; null while it does not. */
  turns: () => number | null
  /** Reconciles a restored database and processes due jobs; every minute, on one server. */
  reconcile: () => Promise<void>
  /** Reconciles a week of letters with the provider's. */
  pair: () => Promise<void>
  standing: () => Promise<MailStatus>
  ask: () => Promise<void>
  jobs: readonly Job[]
}

const WAIT_MS = 5_000
/** Due jobs: how many may queue here, and how many run at once. */
const MOST = 200
const AT_ONCE = 8
/** The minute's job starts nothing in its last ten seconds. */
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
  const { db, keyring, clock, log, background, provider, turn, times, timeZone, mailCap } = deps
  const alarm = (what: MailAlarm) => {
    deps.countAlarm(what)
    log.error('mailing needs an operator', { code: what })
  }
  const repository = deps.wrapRepository(
    createMailJobRepository({ db, keyring, times, timeZone, clock, cap: mailCap, alarm, provider }),
  )
  const advance = createMailJobProcessor({
    repository,
    provider,
    times,
    turn,
    chance: Math.random,
    log,
    alarm,
  })
  const pairing: ReconciliationDeps = {
    db,
    provider,
    times,
    clock,
    log,
    alarm,
    turn,
    letters: deps.lettersToMail,
  }

  const underWay = new Map<string, Promise<void>>()
  const inQueue = boundedQueue({ concurrent: AT_ONCE, waiting: MOST })
  /** Processes due jobs concurrently; one that fails or is slow does not block the others. */
  const takeOn = async (goOn: () => boolean) => {
    const at = clock()
    const { holdUntil, probeAt } = await readMailSwitch(db, at, times)
    if (holdUntil !== null) return
    for (const id of await listDueMailJobs(db, at, { most: MOST, paused: probeAt !== null })) {
      if (underWay.has(id) || underWay.size >= MOST) continue
      const going = inQueue(async () => (goOn() ? advance(id) : undefined))
        .catch((error: unknown) => log.error('a mailing was not advanced', { error }))
        .finally(() => underWay.delete(id))
      underWay.set(id, going)
      background.run('mail', () => going)
    }
  }
  const reconcile = async () => {
    const until = Date.now() + TURN_MS
    const goOn = () => Date.now() < until
    // A server that was promoted, or a copy restored under a running server, may lack the last commits.
    await deps.onRestoredCopy()
    await identifyAccount({ db, provider, log }, clock())
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
    sandbox: provider.sandbox,
    checkAddress: async address => {
      try {
        return (await provider.checkAddress(address)).deliverable
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        log.warn('an address was not checked', { error })
        return 'unknown'
      }
    },
    request: (tx, mailing, at) =>
      requestMailing(tx, { keyring, provider: provider.name, clock }, mailing, at),
    begin: async mailJobIds => {
      const handedOver = Promise.all(mailJobIds.map(id => advance(id))).then(() => undefined)
      background.run('mail', () => handedOver)
      await withDeadline(
        handedOver.catch(() => undefined),
        WAIT_MS,
      )
    },
    receiveWebhook: async notice => {
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

type MailingRouteDeps = { readNotice: ParseLetterWebhook; mailer: Pick<Mailer, 'receiveWebhook'> }

/**
 * Unauthenticated webhooks are not parsed. Authentic ones that mean nothing to us are acknowledged, because the
 * provider would repeat them otherwise.
 */
export const mailingRoutes = ({ readNotice, mailer }: MailingRouteDeps): Handlers<typeof mailing> => ({
  receiveWebhook: async ({ rawBody, now, http }) => {
    const signed = {
      signature: http.requestHeader('lob-signature'),
      timestamp: http.requestHeader('lob-signature-timestamp'),
    }
    const notice = readNotice(rawBody, signed, now)
    if (notice === 'not_set_up') throw new AppError('unavailable')
    if (notice === 'not_proven') throw new AppError('not_allowed')
    if (notice !== 'unreadable') await mailer.receiveWebhook(notice)
    return { success: true }
  },
})
