import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { findReportSubject, type ReportSubject } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Enqueue, type Job, type JobContext, type Task } from '#platform/jobs/jobs.ts'
import {
  type CreditData,
  type IdentityStep,
  noFileMessage,
  type StoragePolicy,
} from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { ReportBounds } from '../permitted.ts'
import { isVerifiedAs } from '../person.ts'
import { failureMessages, nextAttemptDelay } from '../refresh-rules.ts'
import { stepMessages } from '../step-rules.ts'
import { type ReceivedDocument, wholeDocument } from '../storage-policy.ts'
import { type OnPullAccepted, placeOrder } from './orders.ts'
import {
  beginAttempt,
  endPull,
  findOldestHeldPull,
  hasHeldPull,
  holdPull,
  keepPullOpen,
  type PullAttempt,
  releaseHeldPulls,
} from './pulls.ts'
import {
  ReadingAborted,
  type ReadReport,
  readReportDocument,
  readReportParts,
  storeReport,
} from './receive.ts'
import { PULLS_PER_TRANSACTION, pullReport } from './refresh.ts'
import { findPassedStep, openStep } from './steps.ts'
import type { OnReport } from './store.ts'

/**
 * One attempt of a pull: request, parse, store. The request runs outside any transaction; the report is
 * stored in the transaction that ends the pull, so an attempt repeated after a crash or run by two processes
 * stores one report.
 */

type PullDeps = {
  db: Database
  keyring: Keyring
  /** Null without a provider: an open pull then ends without a report. */
  creditData: CreditData | null
  enqueue: Enqueue
  onReport: readonly OnReport[]
  onPullAccepted: OnPullAccepted
  reportBounds: ReportBounds
  storagePolicy: StoragePolicy
}

/** The outcome of an attempt. */
type Outcome =
  | { kind: 'held' }
  | { kind: 'report'; report: ReadReport; documents: readonly ReceivedDocument[] }
  | { kind: 'later'; message: string | null }
  | { kind: 'needs'; step: IdentityStep }
  | { kind: 'none'; state: 'no_file' | 'failed'; message: string }

const failed = (message: string): Outcome => ({ kind: 'none', state: 'failed', message })

/** Why no report could be stored from the bureaus' document. */
const unreadable: readonly string[] = ['unreadable_report', 'not_a_report', 'report_too_long']

/** Why a report was read but not stored. */
const unstorable: readonly string[] = ['no_room_for_report', 'report_too_long', 'not_a_report']

/** Requests and parses a report. A document that cannot be read or is another person's is not stored. */
const outcomeOf = async (
  { db, keyring, creditData, onPullAccepted, reportBounds, storagePolicy }: PullDeps,
  userId: string,
  { profile, ssn }: ReportSubject,
  { now, log }: JobContext,
  pullId: string,
): Promise<Outcome> => {
  if (creditData === null) return failed(failureMessages.off)
  const { birthDate } = profile
  if (birthDate === null) return failed(failureMessages.noBirthDate)
  const refusedAsOthers = (): Outcome => {
    log.error('a pulled report is another person’s', { job: pullReport.name, requestId: pullId })
    return failed(failureMessages.otherPerson)
  }
  const orderLost = (): Outcome => {
    log.error('nobody knows whether a report was ordered; look for it at the provider', {
      job: pullReport.name,
      requestId: pullId,
    })
    return failed(failureMessages.orderUnknown)
  }
  try {
    const passedStep = await findPassedStep(db, keyring, userId)
    const request = { userId, profile: { ...profile, birthDate }, ssn, passedStep, now }
    const placed = await placeOrder({ db, keyring, creditData, onPullAccepted }, pullId, request)
    if (placed.kind === 'unknown') return orderLost()
    const answer = placed.kind === 'answer' ? placed.answer : await creditData.pull(request, placed.order)
    // A source without orders bills its response, even if we cannot read it.
    if (answer.kind === 'document' || answer.kind === 'parts' || answer.kind === 'noFile')
      await db.transaction(tx => onPullAccepted(tx, { pullId, userId, at: now }))
    if (answer.kind === 'processing') return { kind: 'later', message: null }
    if (answer.kind === 'refused') {
      log.error('the bureaus are asked for nobody: the token or the address is refused', {
        job: pullReport.name,
        requestId: pullId,
      })
      return { kind: 'held' }
    }
    if (answer.kind === 'needs') return answer
    if (answer.kind === 'noFile') return { kind: 'none', state: 'no_file', message: answer.message }
    if (answer.kind === 'parts') {
      const read = await readReportParts(answer.parts, storagePolicy, profile, reportBounds.limits)
      if (read.kind === 'pending') return { kind: 'later', message: null }
      if (read.kind === 'noFile') return { kind: 'none', state: 'no_file', message: noFileMessage }
      if (read.kind === 'nothing') return failed(failureMessages.notStored)
      if (read.kind === 'otherPerson') return refusedAsOthers()
      return { kind: 'report', report: read.report, documents: read.documents }
    }
    const report = await readReportDocument(answer.bytes, profile, reportBounds.limits)
    if (!isVerifiedAs(profile, report.source)) return refusedAsOthers()
    return { kind: 'report', report, documents: wholeDocument(answer.bytes) }
  } catch (error) {
    // Overload on our side must not delay a pull by a week, so it is retried for at most a day.
    if (error instanceof ReadingAborted) {
      log.error('a pulled report was not read to its end', { job: pullReport.name, requestId: pullId })
      return { kind: 'later', message: failureMessages.broken }
    }
    if (error instanceof ProviderFailure && error.outcomeUnknown) return orderLost()
    if (error instanceof ProviderFailure) {
      log.warn('the bureaus could not be asked', { job: pullReport.name, requestId: pullId, error })
      const message = failureMessages.provider(error.userMessage)
      return error.retryable ? { kind: 'later', message } : failed(message)
    }
    if (error instanceof AppError && error.code === 'which_person') return refusedAsOthers()
    if (error instanceof AppError && unreadable.includes(error.code)) {
      log.error('a pulled report could not be read', {
        job: pullReport.name,
        requestId: pullId,
        code: error.code,
      })
      return failed(failureMessages.unreadable)
    }
    throw error
  }
}

/**
 * The outcome of an attempt: the bureaus answered or failed; the provider rejects our requests; or there was
 * nothing to do.
 */
type PullAttemptResult = 'asked' | 'held' | 'nothing'

/**
 * Makes one attempt and settles the result. While other pulls are held, this one is held too without a
 * request, unless it is the `probe` that checks whether requests are accepted again.
 */
const attemptPull = async (
  deps: PullDeps,
  one: PullAttempt,
  doing: JobContext,
  { probe }: { probe: boolean },
): Promise<PullAttemptResult> => {
  const { db, keyring, creditData, enqueue, onReport, reportBounds, storagePolicy } = deps
  const { now } = doing
  const { pullId } = one
  const pull = await beginAttempt(db, one, now, { probe })
  if (!pull) return 'nothing'
  const { userId } = pull
  const orderer = await findReportSubject(db, keyring, userId)
  if (!orderer) {
    await endPull(db, one, { state: 'withdrawn', message: null }, now)
    return 'nothing'
  }
  const outcome: Outcome =
    !probe && creditData !== null && (await hasHeldPull(db))
      ? { kind: 'held' }
      : await outcomeOf(deps, userId, orderer, doing, pullId)
  if (outcome.kind === 'held') {
    await holdPull(db, one)
    return 'held'
  }
  if (outcome.kind === 'none') {
    const { state, message } = outcome
    await endPull(db, one, { state, message }, now)
    return 'asked'
  }
  if (outcome.kind === 'needs') {
    await db.transaction(async tx => {
      if (await endPull(tx, one, { state: 'needs', message: stepMessages.asked }, now))
        await openStep(tx, keyring, userId, outcome.step, now)
    })
    return 'asked'
  }
  if (outcome.kind === 'later') {
    const tries = one.triesBefore + 1
    const wait = nextAttemptDelay({ tries, requestedAt: pull.requestedAt }, now)
    const message = outcome.message ?? failureMessages.tookTooLong
    await db.transaction(async tx => {
      if (wait === null) await endPull(tx, one, { state: 'failed', message }, now)
      else if (await keepPullOpen(tx, one, outcome.message))
        await enqueue(tx, pullReport, { pullId, triesBefore: String(tries) }, wait)
    })
    return 'asked'
  }
  const { report, documents } = outcome
  const origin = creditData?.sandbox ? 'sandbox' : 'bureau'
  const keeping = { keyring, bounds: reportBounds, onReport }
  const received = {
    report,
    documents,
    policy: storagePolicy,
    fileName: null,
    origin,
    receivedAt: now,
  } as const
  try {
    await db.transaction(async tx => {
      // A user who withdraws consent during the request does not get the result.
      const agreed = (await findReportSubject(tx, keyring, userId)) !== null
      const state = agreed ? 'received' : 'withdrawn'
      if ((await endPull(tx, one, { state, message: null }, now)) && agreed)
        await storeReport(tx, keeping, userId, received)
    })
  } catch (error) {
    if (!(error instanceof AppError) || !unstorable.includes(error.code)) throw error
    await endPull(db, one, { state: 'failed', message: error.message }, now)
  }
  return 'asked'
}

export const createPullJob = (deps: PullDeps): Job =>
  defineJob(pullReport, async ({ pullId, triesBefore }, doing) => {
    await attemptPull(deps, { pullId, triesBefore: Number(triesBefore) }, doing, { probe: false })
  })

/** Every ten minutes one held pull is retried. Once it is accepted, so are all others. */

const resumePulls: Task<Record<string, never>> = {
  name: 'reports.resume',
  payload: z.strictObject({}),
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 300,
}

/**
 * Retries held pulls until one reaches the bureaus; false when requests are still rejected or none is held.
 */
const resumeHeldPulls = async (deps: PullDeps, doing: JobContext): Promise<boolean> => {
  for (let one = await findOldestHeldPull(deps.db); one !== null; one = await findOldestHeldPull(deps.db)) {
    const tried = await attemptPull(deps, one, doing, { probe: true })
    if (tried !== 'nothing') return tried === 'asked'
  }
  return false
}

/** The job that resumes held pulls once requests are accepted again. */
export const createResumeJob = (deps: PullDeps): Job =>
  defineJob(
    resumePulls,
    async (_nothing, doing) => {
      const { db, enqueue } = deps
      if (!(await resumeHeldPulls(deps, doing))) return
      doing.log.warn('the bureaus are asked again for those who waited', { job: resumePulls.name })
      let released = PULLS_PER_TRANSACTION
      while (released === PULLS_PER_TRANSACTION) {
        released = await db.transaction(async tx => {
          const some = await releaseHeldPulls(tx, PULLS_PER_TRANSACTION, doing.now)
          for (const { pullId, triesBefore } of some)
            await enqueue(tx, pullReport, { pullId, triesBefore: String(triesBefore) })
          return some.length
        })
      }
    },
    '*/10 * * * *',
  )
