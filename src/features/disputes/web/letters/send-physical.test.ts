import { expect, it } from 'vitest'
import { statusOf } from '#api/errors.ts'
import { letter } from '#test/support/mailing/letter.ts'
import type { Letter } from '../../dispute-contract.ts'
import { mailing } from '../../mail-contract.ts'
import { afterFailedMailing, sendBarredBy } from './send-physical.ts'

const mailed = letter({ id: 'b', lobLetterId: 'ltr_1', mailState: 'sent' })

it.each<[string, Letter[], boolean, string | null, string | null]>([
  ['on for letters that nobody mailed', [letter(), letter()], false, null, null],
  ['off when any letter is mailed', [letter(), mailed], false, null, 'Already mailed'],
  [
    'off while a letter is being handed over',
    [letter({ mailState: 'requested' })],
    false,
    null,
    'Already mailed',
  ],
  [
    'off for a letter that came back, which has a button of its own',
    [letter({ ...mailed, mailState: 'returned' })],
    false,
    null,
    'Already mailed',
  ],
  ['off before the person confirmed the letters', [letter()], true, null, 'Confirm the letters first'],
  [
    'off for who may only read',
    [letter()],
    false,
    'This account is open for reading only.',
    'This account is open for reading only.',
  ],
])('Send Physical is %s', (_name, letters, awaitingAttestation, barred, words) => {
  expect(sendBarredBy({ letters, awaitingAttestation }, barred)).toBe(words)
})

it('After a failure nobody knows the outcome of, the button may be pressed again', () => {
  for (const [status, code] of [
    [0, 'unreachable'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)
    expect(afterFailedMailing({ status, code })).toMatch(/^Press the button again/)
})

it('After a refusal it says that nothing was mailed, and never to press again', () => {
  const refused = [...mailing.sendPhysical.refuses, ...mailing.mailAgain.refuses]
  for (const code of refused.filter(each => statusOf(each) < 500)) {
    const words = afterFailedMailing({ status: statusOf(code), code })
    expect(words, code).toMatch(/^No letter was mailed\./)
    expect(words, code).not.toMatch(/press/i)
  }
})
