import type { SendResult } from '#providers/letters/post-words.ts'

/**
 * When the provider fails steadily: half of the last twenty letters within ten minutes (security-reliability D13 counts
 * twenty in thirty seconds; a day's letters are few, so the time is longer here). Each server counts its own calls; what
 * follows, a pause, is written down for all (`server/gate.ts`).
 */

/** How the calls of one server ended lately, oldest first. */
export type RecentCalls = readonly { at: Date; failed: boolean }[]

const COUNTED = 20
const STEADY = 10
const LATELY_MS = 10 * 60_000

/** Whether a call failed at the provider; null of one that says nothing of how the provider is. */
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

/** The ends with one more; what is too old to count is left out. */
export const addRecentCall = (ends: RecentCalls, end: RecentCalls[number]): RecentCalls =>
  [...ends, end].slice(-COUNTED).filter(({ at }) => end.at.getTime() - at.getTime() <= LATELY_MS)

/** Whether these calls say that the provider fails steadily. */
export const isFailingSteadily = (ends: RecentCalls): boolean =>
  ends.filter(({ failed }) => failed).length >= STEADY
