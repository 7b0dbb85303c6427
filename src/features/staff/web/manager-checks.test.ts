import { expect, it } from 'vitest'
import type { FieldErrors, FormValues } from '#web/form.ts'
import { staff } from '../contract.ts'
import {
  codeChecks,
  invitationChecks,
  openClientChecks,
  passwordChecks,
  readTotp,
  secondFactorChecks,
  signInChecks,
} from './manager-checks.ts'

const good = {
  email: 'm.bell@fairfile.test',
  password: 'correct-horse-battery',
  totp: '123456',
  phoneNumber: '2025550143',
  reason: 'She asked about a letter',
  firstName: 'Mina',
  lastName: 'Bell',
  role: 'agent',
}

it.each<[(values: FormValues) => FieldErrors, FormValues, FieldErrors]>([
  [
    signInChecks,
    { email: 'mina', password: '' },
    { email: 'Enter an email address, like name@example.com', password: 'Enter your password' },
  ],
  [secondFactorChecks, { totp: '12345' }, { totp: 'Enter the 6 digits of your app, or a recovery code' }],
  [
    openClientChecks,
    { phoneNumber: '555-0143' },
    { phoneNumber: "Enter the client's 10-digit phone number" },
  ],
  [openClientChecks, { reason: 'letter' }, { reason: 'Say in a few words why' }],
  [openClientChecks, { reason: ' ' }, {}],
  [openClientChecks, { reason: 'x'.repeat(201) }, { reason: 'Use at most 200 characters' }],
  [passwordChecks, { password: 'fourteen chars' }, { password: 'Use at least 15 characters' }],
  [passwordChecks, { password: 'x'.repeat(257) }, { password: 'Use at most 256 characters' }],
  [codeChecks, { totp: 'abcd-efgh-ijkl-mnop' }, { totp: 'Enter the 6 digits of your code' }],
  [
    invitationChecks,
    { role: 'owner', firstName: ' ' },
    { role: 'Choose a role', firstName: 'Fill in this field' },
  ],
])('%o of %j returns %j', (checks, values, sentences) => {
  expect(checks({ ...good, ...values })).toEqual(sentences)
  expect(checks(good)).toEqual({})
})

it.each(['123456', 'k7pq-2mzx-9wrt-4vbn', 'K7PQ2MZX9WRT4VBN'])(
  'accepts %s as a second factor, like the server',
  totp => {
    expect(secondFactorChecks({ totp })).toEqual({})
    expect(staff.signIn.body.shape.totp.safeParse(totp).success).toBe(true)
  },
)

it('accepts a code with the space that apps show', () => {
  expect(readTotp({ totp: '123 456' })).toBe('123456')
})
