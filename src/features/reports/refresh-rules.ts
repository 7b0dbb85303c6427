import type { UserInfo } from '#features/identity/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonthsToDay, type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'

/**
 * When a user's report is pulled from the bureaus, and what the user sees meanwhile. Nothing is pulled without
 * the user's written instructions (15 U.S.C. 1681b(a)(2)).
 */

/**
 * What is missing before a user's report can be pulled: the written instructions, the terms if the operator requires them
 * first, then a confirmed identity. Null if nothing is missing, or if pulls are not offered: an import requires none of it.
 */
export const missingForPull = (
  { terms, enrolled, identity }: Pick<UserInfo, 'terms' | 'enrolled' | 'identity'>,
  pullsOffered: boolean,
): 'agreement' | 'terms' | 'identity' | null => {
  if (!pullsOffered) return null
  if (!enrolled) return 'agreement'
  if (terms === 'required') return 'terms'
  return identity === null ? 'identity' : null
}

/**
 * `asked`, `processing` and `held` are open; the others have ended. A pull is held while the bridge or data
 * provider rejects all our requests: the operator must fix that, and it does not count as a failed pull.
 * `needs`: the source requires an identity step from the user first.
 */
export const pullStates = [
  'asked',
  'processing',
  'held',
  'received',
  'no_file',
  'failed',
  'withdrawn',
  'needs',
] as const
export type PullState = (typeof pullStates)[number]

/** A user has at most one open pull. */
export const isPullOpen = (state: PullState): boolean => ['asked', 'processing', 'held'].includes(state)

/** Minutes to wait after the first, second, ... unsuccessful attempt; the last value repeats. */
const waits = [1, 2, 5, 10, 20, 30, 60]
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000

/**
 * Seconds from an unsuccessful attempt to the next, or null to give up: a day after the request. `tries`
 * includes that attempt.
 */
export const nextAttemptDelay = (pull: { tries: number; requestedAt: Date }, now: Date): number | null => {
  const wait = (waits[Math.min(pull.tries, waits.length) - 1] ?? 1) * 60
  return now.getTime() + wait * 1_000 - pull.requestedAt.getTime() > GIVEN_UP_AFTER_MS ? null : wait
}

/** A pull still open from before this instant was lost by the queue. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - 2 * GIVEN_UP_AFTER_MS)

export const dayAfter = (day: string, days: number): string => {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/**
 * Whether a consenting user is due for a pull. Reports are pulled monthly, on the day of the month of the last
 * pull; a failed one is retried after a week. Days are in the business time zone.
 */
export const isDue = (last: { state: PullState; askedOn: string } | null, today: string): boolean => {
  if (last === null || last.state === 'withdrawn') return true
  if (isPullOpen(last.state)) return false
  const again = last.state === 'failed' ? dayAfter(last.askedOn, 7) : addMonthsToDay(last.askedOn, 1)
  return again <= today
}

/** An ended pull; `orderUnknown`: it is unknown whether the source accepted the order. */
export type EndedPull = { state: PullState; requestedAt: Date; orderUnknown: boolean }

/** Shorter than the week until the next retry, whose hour differs. */
const BETWEEN_RETRIES_MS = 6 * 24 * 60 * 60_000

/**
 * Whether the user may retry now, before the scheduled retry: once between two retries, because a source bills each order,
 * and never while an order may be open. Pulls are newest first.
 */
export const mayTryAgain = ([last, before]: readonly EndedPull[]): boolean => {
  if (last?.state !== 'failed' || last.orderUnknown) return false
  const isSecond =
    before?.state === 'failed' &&
    last.requestedAt.getTime() - before.requestedAt.getTime() < BETWEEN_RETRIES_MS
  return !isSecond
}

/**
 * After this many days a report may be outdated: furnishers report monthly, and within 45 days every one has
 * reported again. Monthly pulls never reach this age.
 */
export const OLD_REPORT_DAYS = 45

/** Whether a part of a report is past the day until which it counts as current. */
export const isOldPart = ({ currentUntil }: { currentUntil: string }, today: string): boolean =>
  today > currentUntil

type Dated = { bureau: Bureau; reportDate: PartialDate | null }

export const datedPart = ({ bureau, reportDate }: Dated): string =>
  reportDate === null ? `${bureau} without a date` : `${bureau} of ${showDate(reportDate)}`

/** Whether one date applies to the whole report. */
export const areOfOneDate = (parts: readonly Dated[]): boolean =>
  new Set(parts.map(({ reportDate }) => reportDate)).size < 2

/** The warning about old parts; null if there are none. */
export const describeOldParts = (
  parts: readonly (Dated & { currentUntil: string })[],
  today: string,
): { title: string; text: string } | null => {
  const old = parts.filter(part => isOldPart(part, today))
  const [first] = old
  if (first === undefined) return null
  const text =
    'Balances, late payments and inquiries may have changed since. Get a newer report before you dispute or apply.'
  if (old.length === parts.length && areOfOneDate(parts))
    return {
      title:
        first.reportDate === null
          ? 'Your report is old'
          : `Your report of ${showDate(first.reportDate)} is old`,
      text,
    }
  return { title: `${showList(old.map(datedPart))} ${old.length === 1 ? 'is' : 'are'} old`, text }
}

/** Messages for pulls that ended without a report. */
export const failureMessages = {
  /** The bureaus kept responding "not ready" for a whole day. */
  tookTooLong: 'The bureaus did not finish your report within a day. We will retry in a week.',
  unreadable:
    'The bureaus sent something that we could not read as a credit report. We will retry in a week.',
  otherPerson:
    'The bureaus sent a report that does not fit your name and Social Security number, so we did not keep it. Contact support.',
  orderUnknown:
    'We could not find out whether the bureaus took our request, and we never ask twice for one report. We will retry in a week.',
  notStored:
    'Our credit data provider does not let us keep what the bureaus report about you, so there is nothing to show. Contact support.',
  noBirthDate: 'The bureaus need your birth date to find your file, and we do not have it. Contact support.',
  broken: 'Something went wrong on our side while we fetched your report. We will retry in a week.',
  held: 'The credit bureaus cannot be asked at the moment. Your report is fetched as soon as they can be.',
  off: 'Credit reports are no longer fetched here. Import your own report.',
  provider: (message: string) => `${message} We will retry in a week.`,
} as const

/** Shown while there is no report and none is on its way. */
export const noReportMessage = 'You have no credit report yet.'

/** Shown while the bureaus prepare the report. */
export const fetchingMessage = 'We asked the bureaus for your report. This usually takes a few minutes.'

export type LastPull = { id: string; state: PullState; message: string | null; endedAt: Date | null }

/** The pull to mention in the analytics: one that is open, or failed with no report received since. */
export const selectPullToShow = (pull: LastPull | null, receivedAt: Date | null): LastPull | null => {
  if (pull === null || pull.state === 'received' || pull.state === 'withdrawn') return null
  if (isPullOpen(pull.state)) return pull
  return receivedAt !== null && pull.endedAt !== null && receivedAt > pull.endedAt ? null : pull
}

/**
 * Whether a refresh is in progress, and the message about it. `reportDate` is the date of the report still
 * shown, undefined when there is none.
 */
export const refreshMessage = (
  pull: LastPull | null,
  reportDate?: PartialDate | null,
): { isProcessing: boolean; message: string | null } => {
  if (pull === null) return { isProcessing: false, message: null }
  if (isPullOpen(pull.state) && pull.state !== 'held') return { isProcessing: true, message: fetchingMessage }
  const message = pull.message ?? failureMessages.broken
  if (reportDate === undefined) return { isProcessing: false, message }
  const kept = reportDate === null ? 'your last report' : `your report of ${showDate(reportDate)}`
  return { isProcessing: false, message: `${message} This is ${kept}.` }
}
