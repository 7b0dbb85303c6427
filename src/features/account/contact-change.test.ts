import { expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { changedContactKinds, deletionNotice, phoneChangedText, requireChange } from './contact-change.ts'

const codeOf = (act: () => unknown) => {
  try {
    act()
    return 'allowed'
  } catch (refused) {
    if (refused instanceof AppError) return refused.code
    throw refused
  }
}

it.each([
  ['nothing', {}, 'invalid_request'],
  ['a code alone', { smsCode: '123456' }, 'invalid_request'],
  ['a code with an email', { email: 'a@b.example', smsCode: '123456' }, 'invalid_request'],
  ['a phone without its code', { phoneNumber: '2025550143' }, 'code_needed'],
  ['a phone with its code', { phoneNumber: '2025550143', smsCode: '123456' }, 'allowed'],
  ['an email', { email: 'a@b.example' }, 'allowed'],
  ['an address', { address: {} }, 'allowed'],
])('a change of %s', (_, asked, outcome) => {
  expect(codeOf(() => requireChange(asked))).toBe(outcome)
})

const before = {
  email: 'maya@mail.example',
  phoneNumber: '+12025550143',
  address: { street: '1 Elm Street', city: 'Dayton', state: 'OH', postal: '45401' },
}

it.each([
  ['an email with different letters', { email: 'Maya@mail.example' }, ['email']],
  ['a house number', { address: { ...before.address, street: '2 Elm Street' } }, ['address']],
  [
    'all of them',
    { email: 'b@c.example', phoneNumber: '+12025550178', address: { ...before.address, state: 'IN' } },
    ['email', 'phoneNumber', 'address'],
  ],
  ['one of two', { email: before.email, phoneNumber: '+12025550178' }, ['phoneNumber']],
])('counts as a change: %s', (_, change, changed) => {
  expect(changedContactKinds(before, change)).toEqual(changed)
})

it('refuses a change that changes nothing', () => {
  expect(codeOf(() => changedContactKinds(before, { ...before, address: { ...before.address } }))).toBe(
    'invalid_request',
  )
})

it.each([
  [true, 'the statement of your credit file rights'],
  [false, 'Only the logs, the dates of mailed letters and our costs stay, without your name.'],
])('the notice of a deletion says what stays, with an agreement: %s', (hasAgreement, says) => {
  const support = { name: 'Fairfile', email: 'help@example.com' }
  const { text } = deletionNotice(
    { day: 'May 1, 2027', unrecoverable: 'June 7, 2027', hasAgreement },
    support,
  )
  expect(text).toContain(says)
  expect(text).not.toContain('everything')
})

it('the text to a changed phone begins with the name of the sender of texts', () => {
  expect(phoneChangedText('Harbor', { email: 'help@harbor.test' })).toMatch(/^Harbor: the phone number/)
})
