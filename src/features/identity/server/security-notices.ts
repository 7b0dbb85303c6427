import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { showPhone } from '#values/phone.ts'
import type { UserRecord } from './store.ts'

/** What happened to an account that its owner should hear of (ASVS 6.3.5). */
type SecurityEvent =
  | { kind: 'new-device'; device: string }
  | { kind: 'copied-session'; device: string }
  | { kind: 'many-wrong-codes'; wrong: number; device: string }
  | { kind: 'totp-on' }
  | { kind: 'totp-off' }

const subjects: Readonly<Record<SecurityEvent['kind'], string>> = {
  'new-device': 'A new sign-in to your Fairfile account',
  'copied-session': 'We ended a session of your Fairfile account',
  'many-wrong-codes': 'A sign-in to your Fairfile account after wrong codes',
  'totp-on': 'Your Fairfile authenticator app was set up',
  'totp-off': 'Your Fairfile authenticator app was switched off',
}

const sentenceOf = (happened: SecurityEvent): string => {
  if (happened.kind === 'new-device') return `Somebody signed in to your account from ${happened.device}.`
  if (happened.kind === 'copied-session') {
    return `A session of your account on ${happened.device} was used from two places, so we ended it. Whoever used the copy is signed out too.`
  }
  if (happened.kind === 'totp-on')
    return 'An authenticator app was set up for your account, and everybody who was signed in elsewhere was signed out.'
  if (happened.kind === 'totp-off')
    return 'The authenticator app of your account was switched off, and everybody who was signed in elsewhere was signed out.'
  return `Somebody signed in to your account from ${happened.device}, after ${happened.wrong} wrong codes.`
}

/** The e-mail about it: what, when, from where, and what to do when it was somebody else. */
const securityNotice = (
  happened: SecurityEvent,
  about: { firstName: string; phoneNumber: string; at: Date; timeZone: string; supportEmail: string },
): { subject: string; text: string } => {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: about.timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(about.at)
  return {
    subject: subjects[happened.kind],
    text: [
      `Hello ${about.firstName},`,
      '',
      `${sentenceOf(happened)} That was on ${when.replaceAll('\u202f', ' ')}, with the phone number ending ${showPhone(about.phoneNumber).slice(-4)}.`,
      '',
      'If it was you, there is nothing to do.',
      `If not, sign in, choose "Log out everywhere" on your profile, and write to ${about.supportEmail}.`,
    ].join('\n'),
  }
}

export type SecurityNoticeDeps = { queueEmail: QueueEmail; timeZone: string; support: { email: string } }

/** Has a person told by e-mail of what happened to the account, once the transaction is committed. */
export const sendSecurityNotice = async (
  tx: Database,
  { queueEmail, timeZone, support }: SecurityNoticeDeps,
  { id, profile }: UserRecord,
  happened: SecurityEvent,
  at: Date,
): Promise<void> => {
  const { firstName, phoneNumber, email } = profile
  const notice = securityNotice(happened, {
    firstName,
    phoneNumber,
    at,
    timeZone,
    supportEmail: support.email,
  })
  await queueEmail(tx, { userId: id, to: email, kind: happened.kind, ...notice })
}
