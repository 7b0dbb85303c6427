import type { SendResult } from '#providers/letters/post-words.ts'

/**
 * The provider counts as failing when ten of a server's last twenty sends within ten minutes failed. Each server
 * counts its own calls; the pause that follows applies to all servers (`server/mail-switch.ts`).
 */

/** Recent calls of one server, oldest first. */
export type RecentCalls = readonly { at: Date; failed: boolean }[]

const COUNTED = 20
const STEADY = 10
const LATELY_MS = 10 * 60_000

/** Null for a result that says nothing about the provider's health. */
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
export const addRecentCall = (ends: RecentCalls, end: RecentCalls[number]): RecentCalls =>
  [...ends, end].slice(-COUNTED).filter(({ at }) => end.at.getTime() - at.getTime() <= LATELY_MS)

export const isFailingSteadily = (ends: RecentCalls): boolean =>
  ends.filter(({ failed }) => failed).length >= STEADY
