import { expect, it } from 'vitest'
import { letter } from '#testing/mailing/letter.ts'
import type { Letter } from '../../dispute-contract.ts'
import { sendBarredBy } from './send-physical.ts'

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
