import { AppError } from '#api/errors.ts'
import { showList } from '#values/list.ts'
import { keptAfterDeletion } from './retention-text.ts'

type Contact = { email: string; phoneNumber: string; address: Readonly<Record<string, string>> }

/** Refuses an empty change, a new phone without its code, and a code without a phone. */
export const requireChange = (asked: {
  email?: unknown
  phoneNumber?: unknown
  smsCode?: unknown
  address?: unknown
}): void => {
  if (asked.phoneNumber !== undefined && asked.smsCode === undefined) throw new AppError('code_needed')
  if (asked.phoneNumber === undefined && asked.smsCode !== undefined) {
    throw new AppError('invalid_request', { fields: { smsCode: 'This goes with a new phone number' } })
  }
  if (contactKinds.every(kind => asked[kind] === undefined)) {
    throw new AppError('invalid_request', { message: 'Say what should be changed: email, phone or address.' })
  }
}

const same = (left: Contact[ContactKind], right: Contact[ContactKind]): boolean =>
  typeof left === 'string' || typeof right === 'string'
    ? left === right
    : Object.keys(left).every(key => left[key] === right[key])

/** The contact details that a change really changes. Throws `invalid_request` if there are none. */
export const changedContactKinds = (before: Contact, change: Partial<Contact>): ContactKind[] => {
  const changed = contactKinds.filter(kind => {
    const wanted = change[kind]
    return wanted !== undefined && !same(wanted, before[kind])
  })
  if (changed.length === 0) {
    throw new AppError('invalid_request', { message: 'These are the contact details that you have already.' })
  }
  return changed
}

/** Emails about the account itself. They name what changed, never the old or new value: other people may read the mailbox. */

type Message = { subject: string; text: string }

/** The name of the service and its support address. */
type Support = { name: string; email: string }

const letter = (lines: readonly string[], { name, email }: Support): string =>
  [...lines, '', `If this was not you, write to ${email} right away.`, '', name, ''].join('\n')

const contactKinds = ['email', 'phoneNumber', 'address'] as const
type ContactKind = (typeof contactKinds)[number]

const named: Readonly<Record<ContactKind, string>> = {
  email: 'email address',
  phoneNumber: 'phone number',
  address: 'postal address',
}

/** Sent to the account's previous address: which contact details changed. */
export const contactChangedNotice = (changed: readonly ContactKind[], support: Support): Message => {
  const what = showList(changed.map(kind => named[kind]))
  const sessions = changed.includes('phoneNumber') ? ['All other devices were signed out.'] : []
  return {
    subject: `Your ${support.name} contact details were changed`,
    text: letter(
      [
        `The ${what} of your ${support.name} account ${changed.length < 2 ? 'was' : 'were'} changed.`,
        ...sessions,
      ],
      support,
    ),
  }
}

/** Texted to the account's previous phone number, within one message of 160 characters. */
export const phoneChangedText = (sender: string, { email }: Pick<Support, 'email'>): string =>
  `${sender}: the phone number of your account was changed. If this was not you, write to ${email} right away.`

/** `day` of deletion, such as `November 28, 2026`; `unrecoverable`: when no backup contains anything of the account anymore. */
type Deletion = { day: string; unrecoverable: string; hasAgreement: boolean }

export const deletionNotice = (
  { day, unrecoverable, hasAgreement }: Deletion,
  support: Support,
): Message => ({
  subject: `Your ${support.name} account will be deleted`,
  text: letter(
    [
      `You asked us to delete your ${support.name} account, and all devices were signed out.`,
      `On ${day} your data is erased and cannot be brought back. ${keptAfterDeletion(hasAgreement)}`,
      'Until then you can sign in and keep the account.',
      `Backups are deleted later: after ${unrecoverable} nothing can be recovered from them either.`,
    ],
    support,
  ),
})
