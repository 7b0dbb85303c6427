/**
 * When an event is sent again, and when a target is switched off (Standard Webhooks 1.0.0, operational considerations).
 */

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds to wait after the first, second, ... failed attempt. */
const waits = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** One more than there are delays; after that the delivery has failed permanently. */
export const MAX_ATTEMPTS = waits.length + 1

/** Seconds until the next attempt, up to a tenth longer by a random number (0 to 1); null if there is none. */
export const nextAttemptSeconds = (attempts: number, chance: number): number | null => {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + chance / 10))
}

/** A target that accepted nothing for this long is switched off. */
const SWITCHED_OFF_AFTER_DAYS = 3

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= SWITCHED_OFF_AFTER_DAYS * 24 * HOUR * 1_000

/** How long after a rotation events are also signed with the previous secret. */
export const SECRET_OVERLAP_HOURS = 24

/** The result of an attempt: the response's status, or why there is none. */
export type AttemptResult =
  | { kind: 'status'; status: number }
  | { kind: 'private_address' | 'not_found' | 'unreachable' | 'no_answer' }

/** An attempt as it is stored. */
export type Attempt = { at: string; result: AttemptResult['kind']; status: number | null }

/** Only a status from 200 to 299 means success; a redirect does not. */
export const isTaken = (result: AttemptResult): boolean =>
  result.kind === 'status' && result.status >= 200 && result.status <= 299

/** The target wants no more events (410 Gone). */
export const isGone = (result: AttemptResult): boolean => result.kind === 'status' && result.status === 410

/** The email to admins about a target that was switched off. */
export const switchedOffEmail = (
  host: string,
  why: 'failing' | 'gone',
  url: string,
): { subject: string; text: string } => ({
  subject: 'A webhook target was switched off',
  text: [
    why === 'gone'
      ? `The webhook target at ${host} answered that it wants no more events (410), so it was switched off.`
      : `The webhook target at ${host} accepted no event for ${SWITCHED_OFF_AFTER_DAYS} days, so it was switched off.`,
    'Events since then are not stored for it. To see its log or switch it on again:',
    url,
    '',
  ].join('\n'),
})
