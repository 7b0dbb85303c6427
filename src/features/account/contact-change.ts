import { AppError } from '#api/errors.ts'
import { type ContactKind, contactKinds } from './notices.ts'

type Contact = { email: string; phoneNumber: string; address: Readonly<Record<string, string>> }

/** Refuses a change that names nothing to change, a new phone without its code, and a code without a phone. */
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

/** Which contact details a change makes different from what they were. Refuses `invalid_request` when none. */
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
