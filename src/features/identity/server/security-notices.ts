import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { showPhone } from '#values/phone.ts'
import type { UserRecord } from './store.ts'

/** Events of an account about which its owner must be notified (ASVS 6.3.5). */
type SecurityEvent =
  | { kind: 'new-device'; device: string }
  | { kind: 'copied-session'; device: string }
  | { kind: 'many-wrong-codes'; wrong: number; device: string }
  | { kind: 'totp-on' }
  | { kind: 'totp-off' }

type NoticeText = { subject: string; sentence: string }

const describeEvent = (event: SecurityEvent, name: string): NoticeText => {
  switch (event.kind) {
    case 'new-device':
      return {
        subject: `A new sign-in to your ${name} account`,
        sentence: `Someone signed in to your account from ${event.device}.`,
      }
    case 'copied-session':
      return {
        subject: `We ended a session of your ${name} account`,
        sentence: `A session of your account on ${event.device} was used from two places, so we ended it in both.`,
      }
    case 'many-wrong-codes':
      return {
        subject: `A sign-in to your ${name} account after wrong codes`,
        sentence: `Someone signed in to your account from ${event.device}, after ${event.wrong} wrong codes.`,
      }
    case 'totp-on':
      return {
        subject: `Your ${name} authenticator app was set up`,
        sentence: 'An authenticator app was set up for your account, and all other sessions were signed out.',
      }
    case 'totp-off':
      return {
        subject: `Your ${name} authenticator app was switched off`,
        sentence:
          'The authenticator app of your account was switched off, and all other sessions were signed out.',
      }
  }
}

export type SecurityNoticeDeps = {
  queueEmail: QueueEmail
  timeZone: string
  support: { name: string; email: string }
}

/** Emails the user about a security event once the transaction is committed. */
export const sendSecurityNotice = async (
  tx: Database,
  { queueEmail, timeZone, support }: SecurityNoticeDeps,
  { id, profile: { firstName, phoneNumber, email } }: UserRecord,
  event: SecurityEvent,
  at: Date,
): Promise<void> => {
  const { subject, sentence } = describeEvent(event, support.name)
  const when = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ')
  const text = [
    `Hello ${firstName},`,
    '',
    `${sentence} That was on ${when}, with the phone number ending ${showPhone(phoneNumber).slice(-4)}.`,
    '',
    'If it was you, there is nothing to do.',
    `If not, sign in, choose "Log out everywhere" on your profile, and write to ${support.email}.`,
  ].join('\n')
  await queueEmail(tx, { userId: id, to: email, kind: event.kind, subject, text })
}
