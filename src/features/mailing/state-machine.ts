import type { ProviderLetter, SendResult } from '#providers/letters/port.ts'
import type { MailTimes } from './times.ts'

export const mailJobPhases = [
  'requested',
  'ready',
  'submitting',
  'unknown',
  'submitted',
  'rejected',
  'needs_operator',
  'untraceable',
] as const

/** The stored state of a mailing. `state-machine.ts` decides what happens to it. */
export type MailJob = {
  /**
   * `requested` waits for the daily cap; `ready` may be sent; `submitting` is being sent; `untraceable`: it may have
   * been mailed, and the account that could tell is gone for good.
   */
  phase: (typeof mailJobPhases)[number]
  /** Since when sending has been tried. */
  since: Date
  /** Nothing happens before this time. */
  dueAt: Date
  /** Until then one worker has the job to itself. */
  leaseUntil: Date | null
  /** Part of the idempotency key; increased only when the previous key surely had no effect. */
  keyGeneration: number
  /** First use of the current idempotency key. */
  firstAttemptAt: Date | null
  /** A call under the current key may have had an effect. */
  ambiguous: boolean
  ambiguousAttempts: number
  /** Looked up after the last call, and not found. */
  lookedUp: boolean
  emptyLookups: number
  lastEmptyAt: Date | null
  /** Calls in a row that had no effect. */
  consecutiveFailures: number
  /** A refusal received while an earlier call is still ambiguous; it counts once that is resolved. */
  refusal: { code: string; message: string } | null
  /** A code for the log and the operator. */
  problem: string | null
}

/** What applies to all letters right now. */
export type MailSwitch = {
  /** Nothing is sent or looked up until then; null if mailing is not on hold. */
  holdUntil: Date | null
  /**
   * The provider is failing: from this time one letter may be sent to probe it. Lookups continue. Null while the
   * provider works.
   */
  probeAt: Date | null
  /** A backup was restored recently: letters mailed after it was made are not recorded here. */
  watchful: boolean
}

type NextStep =
  | { do: 'nothing' }
  | { do: 'wait'; until: Date }
  /** Check the daily cap. */
  | { do: 'admit' }
  /** `probe`: sending is paused, and this letter tests whether it works again. */
  | { do: 'send'; probe: boolean }
  | { do: 'look_up' }
  | { do: 'give_up'; problem: string }

/**
 * The state machine of one mailing: pure functions of the stored state and `now`. A step is stored before it is taken.
 * Three rules keep a letter from being mailed twice:
 * 1. A call whose outcome is unknown is never taken for a "no".
 * 2. While the idempotency key is young the same call is repeated, and the provider answers with the same letter.
 * 3. Once the key is old the letter is looked up by our id, twice and far apart, before a new key is used.
 */

const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
const between = (from: Date, to: Date) => to.getTime() - from.getTime()

export const createMailJob = (now: Date): MailJob => ({
  phase: 'requested',
  since: now,
  dueAt: now,
  leaseUntil: null,
  keyGeneration: 1,
  firstAttemptAt: null,
  ambiguous: false,
  ambiguousAttempts: 0,
  lookedUp: false,
  emptyLookups: 0,
  lastEmptyAt: null,
  consecutiveFailures: 0,
  refusal: null,
  problem: null,
})

/** The same for every attempt of one key generation: `mj_<job>_g<n>`. */
export const idempotencyKeyFor = (
  mailJobId: string,
  { keyGeneration }: Pick<MailJob, 'keyGeneration'>,
): string => `mj_${mailJobId}_g${keyGeneration}`

/** Whether sending has ended; from then on the letter's delivery status counts. */
export const isFinished = ({ phase }: Pick<MailJob, 'phase'>): boolean =>
  phase === 'submitted' || phase === 'rejected' || phase === 'needs_operator' || phase === 'untraceable'

/** Expires the lease of a worker that disappeared during a call: the outcome of the call is unknown. */
const expireLease = (mailing: MailJob, now: Date, times: MailTimes): MailJob => {
  const { phase, leaseUntil, ambiguousAttempts } = mailing
  if (leaseUntil === null || leaseUntil > now) return mailing
  const left: MailJob = { ...mailing, leaseUntil: null }
  if (phase !== 'submitting') return left
  return {
    ...left,
    phase: 'unknown',
    dueAt: after(leaseUntil, times.settleLost),
    ambiguous: true,
    ambiguousAttempts: ambiguousAttempts + 1,
    consecutiveFailures: 0,
    problem: 'worker_ended',
  }
}

const keyIsOld = ({ ambiguous, firstAttemptAt }: MailJob, now: Date, times: MailTimes) =>
  ambiguous && firstAttemptAt !== null && between(firstAttemptAt, now) >= times.keyLife

export const nextStep = (stored: MailJob, now: Date, gate: MailSwitch, times: MailTimes): NextStep => {
  if (isFinished(stored)) return { do: 'nothing' }
  const mailing = expireLease(stored, now, times)
  const { phase, leaseUntil, dueAt, since, lookedUp, ambiguousAttempts } = mailing
  if (leaseUntil !== null) return { do: 'wait', until: leaseUntil }
  if (gate.holdUntil !== null && gate.holdUntil > now) return { do: 'wait', until: gate.holdUntil }
  if (dueAt > now) return { do: 'wait', until: dueAt }
  if (phase === 'requested') return { do: 'admit' }
  if (phase === 'unknown' || keyIsOld(mailing, now, times)) {
    if (between(since, now) > times.patience) return { do: 'give_up', problem: 'never_cleared_up' }
    return { do: 'look_up' }
  }
  if (ambiguousAttempts >= times.ambiguousAttempts) return { do: 'give_up', problem: 'too_many_unclear_ends' }
  if (between(since, now) > times.patience) return { do: 'give_up', problem: 'never_handed_over' }
  if (gate.watchful && !lookedUp) return { do: 'look_up' }
  const { probeAt } = gate
  if (probeAt !== null && probeAt > now) return { do: 'wait', until: probeAt }
  return { do: 'send', probe: probeAt !== null }
}

export const admitMailJob = (mailing: MailJob, now: Date): MailJob => ({
  ...mailing,
  phase: 'ready',
  since: now,
  dueAt: now,
})

export const postponeMailJob = (mailing: MailJob, until: Date): MailJob => ({
  ...mailing,
  dueAt: until,
  problem: 'daily_cap',
})

/** The state to store before a call. Until the lease ends, only its owner may act. */
export const beginCall = (
  stored: MailJob,
  { do: act }: { do: 'send' | 'look_up' },
  now: Date,
  times: MailTimes,
): MailJob => {
  const mailing: MailJob = { ...expireLease(stored, now, times), leaseUntil: after(now, times.lease) }
  if (act === 'look_up') return mailing
  const firstAttemptAt = mailing.firstAttemptAt ?? now
  return { ...mailing, phase: 'submitting', firstAttemptAt, lookedUp: false }
}

/** Exponential backoff with jitter: between half and all of the doubled wait (`chance` from 0 to 1). */
const doubled = (first: number, longest: number, times: number, chance: number) =>
  Math.min(longest, first * 2 ** Math.min(times, 20)) * (0.5 + chance / 2)

const waitAfter = (consecutiveFailures: number, { firstWait, longestWait }: MailTimes, chance: number) =>
  doubled(firstWait, longestWait, consecutiveFailures, chance)

const finish = (
  mailing: MailJob,
  phase: 'submitted' | 'rejected' | 'needs_operator' | 'untraceable',
  problem: string | null,
) => ({
  ...mailing,
  phase,
  leaseUntil: null,
  problem,
})

export const markSubmitted = (mailing: MailJob): MailJob => ({
  ...finish(mailing, 'submitted', null),
  // A refusal received after the letter was accepted unseen does not apply to that letter.
  refusal: null,
})

export const holdForOperator = (mailing: MailJob, problem: string): MailJob =>
  finish(mailing, 'needs_operator', problem)

/** An operator knows that it was not mailed. The user is notified and may have it mailed again. */
export const giveUpByOperator = (mailing: MailJob, reason: string): MailJob => ({
  ...finish(mailing, 'rejected', `given_up: ${reason}`),
  refusal: { code: 'given_up', message: 'We could not hand this letter to the mail provider.' },
})

/** Whether it was mailed can no longer be determined: it is never resent automatically, and the user decides. */
export const markUnknownOutcome = (mailing: MailJob, reason: string): MailJob =>
  finish(mailing, 'untraceable', `account_gone: ${reason}`)

/** After a call that surely had no effect. An earlier ambiguous call is resolved first. */
const nothingDone = (mailing: MailJob, dueAt: Date, problem: string): MailJob => ({
  ...mailing,
  phase: mailing.ambiguous ? 'unknown' : 'ready',
  leaseUntil: null,
  dueAt,
  consecutiveFailures: mailing.consecutiveFailures + 1,
  problem,
})

export const applySendResult = (
  mailing: MailJob,
  sent: SendResult,
  now: Date,
  times: MailTimes,
  chance: number,
): MailJob => {
  switch (sent.answer) {
    case 'accepted':
      return markSubmitted(mailing)
    case 'refused': {
      const refusal = { code: sent.code, message: sent.message }
      if (!mailing.ambiguous) return { ...finish(mailing, 'rejected', sent.code), refusal }
      return { ...nothingDone(mailing, after(now, times.settle), sent.code), refusal }
    }
    case 'hold':
      return nothingDone(mailing, after(now, times.hold), sent.code)
    case 'busy': {
      const wait = after(now, waitAfter(mailing.consecutiveFailures, times, chance))
      return nothingDone(mailing, sent.retryAt > wait ? sent.retryAt : wait, 'busy')
    }
    case 'not_sent':
      return nothingDone(
        mailing,
        after(now, waitAfter(mailing.consecutiveFailures, times, chance)),
        sent.code,
      )
    case 'unknown':
      return {
        ...mailing,
        phase: 'unknown',
        leaseUntil: null,
        dueAt: after(now, times.settle),
        ambiguous: true,
        ambiguousAttempts: mailing.ambiguousAttempts + 1,
        consecutiveFailures: 0,
        problem: sent.code,
      }
  }
}

/**
 * A failed lookup proves nothing. It is repeated soon: lookups change nothing, and until one succeeds it is unknown
 * whether the letter was mailed.
 */
export const applyFailedLookup = (
  mailing: MailJob,
  now: Date,
  times: MailTimes,
  chance: number,
): MailJob => ({
  ...mailing,
  leaseUntil: null,
  dueAt: after(
    now,
    doubled(times.firstLookupWait, times.longestLookupWait, mailing.consecutiveFailures, chance),
  ),
  consecutiveFailures: mailing.consecutiveFailures + 1,
  problem: 'look_up_failed',
})

/** `extra` letters must be cancelled. */
export type LookupResult = { mailing: MailJob; ours: ProviderLetter | null; extra: readonly ProviderLetter[] }

const byAge = (a: ProviderLetter, b: ProviderLetter) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.providerId < b.providerId ? -1 : 1)

const nothingFound = (mailing: MailJob, now: Date, times: MailTimes): MailJob => {
  const { refusal, ambiguous, ambiguousAttempts, lastEmptyAt, emptyLookups } = mailing
  const free: MailJob = { ...mailing, leaseUntil: null, consecutiveFailures: 0 }
  if (!keyIsOld(mailing, now, times)) {
    if (refusal !== null) return finish(free, 'rejected', refusal.code)
    const wait = ambiguous ? waitAfter(ambiguousAttempts - 1, times, 1) : 0
    return { ...free, phase: 'ready', lookedUp: true, dueAt: after(now, wait) }
  }
  if (lastEmptyAt !== null && between(lastEmptyAt, now) < times.lookupsApart)
    return { ...free, phase: 'unknown', dueAt: after(lastEmptyAt, times.lookupsApart) }
  if (emptyLookups === 0) {
    const dueAt = after(now, times.lookupsApart)
    return { ...free, phase: 'unknown', emptyLookups: 1, lastEmptyAt: now, dueAt }
  }
  if (refusal !== null) return finish(free, 'rejected', refusal.code)
  return {
    ...free,
    phase: 'ready',
    keyGeneration: mailing.keyGeneration + 1,
    firstAttemptAt: null,
    ambiguous: false,
    lookedUp: true,
    emptyLookups: 0,
    lastEmptyAt: null,
    dueAt: now,
  }
}

/**
 * Applies a lookup. Of several letters the oldest is ours, and the others are cancelled. Cancelled letters count only
 * if there is no other: then ours was cancelled on purpose.
 */
export const applyLookup = (
  mailing: MailJob,
  found: readonly ProviderLetter[],
  now: Date,
  times: MailTimes,
): LookupResult => {
  const live = found.filter(({ cancelled }) => !cancelled).toSorted(byAge)
  const [ours = found.toSorted(byAge)[0], ...extra] = live
  if (ours === undefined) return { mailing: nothingFound(mailing, now, times), ours: null, extra: [] }
  return { mailing: markSubmitted(mailing), ours, extra }
}

/** Whether no letter can exist at the provider: no call was made, or every call surely had no effect. */
export const isSurelyUnsent = ({ phase, ambiguous }: Pick<MailJob, 'phase' | 'ambiguous'>): boolean =>
  !ambiguous && (phase === 'requested' || phase === 'ready')

/**
 * The state after a restore. More may have happened since the backup than it shows, under this key or another one, so
 * the key counts as old and the letter is looked up.
 */
export const resetAfterRestore = (mailing: MailJob, now: Date): MailJob =>
  isFinished(mailing)
    ? mailing
    : {
        ...mailing,
        phase: 'unknown',
        since: now,
        dueAt: now,
        leaseUntil: null,
        firstAttemptAt: new Date(0),
        ambiguous: true,
        emptyLookups: 0,
        lastEmptyAt: null,
        refusal: null,
        problem: 'restored',
      }

/**
 * Applies a webhook that names a letter of this job which is not recorded here. The letter is looked up before
 * anything is sent, because a new key would make a second one. A lookup in progress started before this was known, so
 * its lease ends and its result is discarded. A send in progress learns of the letter from its own answer.
 */
export const applyWebhookReport = (mailing: MailJob, now: Date): MailJob => {
  if (isFinished(mailing) || mailing.phase === 'submitting') return mailing
  if (!mailing.ambiguous) return { ...resetAfterRestore(mailing, now), problem: 'told_of_letter' }
  return { ...mailing, phase: 'unknown', leaseUntil: null, dueAt: now, emptyLookups: 0, lastEmptyAt: null }
}
