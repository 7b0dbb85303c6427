import type { ProviderLetter, SendResult } from '#providers/letters/post-words.ts'
import type { MailJob, MailSwitch, NextStep } from './standing.ts'
import type { MailTimes } from './times.ts'

/**
 * How far the handing over of one letter has come, and what is to be done next. Everything here is a function of what is
 * written down and of `now`; whoever acts on it writes its intent down first (security-reliability D12).
 *
 * Three rules keep a letter from being mailed twice. A call whose end is not known is never taken for a "no". While the
 * key is young the same call is repeated, and the provider answers with the same letter. Once the key is old the letter
 * is looked for by its own name, twice and far apart, before a new key is made.
 */

const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
const between = (from: Date, to: Date) => to.getTime() - from.getTime()

/** A mailing that was just asked for. */
export const createMailJob = (now: Date): MailJob => ({
  phase: 'requested',
  since: now,
  dueAt: now,
  leaseUntil: null,
  keyGeneration: 1,
  firstAttemptAt: null,
  unclear: false,
  unclearEnds: 0,
  lookedUp: false,
  emptyLookUps: 0,
  lastEmptyAt: null,
  stumbles: 0,
  refusal: null,
  problem: null,
})

/** The key of a call: the same for every try of one key generation (`mj_<job>_g<n>`). */
export const idempotencyKeyFor = (
  mailJobId: string,
  { keyGeneration }: Pick<MailJob, 'keyGeneration'>,
): string => `mj_${mailJobId}_g${keyGeneration}`

/** Whether the handing over has ended; what follows is the letter's way through the mail. */
export const isFinished = ({ phase }: Pick<MailJob, 'phase'>): boolean =>
  phase === 'submitted' || phase === 'rejected' || phase === 'needs_operator' || phase === 'untraceable'

/** A worker that claimed a call and was not heard of again: how its call ended is not known. */
const noticed = (mailing: MailJob, now: Date, times: MailTimes): MailJob => {
  const { phase, leaseUntil, unclearEnds } = mailing
  if (leaseUntil === null || leaseUntil > now) return mailing
  const left: MailJob = { ...mailing, leaseUntil: null }
  if (phase !== 'submitting') return left
  return {
    ...left,
    phase: 'unknown',
    dueAt: after(leaseUntil, times.settleLost),
    unclear: true,
    unclearEnds: unclearEnds + 1,
    stumbles: 0,
    problem: 'worker_ended',
  }
}

const keyIsOld = ({ unclear, firstAttemptAt }: MailJob, now: Date, times: MailTimes) =>
  unclear && firstAttemptAt !== null && between(firstAttemptAt, now) >= times.keyLife

/** What is to be done now. */
export const nextStep = (standing: MailJob, now: Date, gate: MailSwitch, times: MailTimes): NextStep => {
  if (isFinished(standing)) return { do: 'nothing' }
  const mailing = noticed(standing, now, times)
  const { phase, leaseUntil, dueAt, since, lookedUp, unclearEnds } = mailing
  if (leaseUntil !== null) return { do: 'wait', until: leaseUntil }
  if (gate.holdUntil !== null && gate.holdUntil > now) return { do: 'wait', until: gate.holdUntil }
  if (dueAt > now) return { do: 'wait', until: dueAt }
  if (phase === 'requested') return { do: 'admit' }
  if (phase === 'unknown' || keyIsOld(mailing, now, times)) {
    if (between(since, now) > times.patience) return { do: 'give_up', problem: 'never_cleared_up' }
    return { do: 'look_up' }
  }
  if (unclearEnds >= times.unclearEnds) return { do: 'give_up', problem: 'too_many_unclear_ends' }
  if (between(since, now) > times.patience) return { do: 'give_up', problem: 'never_handed_over' }
  if (gate.watchful && !lookedUp) return { do: 'look_up' }
  const { probeAt } = gate
  if (probeAt !== null && probeAt > now) return { do: 'wait', until: probeAt }
  return { do: 'send', probe: probeAt !== null }
}

/** Its turn has come. */
export const admitMailJob = (mailing: MailJob, now: Date): MailJob => ({
  ...mailing,
  phase: 'ready',
  since: now,
  dueAt: now,
})

/** Its turn of the day has not come: asked again then. */
export const postponeMailJob = (mailing: MailJob, until: Date): MailJob => ({
  ...mailing,
  dueAt: until,
  problem: 'daily_cap',
})

/** What is written down before a call goes out; the caller alone acts until the lease ends. */
export const beginCall = (
  standing: MailJob,
  { do: act }: { do: 'send' | 'look_up' },
  now: Date,
  times: MailTimes,
): MailJob => {
  const mailing: MailJob = { ...noticed(standing, now, times), leaseUntil: after(now, times.lease) }
  if (act === 'look_up') return mailing
  const firstAttemptAt = mailing.firstAttemptAt ?? now
  return { ...mailing, phase: 'submitting', firstAttemptAt, lookedUp: false }
}

/** A wait that is doubled each time up to the longest, and then anything from half of that on (`chance` from 0 to 1). */
const doubled = (first: number, longest: number, times: number, chance: number) =>
  Math.min(longest, first * 2 ** Math.min(times, 20)) * (0.5 + chance / 2)

/** The wait after some calls in a row that did nothing. */
const waitAfter = (stumbles: number, { firstWait, longestWait }: MailTimes, chance: number) =>
  doubled(firstWait, longestWait, stumbles, chance)

const over = (
  mailing: MailJob,
  phase: 'submitted' | 'rejected' | 'needs_operator' | 'untraceable',
  problem: string | null,
) => ({
  ...mailing,
  phase,
  leaseUntil: null,
  problem,
})

/** The provider has it. */
export const markSubmitted = (mailing: MailJob): MailJob => ({
  ...over(mailing, 'submitted', null),
  // A refusal after it was taken unseen says nothing of the letter that is there.
  refusal: null,
})

/** An operator has to look at it. */
export const holdForOperator = (mailing: MailJob, problem: string): MailJob =>
  over(mailing, 'needs_operator', problem)

/** An operator knows that it was not mailed: the person is told, and may have it mailed again. */
export const giveUpByOperator = (mailing: MailJob, reason: string): MailJob => ({
  ...over(mailing, 'rejected', `given_up: ${reason}`),
  refusal: { code: 'given_up', words: 'We could not hand this letter to the mail provider.' },
})

/** Nobody can say any more whether it was mailed: it is never handed over, and the person is told what to do. */
export const markUnknownOutcome = (mailing: MailJob, reason: string): MailJob =>
  over(mailing, 'untraceable', `account_gone: ${reason}`)

/** After a call that surely did nothing: an earlier unclear one is cleared up first. */
const nothingDone = (mailing: MailJob, dueAt: Date, problem: string): MailJob => ({
  ...mailing,
  phase: mailing.unclear ? 'unknown' : 'ready',
  leaseUntil: null,
  dueAt,
  stumbles: mailing.stumbles + 1,
  problem,
})

/** How it stands after the provider's answer. */
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
      const refusal = { code: sent.code, words: sent.words }
      if (!mailing.unclear) return { ...over(mailing, 'rejected', sent.code), refusal }
      return { ...nothingDone(mailing, after(now, times.settle), sent.code), refusal }
    }
    case 'hold':
      return nothingDone(mailing, after(now, times.hold), sent.code)
    case 'busy': {
      const wait = after(now, waitAfter(mailing.stumbles, times, chance))
      return nothingDone(mailing, sent.retryAt > wait ? sent.retryAt : wait, 'busy')
    }
    case 'not_sent':
      return nothingDone(mailing, after(now, waitAfter(mailing.stumbles, times, chance)), sent.code)
    case 'unknown':
      return {
        ...mailing,
        phase: 'unknown',
        leaseUntil: null,
        dueAt: after(now, times.settle),
        unclear: true,
        unclearEnds: mailing.unclearEnds + 1,
        stumbles: 0,
        problem: sent.code,
      }
  }
}

/**
 * A look-up that had no clear answer says nothing; it is repeated, soon at first: it changes nothing at the provider, and
 * until it is answered nobody knows whether the letter was mailed.
 */
export const applyFailedLookup = (
  mailing: MailJob,
  now: Date,
  times: MailTimes,
  chance: number,
): MailJob => ({
  ...mailing,
  leaseUntil: null,
  dueAt: after(now, doubled(times.firstLookUpWait, times.longestLookUpWait, mailing.stumbles, chance)),
  stumbles: mailing.stumbles + 1,
  problem: 'look_up_failed',
})

/** What a look-up showed: how the mailing stands, which letter is ours, and which others must be taken back. */
export type LookupResult = { mailing: MailJob; ours: ProviderLetter | null; extra: readonly ProviderLetter[] }

const byAge = (a: ProviderLetter, b: ProviderLetter) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.providerId < b.providerId ? -1 : 1)

const nothingFound = (mailing: MailJob, now: Date, times: MailTimes): MailJob => {
  const { refusal, unclear, unclearEnds, lastEmptyAt, emptyLookUps } = mailing
  const free: MailJob = { ...mailing, leaseUntil: null, stumbles: 0 }
  if (!keyIsOld(mailing, now, times)) {
    if (refusal !== null) return over(free, 'rejected', refusal.code)
    const wait = unclear ? waitAfter(unclearEnds - 1, times, 1) : 0
    return { ...free, phase: 'ready', lookedUp: true, dueAt: after(now, wait) }
  }
  if (lastEmptyAt !== null && between(lastEmptyAt, now) < times.lookUpsApart)
    return { ...free, phase: 'unknown', dueAt: after(lastEmptyAt, times.lookUpsApart) }
  if (emptyLookUps === 0) {
    const dueAt = after(now, times.lookUpsApart)
    return { ...free, phase: 'unknown', emptyLookUps: 1, lastEmptyAt: now, dueAt }
  }
  if (refusal !== null) return over(free, 'rejected', refusal.code)
  return {
    ...free,
    phase: 'ready',
    keyGeneration: mailing.keyGeneration + 1,
    firstAttemptAt: null,
    unclear: false,
    lookedUp: true,
    emptyLookUps: 0,
    lastEmptyAt: null,
    dueAt: now,
  }
}

/**
 * How it stands after a look-up. One letter is adopted; of several the oldest, and the others are to be taken back. Letters
 * that were cancelled count only when there is no other: then somebody took this one back on purpose.
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

/** Whether surely no letter came of it yet: every call so far did nothing, or none was made. */
export const isSurelyUnsent = ({ phase, unclear }: Pick<MailJob, 'phase' | 'unclear'>): boolean =>
  !unclear && (phase === 'requested' || phase === 'ready')

/**
 * How it stands in books that were restored: whatever they say, more may have been done after the copy was made, under
 * this key or an older one. So the key counts as old, and the letter is looked for.
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
        unclear: true,
        emptyLookUps: 0,
        lastEmptyAt: null,
        refusal: null,
        problem: 'restored',
      }
