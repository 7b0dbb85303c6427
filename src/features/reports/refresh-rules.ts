import { addMonthsToDay, type PartialDate, showDate } from '#values/dates.ts'

/**
 * When the bureaus are asked for a person's report, and what is said meanwhile. Without the person's written instructions
 * nobody is asked (15 U.S.C. 1681b(a)(2)).
 */

/**
 * `asked`, `processing` and `held` are open; the others have ended. A pull is held while whoever stands between us and the
 * bureaus takes no request of ours: that is the operator's to mend, and costs no person her turn.
 */
export const pullStates = [
  'asked',
  'processing',
  'held',
  'received',
  'no_file',
  'failed',
  'withdrawn',
] as const
export type PullState = (typeof pullStates)[number]

/** Whether a pull has not ended yet: one such stands a person. */
export const isPullOpen = (state: PullState): boolean => ['asked', 'processing', 'held'].includes(state)

/** Minutes to wait after the first, second, ... try that brought no report; the last holds from then on. */
const waits = [1, 2, 5, 10, 20, 30, 60]
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000

/**
 * How many seconds after a try that brought no report the next one is made, or null when the pull is given up: a day
 * after it was asked for. `tries` counts that try.
 */
export const nextAttemptDelay = (pull: { tries: number; requestedAt: Date }, now: Date): number | null => {
  const wait = (waits[Math.min(pull.tries, waits.length) - 1] ?? 1) * 60
  return now.getTime() + wait * 1_000 - pull.requestedAt.getTime() > GIVEN_UP_AFTER_MS ? null : wait
}

/** Before this instant a pull that is still open was forgotten by the queue. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - 2 * GIVEN_UP_AFTER_MS)

const dayAfter = (day: string, days: number): string => {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/**
 * Whether a person who agreed is due for a pull. Reports are fetched once a month, on the day of the month of the last
 * pull; a failed one is made up for after a week. Days are those of the business time zone.
 */
export const isDue = (last: { state: PullState; askedOn: string } | null, today: string): boolean => {
  if (last === null || last.state === 'withdrawn') return true
  if (isPullOpen(last.state)) return false
  const again = last.state === 'failed' ? dayAfter(last.askedOn, 7) : addMonthsToDay(last.askedOn, 1)
  return again <= today
}

/**
 * Days after which a report may no longer be what the bureaus show: furnishers report once a month, and in 45 days every one
 * has reported again. A report that is fetched monthly is never this old.
 */
export const OLD_REPORT_DAYS = 45

/** What a person reads when a pull came to its end without a report. */
export const failureMessages = {
  /** The bureaus said for a whole day that they are still at it. */
  tookTooLong: 'The bureaus did not finish your report within a day. We ask again in a week.',
  unreadable: 'The bureaus sent something that we could not read as a credit report. We ask again in a week.',
  otherPerson:
    'The bureaus sent a report that does not fit your name and Social Security number, so we did not keep it. Contact support.',
  noBirthDate: 'The bureaus need your birth date to find your file, and we do not have it. Contact support.',
  broken: 'Something went wrong on our side while we fetched your report. We ask again in a week.',
  held: 'The credit bureaus cannot be asked at the moment. Your report is fetched as soon as they can be.',
  provider: (words: string) => `${words} We ask again in a week.`,
} as const

/** The server's message while the bureaus are asked (decisions section 5). */
export const fetchingMessage = 'We asked the bureaus for your report. This usually takes a few minutes.'

/** What is known of the newest pull of a person. */
export type LastPull = { id: string; state: PullState; message: string | null; endedAt: Date | null }

/** The pull that the analytics have something to say of: one that is open, or failed with no report received since. */
export const selectPullToShow = (pull: LastPull | null, receivedAt: Date | null): LastPull | null => {
  if (pull === null || pull.state === 'received' || pull.state === 'withdrawn') return null
  if (isPullOpen(pull.state)) return pull
  return receivedAt !== null && pull.endedAt !== null && receivedAt > pull.endedAt ? null : pull
}

/**
 * Whether the analytics are being refreshed, and what they say of it. `reportDate` is that of the report that goes on
 * being shown, undefined when there is none.
 */
export const refreshMessage = (
  pull: LastPull | null,
  reportDate?: PartialDate | null,
): { isProcessing: boolean; message: string | null } => {
  if (pull === null) return { isProcessing: false, message: null }
  if (isPullOpen(pull.state) && pull.state !== 'held') return { isProcessing: true, message: fetchingMessage }
  const words = pull.message ?? failureMessages.broken
  if (reportDate === undefined) return { isProcessing: false, message: words }
  const kept = reportDate === null ? 'your last report' : `your report of ${showDate(reportDate)}`
  return { isProcessing: false, message: `${words} This is ${kept}.` }
}
