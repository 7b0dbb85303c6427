/**
 * One-time codes as decisions of what was loaded and of `now` (NIST SP 800-63B-4
 * sections 3.1.3.2 and 3.2.2). Instants are milliseconds since 1970.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND

export const CODE_LIFE_SECONDS = 300
const TRIES_PER_CODE = 5
/** A phone proven by the right code stays proven this long for registering. */
const PROVEN_LIFE = 10 * MINUTE

/** Waits between sends while the last code is unused; the last one repeats. */
const resendWaits = [30, 60, 120, 300] as const

/** How many codes one phone may be sent. */
export type SendRate = { count: number; seconds: number }

export const productionSendRates: readonly SendRate[] = [
  { count: 3, seconds: 900 },
  { count: 5, seconds: 3_600 },
  { count: 10, seconds: 86_400 },
]
/** Of the sandbox profile. */
export const sandboxSendRates: readonly SendRate[] = [{ count: 30, seconds: 3_600 }]

/** A code sent to a phone. */
export type SentCode = { sentAt: number; used: boolean }

/** Of a phone's codes, newest first, those that were sent since one was used. */
const unusedOf = (sent: readonly SentCode[]): readonly SentCode[] => {
  const used = sent.findIndex(one => one.used)
  return used === -1 ? sent : sent.slice(0, used)
}

/** Seconds to wait after the newest of these before the next, counting codes that were sent and not used since. */
export const secondsUntilResend = (sent: readonly SentCode[]): number =>
  resendWaits[Math.min(Math.max(unusedOf(sent).length, 1), resendWaits.length) - 1] ?? 30

/** Seconds that must pass before another code may go to this phone; 0 = now. `sent` holds its last day, newest first. */
export const secondsUntilNextCode = (
  sent: readonly SentCode[],
  rates: readonly SendRate[],
  now: number,
): number => {
  const last = unusedOf(sent).find(one => now - one.sentAt < CODE_LIFE_SECONDS * SECOND)
  const waits = last ? [last.sentAt + secondsUntilResend(sent) * SECOND - now] : []
  for (const { count, seconds } of rates) {
    const oldest = sent.filter(one => now - one.sentAt < seconds * SECOND)[count - 1]
    if (oldest) waits.push(oldest.sentAt + seconds * SECOND - now)
  }
  return Math.max(0, ...waits.map(wait => Math.ceil(wait / SECOND)))
}

/** A code as it stands, without what it was. Of `tries` the right ones were taken back. */
export type CodeChallenge = { sentAt: number; tries: number; provenAt: number | null; consumed: boolean }

/** Whether a code may still be tried: the newest, unused, young, and tried fewer than five times. */
export const isChallengeOpen = (challenge: CodeChallenge, now: number): boolean =>
  !challenge.consumed &&
  challenge.provenAt === null &&
  challenge.tries < TRIES_PER_CODE &&
  now - challenge.sentAt <= CODE_LIFE_SECONDS * SECOND

/** Whether a code could still be tried, had it not been tried five times. */
export const isChallengeExhausted = (challenge: CodeChallenge, now: number): boolean =>
  challenge.tries >= TRIES_PER_CODE && isChallengeOpen({ ...challenge, tries: 0 }, now)

/** What a person reads who tries a spent code, be it the right one. */
export const exhaustedCodeMessage = 'Too many wrong codes. Ask for a new one.'

/** Whether a code given right at sign-in still proves its phone for registering. */
export const isPhoneStillProven = (challenge: CodeChallenge, now: number): boolean =>
  !challenge.consumed &&
  challenge.tries < TRIES_PER_CODE &&
  challenge.provenAt !== null &&
  now - challenge.provenAt <= PROVEN_LIFE

/** The text of the message: brand, code, warning, and the line by which a phone fills the code in (WebOTP). */
export const codeMessage = (code: string, host: string): string =>
  `Fairfile code: ${code}. It is valid for 5 minutes. Do not share it with anyone.\n\n@${host} #${code}`
