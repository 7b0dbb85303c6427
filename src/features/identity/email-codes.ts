/**
 * Codes mailed to an address, as decisions of what was loaded and of `now`. The address proves less than the phone
 * (NIST SP 800-63B-4 section 3.1.3.1: email is no authenticator): such a code confirms the address, or goes beside
 * another proof, never alone. Instants are milliseconds since 1970.
 */

const SECOND = 1_000
const DAY_SECONDS = 86_400

export const EMAIL_CODE_LIFE_SECONDS = 900
const TRIES_PER_CODE = 5
const CODES_A_DAY = 10

/** Waits between codes while the last one is unused; the last one repeats. */
const waits = [30, 60, 120] as const

/** A code that was mailed. */
export type SentEmailCode = { sentAt: number; used: boolean }

/**
 * Seconds that must pass before the next code is mailed; 0 = now. `sent` holds the last day's, newest first. Using a code
 * ends the growing waits; ten a day hold whatever was used.
 */
export const secondsUntilNextEmailCode = (sent: readonly SentEmailCode[], now: number): number => {
  const used = sent.findIndex(code => code.used)
  const unused = used === -1 ? sent : sent.slice(0, used)
  const [last] = unused
  const pause = waits[Math.min(unused.length, waits.length) - 1] ?? 0
  const tenth = sent.filter(code => now - code.sentAt < DAY_SECONDS * SECOND)[CODES_A_DAY - 1]
  const due = [
    ...(last ? [last.sentAt + pause * SECOND] : []),
    ...(tenth ? [tenth.sentAt + DAY_SECONDS * SECOND] : []),
  ]
  return Math.max(0, ...due.map(at => Math.ceil((at - now) / SECOND)))
}

/** A mailed code as it stands, without what it was. */
export type EmailChallenge = { sentAt: number; tries: number; consumed: boolean }

/** Whether a code may still be tried: unused, young, and tried fewer than five times. */
export const isEmailCodeOpen = ({ sentAt, tries, consumed }: EmailChallenge, now: number): boolean =>
  !consumed && tries < TRIES_PER_CODE && now - sentAt <= EMAIL_CODE_LIFE_SECONDS * SECOND

/** Whether a code could still be tried, had it not been tried five times. */
export const isEmailCodeExhausted = (challenge: EmailChallenge, now: number): boolean =>
  challenge.tries >= TRIES_PER_CODE && isEmailCodeOpen({ ...challenge, tries: 0 }, now)

/** What a code may be for. */
export const emailCodePurposes = ['verify', 'sign-in'] as const
export type EmailCodePurpose = (typeof emailCodePurposes)[number]

const asks: Readonly<Record<EmailCodePurpose, string>> = {
  verify: 'Enter this code on your profile page to confirm your email address.',
  'sign-in': 'Enter this code, together with the one we texted, to sign in.',
}

/** The e-mail that carries a code. */
export const emailCodeMessage = (
  purpose: EmailCodePurpose,
  code: string,
): { subject: string; text: string } => ({
  subject: 'Your Fairfile code',
  text: [
    `Fairfile code: ${code}`,
    '',
    asks[purpose],
    'It is valid for 15 minutes. Do not share it with anyone. If you did not ask for it, ignore this email.',
    '',
  ].join('\n'),
})
