import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LetterRequest, MailProvider, ProviderLetter, SendResult } from '#providers/letters/port.ts'
import { addRecentCall, isFailingSteadily, isProviderFailure, type RecentCalls } from '../breaker.ts'
import type { MailJob } from '../standing.ts'
import {
  applyFailedLookup,
  applyLookup,
  applySendResult,
  holdForOperator,
  idempotencyKeyFor,
  isFinished,
  type LookupResult,
} from '../state-machine.ts'
import type { MailTimes } from '../times.ts'

/**
 * Does the next step of a mailing, once: what is about to be done is written down and committed before a byte goes out,
 * and what came of it after, by nobody but the one whose lease still holds.
 */

/** A call that this worker alone may make now; `probe` when sending is paused and it is to show whether it goes again. */
export type Claim = { act: 'send' | 'look_up'; probe: boolean; token: string; mailing: MailJob; since: Date }

/** What came of a call, to be written down with it. */
export type CallOutcome = {
  mailing: MailJob
  /** The letter that is ours from now on. */
  adopted?: Pick<ProviderLetter, 'providerId' | 'expectedDelivery' | 'trackingNumber'> &
    Partial<Pick<ProviderLetter, 'events'>>
  at: Date
}

/** The books. Each function is one transaction that is committed when it resolves. */
export type MailJobRepository = {
  /** The time that all workers share; no worker's own clock decides anything. */
  now: () => Promise<Date>
  /** Decides the next step and writes down that it is begun; null when there is nothing to do now. */
  claim: (id: string) => Promise<Claim | null>
  /** The letter as it was frozen; null when what is kept is not what was frozen, or the lease was lost. */
  requestOf: (id: string, token: string) => Promise<LetterRequest | null>
  /** Letters that the provider, calling us, named as this mailing's. */
  toldOf: (id: string) => Promise<string[]>
  /** Notes what came of a call; false when the lease was lost, and then nothing is noted. */
  record: (id: string, token: string, outcome: CallOutcome) => Promise<boolean>
  /** Nothing goes out until then. */
  hold: (until: Date) => Promise<void>
  /** Nothing is handed over but one letter at times to try; false when that was so already. */
  pause: (now: Date) => Promise<boolean>
  /** Letters are handed over again. */
  resume: () => Promise<void>
}

export type ProcessMailJobDeps = {
  books: MailJobRepository
  post: Pick<MailProvider, 'send' | 'find' | 'get' | 'cancel'>
  times: MailTimes
  /** Waits until another call may be made: the provider takes so many in a second from all of us. */
  turn: () => Promise<void>
  /** A number from 0 up to 1, for waits that do not fall together. */
  chance: () => number
  log: Log
  /** Told of what an operator must look at. */
  alarm: (what: MailAlarm) => void
}

export const mailAlarms = ['needs_operator', 'hold', 'paused', 'second_letter', 'orphan'] as const
export type MailAlarm = (typeof mailAlarms)[number]

/** Notes what came of a call; gives the mailing as it stands then, null when somebody else has it. */
const noted = async (id: string, token: string, outcome: CallOutcome, { books }: ProcessMailJobDeps) =>
  (await books.record(id, token, outcome)) ? outcome.mailing : null

/** Calls that failed lately, and what follows from one more. */
const breakerWith = ({ books, log, alarm }: ProcessMailJobDeps) => {
  let ends: RecentCalls = []
  return async ({ probe }: Claim, sent: SendResult, at: Date) => {
    const failed = isProviderFailure(sent)
    if (failed === null) return
    ends = addRecentCall(ends, { at, failed })
    if (probe && !failed) {
      ends = []
      await books.resume()
      log.info('letters are handed over again')
    } else if (isFailingSteadily(ends)) {
      ends = []
      if (!(await books.pause(at))) return
      log.error('the mail provider fails steadily')
      alarm('paused')
    }
  }
}

const send = async (
  id: string,
  claim: Claim,
  deps: ProcessMailJobDeps,
  heed: ReturnType<typeof breakerWith>,
): Promise<MailJob | null> => {
  const { mailing, token } = claim
  const { books, post, times, chance, log, alarm } = deps
  const request = await books.requestOf(id, token)
  if (request === null) {
    const outcome = { mailing: holdForOperator(mailing, 'content_changed'), at: await books.now() }
    const came = await noted(id, token, outcome, deps)
    if (came !== null) alarm('needs_operator')
    return came
  }
  // A worker that was held up between its claim and here has too little left of its lease to learn how the call ends.
  const left = (mailing.leaseUntil?.getTime() ?? 0) - (await books.now()).getTime()
  const tooLate = left < times.call
  const sent: SendResult = tooLate
    ? { answer: 'not_sent', code: 'too_late' }
    : await post.send(request, idempotencyKeyFor(id, mailing))
  const at = await books.now()
  const outcome: CallOutcome = { mailing: applySendResult(mailing, sent, at, times, chance()), at }
  if (sent.answer === 'accepted') outcome.adopted = sent
  if (sent.answer === 'hold') {
    log.error('the mail provider takes nothing from us', { code: sent.code })
    alarm('hold')
    await books.hold(new Date(at.getTime() + times.hold))
  }
  const came = await noted(id, token, outcome, deps)
  if (!tooLate) await heed(claim, sent, at)
  return came
}

/** Takes back letters that are one too many. What can no longer be taken back is for an operator. */
const takeBack = async ({ extra }: LookupResult, { post, log, alarm }: ProcessMailJobDeps) => {
  for (const { providerId } of extra) {
    alarm('second_letter')
    const came = await post.cancel(providerId)
    log.error('a second letter was found', { code: came })
  }
}

/** What the provider has of a mailing: by its list, and where that shows nothing, by what it told us itself. */
export const findProviderLetters = async (
  id: string,
  since: Date,
  { post, toldOf }: { post: Pick<MailProvider, 'find' | 'get'>; toldOf: MailJobRepository['toldOf'] },
): Promise<readonly ProviderLetter[]> => {
  const listed = await post.find(id, since)
  if (listed.length > 0) return listed
  const told = await Promise.all((await toldOf(id)).map(providerId => post.get(providerId)))
  return told.filter(letter => letter !== null)
}

const lookUp = async (
  id: string,
  { mailing, token, since }: Claim,
  deps: ProcessMailJobDeps,
): Promise<MailJob | null> => {
  const { books, times, chance } = deps
  try {
    const found = await findProviderLetters(id, since, { post: deps.post, toldOf: books.toldOf })
    const at = await books.now()
    const seen = applyLookup(mailing, found, at, times)
    await takeBack(seen, deps)
    const { ours } = seen
    return await noted(id, token, { mailing: seen.mailing, at, ...(ours ? { adopted: ours } : {}) }, deps)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const at = await books.now()
    return noted(id, token, { mailing: applyFailedLookup(mailing, at, times, chance()), at }, deps)
  }
}

/** Takes a mailing as far as it goes now. Safe to be called by anybody at any time. */
export const createMailJobProcessor = (deps: ProcessMailJobDeps) => {
  const { books, turn } = deps
  const heed = breakerWith(deps)
  return async (id: string): Promise<void> => {
    for (;;) {
      await turn()
      const claim = await books.claim(id)
      if (claim === null) return
      const came = claim.act === 'send' ? await send(id, claim, deps, heed) : await lookUp(id, claim, deps)
      // Somebody else has it now, or there is nothing more to be done at once.
      if (came === null || isFinished(came) || came.dueAt > (await books.now())) return
    }
  }
}
