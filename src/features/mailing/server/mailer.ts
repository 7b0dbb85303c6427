import { z } from 'zod'
import { AppError, NotOffered } from '#api/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { boundedQueue, inBatches, withDeadline } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import { type Background, createLoop } from '#platform/jobs/loop.ts'
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
  reconcileAfterRestore,
  reconcileNightly,
} from './reconciliation.ts'
import { ingestWebhooks, type OnLetter } from './tracking-events.ts'

/** Mailing as the rest of the product uses it. */

type MailerDeps = {
  db: Database
  keyring: Keyring
  clock: Clock
  log: Log
  background: Background
  provider: MailProvider
  /** Waits for the rate limit shared by all servers. */
  turn: () => Promise<void>
  times: MailTimes
  timeZone: string
  cap: DailyCap
  /** Every letter of the product, mailed or not. */
  letters: (db: Database) => Promise<readonly KnownLetter[]>
  /** For tests that observe the repository. */
  wrapRepository: (repository: MailJobRepository) => MailJobRepository
  /** Detects a restored database and reacts to it (`initializeMailSwitch`). */
  onRestoredCopy: () => Promise<void>
  /** Counts events that need an operator. */
  countAlarm: (what: MailAlarm) => void
  /** Refuses a letter of this user before it is stored. */
  requireMayRequest: (tx: Database, userId: string, now: Date) => Promise<void>
  onLetter: OnLetter
}

export type Mailer = {
  /** Whether this installation mails letters. */
  offered: boolean
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
  /** Starts no more jobs and waits for those in progress. */
  stop: () => Promise<void>
  /** How many times the loop has run; null while it does not. */
  turns: () => number | null
  /** Reconciles a restored database and processes due jobs; every minute, on one server. */
  reconcile: () => Promise<void>
  /** Reconciles a week of letters with the provider's. */
  reconcileLetters: () => Promise<void>
  status: () => Promise<MailStatus>
  /** Polls letters that have been silent for long. */
  pollLetters: () => Promise<void>
  jobs: readonly Job[]
}

export const mailingOffMessage =
  'Letters are not mailed from here. Download the letter as a PDF and mail it yourself.'

const WAIT_MS = 5_000
/** Due jobs: how many may queue here, and how many run concurrently. */
const MAX_QUEUED = 200
const CONCURRENCY = 8
/** Webhooks that are stored in one transaction. */
const MAX_WEBHOOKS = 16
/** The job of every minute starts nothing in its last ten seconds. */
const RUN_MS = 50_000

const nothing = z.strictObject({})
const reconcileTask: Task<Record<string, never>> = {
  name: 'mail.reconcile',
  payload: nothing,
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 120,
}
const pollTask: Task<Record<string, never>> = {
  name: 'mail.ask',
  payload: nothing,
  retry: { times: 2, firstSeconds: 60, longestSeconds: 600 },
  limitSeconds: 600,
}
const nightlyTask: Task<Record<string, never>> = {
  name: 'mail.pair',
  payload: nothing,
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 1_800,
}

export const createMailer = (deps: MailerDeps): Mailer => {
  const { db, keyring, clock, log, background, provider, times } = deps
  const alarm = (what: MailAlarm) => {
    deps.countAlarm(what)
    log.error('mailing needs an operator', { code: what })
  }
  const shared = { ...deps, alarm }
  const repository = deps.wrapRepository(createMailJobRepository(shared))
  const processMailJob = createMailJobProcessor({ ...shared, repository, chance: Math.random })

  /** Jobs queued here: those passed to `begin` and those found due. A job waits for a turn only once. */
  const begun = new Map<string, Promise<void>>()
  const inProgress = new Map<string, Promise<void>>()
  const inQueue = boundedQueue({ concurrent: CONCURRENCY, waiting: MAX_QUEUED })
  /** Processes due jobs concurrently; one that fails or is slow does not block the others. */
  const processDue = async (mayContinue: () => boolean) => {
    const at = clock()
    const { holdUntil, probeAt } = await readMailSwitch(db, at, times)
    if (holdUntil !== null) return
    for (const id of await listDueMailJobs(db, at, { most: MAX_QUEUED, paused: probeAt !== null })) {
      if (begun.has(id) || inProgress.has(id) || inProgress.size >= MAX_QUEUED) continue
      const run = inQueue(async () => (mayContinue() ? processMailJob(id) : undefined))
        .catch((error: unknown) => log.error('a mail job was not processed', { error }))
        .finally(() => inProgress.delete(id))
      inProgress.set(id, run)
      background.run('mail', () => run)
    }
  }
  const ingest = inBatches(MAX_WEBHOOKS, (notices: readonly LetterWebhook[]) =>
    ingestWebhooks(db, notices, clock(), deps),
  )
  const beginJob = (id: string): Promise<void> => {
    const known = begun.get(id) ?? inProgress.get(id)
    if (known) return known
    const mine = processMailJob(id).finally(() => begun.delete(id))
    begun.set(id, mine)
    return mine
  }
  const reconcile = async () => {
    const until = Date.now() + RUN_MS
    const mayContinue = () => Date.now() < until
    // A server that was promoted, or a copy restored under a running server, may lack the last commits.
    await deps.onRestoredCopy()
    await identifyAccount({ db, provider, log }, clock())
    await reconcileAfterRestore(shared, mayContinue)
    await processDue(mayContinue)
    await withDeadline(Promise.all(inProgress.values()), until - Date.now())
  }

  const loop = createLoop(
    signal =>
      processDue(() => !signal.aborted).catch((error: unknown) =>
        log.warn('due mail jobs were not listed', { error }),
      ),
    times.look,
  )

  return {
    offered: true,
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
    request: async (tx, mailing, at) => {
      await deps.requireMayRequest(tx, mailing.userId, at)
      return requestMailing(tx, { keyring, provider: provider.name, clock }, mailing)
    },
    begin: async mailJobIds => {
      const sent = Promise.all(mailJobIds.map(beginJob)).then(() => undefined)
      background.run('mail', () => sent)
      await withDeadline(
        sent.catch(() => undefined),
        WAIT_MS,
      )
    },
    receiveWebhook: async notice => {
      if ((await ingest(notice)) === 'orphan') alarm('orphan')
    },
    start: loop.start,
    stop: loop.stop,
    turns: loop.iterations,
    reconcile,
    reconcileLetters: () => reconcileNightly(shared),
    pollLetters: () => pollSilentLetters(shared),
    status: () => readMailStatus(db, clock()),
    jobs: [
      defineJob(reconcileTask, reconcile, '* * * * *'),
      defineJob(pollTask, () => pollSilentLetters(shared), '7 * * * *'),
      defineJob(nightlyTask, () => reconcileNightly(shared), '40 2 * * *'),
    ],
  }
}

const idle = async () => undefined

/**
 * Mailing that is turned off: nothing is mailed, looked up at the provider or accepted from its webhooks. Letters requested
 * earlier keep their last status, and mailing resumes where it stopped once it is turned on again.
 */
export const createOffMailer = ({ db, clock }: Pick<MailerDeps, 'db' | 'clock'>): Mailer => ({
  offered: false,
  sandbox: false,
  checkAddress: async () => 'unknown',
  request: async () => {
    throw new NotOffered(mailingOffMessage)
  },
  begin: idle,
  receiveWebhook: idle,
  start: () => undefined,
  stop: idle,
  turns: () => null,
  reconcile: idle,
  reconcileLetters: idle,
  pollLetters: idle,
  status: () => readMailStatus(db, clock()),
  // Without a schedule; tasks still in the queue finish immediately.
  jobs: [reconcileTask, pollTask, nightlyTask].map(task => defineJob(task, idle)),
})

type MailingRouteDeps = { readNotice: ParseLetterWebhook; mailer: Pick<Mailer, 'receiveWebhook'> }

/**
 * Unauthenticated webhooks are not parsed. Authentic ones that are irrelevant here are acknowledged, because the
 * provider would otherwise repeat them.
 */
export const mailingRoutes = ({ readNotice, mailer }: MailingRouteDeps): Handlers<typeof mailing> => ({
  receiveWebhook: async ({ rawBody, now, http }) => {
    const signed = {
      signature: http.requestHeader('lob-signature'),
      timestamp: http.requestHeader('lob-signature-timestamp'),
    }
    const notice = readNotice(rawBody, signed, now)
    if (notice === 'not_set_up') throw new NotOffered()
    if (notice === 'not_proven') throw new AppError('not_allowed')
    if (notice !== 'unreadable') await mailer.receiveWebhook(notice)
    return { success: true }
  },
})
