import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LetterRequest, MailProvider, ProviderLetter, SendResult } from '#providers/letters/port.ts'
import {
  applyFailedLookup,
  applyLookup,
  applySendResult,
  holdForOperator,
  idempotencyKeyFor,
  isFinished,
  type LookupResult,
  type MailJob,
} from '../state-machine.ts'
import type { MailTimes } from '../times.ts'

/**
 * The provider counts as failing when ten of a server's last twenty sends within ten minutes failed. Each server
 * counts its own calls; the pause that follows applies to all servers (`server/mail-switch.ts`).
 */

/** Recent calls of one server, oldest first. */
export type RecentCalls = readonly { at: Date; failed: boolean }[]

const COUNTED = 20
const MAX_FAILED = 10
const WINDOW_MS = 10 * 60_000

/** Null for a result that does not indicate the provider's health. */
export const isProviderFailure = (sent: SendResult): boolean | null => {
  switch (sent.answer) {
    case 'accepted':
    case 'refused':
      return false
    case 'unknown':
    case 'not_sent':
      return true
    case 'hold':
    case 'busy':
      return null
  }
}

/** Appends a call and drops those too old to count. */
export const addRecentCall = (recentCalls: RecentCalls, end: RecentCalls[number]): RecentCalls =>
  [...recentCalls, end].slice(-COUNTED).filter(({ at }) => end.at.getTime() - at.getTime() <= WINDOW_MS)

export const isFailingSteadily = (recentCalls: RecentCalls): boolean =>
  recentCalls.filter(({ failed }) => failed).length >= MAX_FAILED

/**
 * Processes the next step of a job. Every call is stored and committed before a byte goes out, and its result only by
 * the worker whose lease is still valid.
 */

/**
 * A call that only this worker may make now. `probe`: sending is paused, and this call tests whether it works again.
 */
type Claim = { act: 'send' | 'look_up'; probe: boolean; token: string; mailing: MailJob; since: Date }

type CallOutcome = {
  mailing: MailJob
  /** The provider's letter that the job adopts. */
  adopted?: Pick<ProviderLetter, 'providerId' | 'expectedDelivery' | 'trackingNumber'> &
    Partial<Pick<ProviderLetter, 'events'>>
  at: Date
}

/** Each function runs in one transaction, committed when it resolves. */
export type MailJobRepository = {
  /** The database's time: no worker's own clock decides anything. */
  now: () => Promise<Date>
  /** Decides the next step and stores that it has begun; null if there is nothing to do. */
  claim: (id: string) => Promise<Claim | null>
  /** The frozen request; null if it no longer matches its hash, or the lease was lost. */
  readRequest: (id: string, token: string) => Promise<LetterRequest | null>
  /** Letters that webhooks named as this job's. */
  listReportedIds: (id: string) => Promise<string[]>
  /** Stores the result of a call; false, storing nothing, if the lease was lost. */
  record: (id: string, token: string, outcome: CallOutcome) => Promise<boolean>
  hold: (until: Date) => Promise<void>
  /** Pauses sending except for probes; false if it was already paused. */
  pause: (now: Date) => Promise<boolean>
  resume: () => Promise<void>
}

type ProcessMailJobDeps = {
  repository: MailJobRepository
  provider: Pick<MailProvider, 'send' | 'find' | 'get' | 'cancel'>
  times: MailTimes
  /** Waits for the rate limit shared by all servers. */
  turn: () => Promise<void>
  /** Random from 0 up to 1, for jitter. */
  chance: () => number
  log: Log
  /** Reports what an operator must look at. */
  alarm: (what: MailAlarm) => void
}

export const mailAlarms = ['needs_operator', 'hold', 'paused', 'second_letter', 'orphan'] as const
export type MailAlarm = (typeof mailAlarms)[number]

/** The job's new state; null if another worker has it. */
const storeResult = async (
  id: string,
  token: string,
  outcome: CallOutcome,
  { repository }: ProcessMailJobDeps,
) => ((await repository.record(id, token, outcome)) ? outcome.mailing : null)

const createCircuitBreaker = ({ repository, log, alarm }: ProcessMailJobDeps) => {
  let recentCalls: RecentCalls = []
  return async ({ probe }: Claim, sent: SendResult, at: Date) => {
    const failed = isProviderFailure(sent)
    if (failed === null) return
    recentCalls = addRecentCall(recentCalls, { at, failed })
    if (probe && !failed) {
      recentCalls = []
      await repository.resume()
      log.info('sending resumed')
    } else if (isFailingSteadily(recentCalls)) {
      recentCalls = []
      if (!(await repository.pause(at))) return
      log.error('the mail provider keeps failing')
      alarm('paused')
    }
  }
}

const send = async (
  id: string,
  claim: Claim,
  deps: ProcessMailJobDeps,
  recordSend: ReturnType<typeof createCircuitBreaker>,
): Promise<MailJob | null> => {
  const { mailing, token } = claim
  const { repository, provider, times, chance, log, alarm } = deps
  const request = await repository.readRequest(id, token)
  if (request === null) {
    const outcome = { mailing: holdForOperator(mailing, 'content_changed'), at: await repository.now() }
    const updated = await storeResult(id, token, outcome, deps)
    if (updated !== null) alarm('needs_operator')
    return updated
  }
  // A worker delayed since its claim may not have enough of its lease left to see the result of the call.
  const left = (mailing.leaseUntil?.getTime() ?? 0) - (await repository.now()).getTime()
  const isTooLate = left < times.call
  const sent: SendResult = isTooLate
    ? { answer: 'not_sent', code: 'too_late' }
    : await provider.send(request, idempotencyKeyFor(id, mailing))
  const at = await repository.now()
  const outcome: CallOutcome = { mailing: applySendResult(mailing, sent, at, times, chance()), at }
  if (sent.answer === 'accepted') outcome.adopted = sent
  if (sent.answer === 'hold') {
    log.error('the mail provider accepts no letters', { code: sent.code })
    alarm('hold')
    await repository.hold(new Date(at.getTime() + times.hold))
  }
  const updated = await storeResult(id, token, outcome, deps)
  if (!isTooLate) await recordSend(claim, sent, at)
  return updated
}

/** Cancels surplus letters. One that can no longer be cancelled is left to an operator. */
const cancelExtra = async ({ extra }: LookupResult, { provider, log, alarm }: ProcessMailJobDeps) => {
  for (const { providerId } of extra) {
    alarm('second_letter')
    const updated = await provider.cancel(providerId)
    log.error('a second letter was found', { code: updated })
  }
}

/** The provider's letters of a job: from its list, or if that shows none, those that webhooks named. */
export const findProviderLetters = async (
  id: string,
  since: Date,
  {
    provider,
    listReportedIds,
  }: { provider: Pick<MailProvider, 'find' | 'get'>; listReportedIds: MailJobRepository['listReportedIds'] },
): Promise<readonly ProviderLetter[]> => {
  const listed = await provider.find(id, since)
  if (listed.length > 0) return listed
  const reported = await Promise.all((await listReportedIds(id)).map(providerId => provider.get(providerId)))
  return reported.filter(letter => letter !== null)
}

const lookUp = async (
  id: string,
  { mailing, token, since }: Claim,
  deps: ProcessMailJobDeps,
): Promise<MailJob | null> => {
  const { repository, times, chance } = deps
  try {
    const found = await findProviderLetters(id, since, {
      provider: deps.provider,
      listReportedIds: repository.listReportedIds,
    })
    const at = await repository.now()
    const seen = applyLookup(mailing, found, at, times)
    await cancelExtra(seen, deps)
    const { ours } = seen
    return await storeResult(
      id,
      token,
      { mailing: seen.mailing, at, ...(ours ? { adopted: ours } : {}) },
      deps,
    )
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const at = await repository.now()
    return storeResult(id, token, { mailing: applyFailedLookup(mailing, at, times, chance()), at }, deps)
  }
}

/** Processes a job as far as it goes now. Safe to call at any time, from anywhere. */
export const createMailJobProcessor = (deps: ProcessMailJobDeps) => {
  const { repository, turn } = deps
  const recordSend = createCircuitBreaker(deps)
  return async (id: string): Promise<void> => {
    for (;;) {
      await turn()
      const claim = await repository.claim(id)
      if (claim === null) return
      const updated =
        claim.act === 'send' ? await send(id, claim, deps, recordSend) : await lookUp(id, claim, deps)
      // Another worker has it, or there is nothing more to do now.
      if (updated === null || isFinished(updated) || updated.dueAt > (await repository.now())) return
    }
  }
}
