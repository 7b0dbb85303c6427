import { expect, test } from 'vitest'
import { requiredSecondProof } from './second-proof.ts'

const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const person = { hasTotp: false, emailVerified: true, lastSeenAt: daysAgo(1) }

test.each([
  ['nothing, of a person who was here yesterday', person, null],
  ['nothing, on the forty-fifth day', { ...person, lastSeenAt: daysAgo(45) }, null],
  ['the email, after forty-five days', { ...person, lastSeenAt: daysAgo(45.01) }, 'email'],
  [
    'nothing more can be asked without a confirmed email',
    { ...person, emailVerified: false, lastSeenAt: daysAgo(90) },
    null,
  ],
  ['the app, whenever there is one', { ...person, hasTotp: true }, 'totp'],
  [
    'the app, not the email, after a long time',
    { ...person, hasTotp: true, lastSeenAt: daysAgo(90) },
    'totp',
  ],
])('a sign-in needs %s', (_name, given, proof) => {
  expect(requiredSecondProof(given, now)).toBe(proof)
})
