/**
 * One-time codes, texted or mailed: pure decisions from loaded data and `now` (NIST SP 800-63B-4 sections 3.1.3.2 and
 * 3.2.2). An email address proves less than a phone (section 3.1.3.1: email is not an authenticator): a mailed code
 * confirms the address or accompanies another proof. Instants are milliseconds since 1970.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND

const TRIES_PER_CODE = 5
/** How long a phone stays proven by the right code, for a second proof or for registration. */
const PROVEN_LIFE = 10 * MINUTE

/** How many codes may be sent in a period. */
type SendRate = { count: number; seconds: number }

export type CodePolicy = {
  lifeSeconds: number
  /** Waits between sends while the last code is unused; the last one repeats. */
  resendWaits: readonly [number, ...number[]]
  rates: readonly SendRate[]
}

export const smsCodePolicy: CodePolicy = {
  lifeSeconds: 300,
  resendWaits: [30, 60, 120, 300],
  rates: [
    { count: 3, seconds: 900 },
    { count: 5, seconds: 3_600 },
    { count: 10, seconds: 86_400 },
  ],
}

/** For the sandbox profile. */
export const sandboxSmsCodePolicy: CodePolicy = { ...smsCodePolicy, rates: [{ count: 30, seconds: 3_600 }] }

export const emailCodePolicy: CodePolicy = {
  lifeSeconds: 900,
  resendWaits: [30, 60, 120],
  rates: [{ count: 10, seconds: 86_400 }],
}

type SentCode = { sentAt: number; used: boolean }

/** The codes sent since one was used, newest first. */
const sinceUsed = (sent: readonly SentCode[]): readonly SentCode[] => {
  const used = sent.findIndex(one => one.used)
  return used === -1 ? sent : sent.slice(0, used)
}

/** Seconds from the newest of these codes to the next. */
export const secondsUntilResend = ({ resendWaits }: CodePolicy, sent: readonly SentCode[]): number =>
  resendWaits[Math.min(sinceUsed(sent).length, resendWaits.length) - 1] ?? resendWaits[0]

/** Seconds until another code may be sent; 0 = now. `sent` contains the codes of the last day, newest first. */
export const secondsUntilNextCode = (policy: CodePolicy, sent: readonly SentCode[], now: number): number => {
  const last = sinceUsed(sent).find(one => now - one.sentAt < policy.lifeSeconds * SECOND)
  const waits = last ? [last.sentAt + secondsUntilResend(policy, sent) * SECOND - now] : []
  for (const { count, seconds } of policy.rates) {
    const oldest = sent.filter(one => now - one.sentAt < seconds * SECOND)[count - 1]
    if (oldest) waits.push(oldest.sentAt + seconds * SECOND - now)
  }
  return Math.max(0, ...waits.map(wait => Math.ceil(wait / SECOND)))
}

/** A stored code without the code itself. `tries` counts the wrong ones. */
export type CodeChallenge = { sentAt: number; tries: number; provenAt: number | null; consumed: boolean }

/** Whether a code may still be tried: unused, not expired, and tried fewer than five times. */
export const isChallengeOpen = (
  { lifeSeconds }: CodePolicy,
  { sentAt, tries, provenAt, consumed }: CodeChallenge,
  now: number,
): boolean => !consumed && provenAt === null && tries < TRIES_PER_CODE && now - sentAt <= lifeSeconds * SECOND

/** Whether a code is closed only because its five attempts are used up. */
export const isChallengeExhausted = (policy: CodePolicy, challenge: CodeChallenge, now: number): boolean =>
  challenge.tries >= TRIES_PER_CODE && isChallengeOpen(policy, { ...challenge, tries: 0 }, now)

/** Seconds until a code with too many attempts can be replaced. */
export const secondsUntilReplaced = (
  { resendWaits: [wait] }: CodePolicy,
  { sentAt }: CodeChallenge,
  now: number,
): number => Math.max(1, Math.ceil((sentAt + wait * SECOND - now) / SECOND))

/** The message for a further attempt, even with the right code. */
export const exhaustedCodeMessage = 'Too many wrong codes. Ask for a new one.'

/** Whether a code that was accepted at sign-in still proves its phone. */
export const isPhoneStillProven = ({ tries, provenAt, consumed }: CodeChallenge, now: number): boolean =>
  !consumed && tries < TRIES_PER_CODE && provenAt !== null && now - provenAt <= PROVEN_LIFE

/** The text message: brand, code, warning, and the line from which phones fill in the code (WebOTP). */
export const codeMessage = (code: string, host: string, sender: string): string =>
  `${sender} code: ${code}. It is valid for 5 minutes. Do not share it with anyone.\n\n@${host} #${code}`

/** The purposes of a mailed code. */
export const emailCodePurposes = ['verify', 'sign-in'] as const
export type EmailCodePurpose = (typeof emailCodePurposes)[number]

const emailCodeUses: Readonly<Record<EmailCodePurpose, string>> = {
  verify: 'Enter this code on your profile page to confirm your email address.',
  'sign-in': 'Enter this code, together with the one we texted, to sign in.',
}

export const emailCodeMessage = (
  purpose: EmailCodePurpose,
  code: string,
  name: string,
): { subject: string; text: string } => ({
  subject: `Your ${name} code`,
  text: [
    `${name} code: ${code}`,
    '',
    emailCodeUses[purpose],
    'It is valid for 15 minutes. Do not share it with anyone. If you did not ask for it, ignore this email.',
    '',
  ].join('\n'),
})
