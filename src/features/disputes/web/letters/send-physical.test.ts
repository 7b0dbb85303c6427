import { expect, it } from 'vitest'
import { httpStatus } from '#api/errors.ts'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { disputes } from '../../contract.ts'
import type { Letter } from '../../dispute-contract.ts'
import { mailFailureAdvice, sendDisabledReason, tooFewLettersLeft } from './letter-state.ts'

const mailed = buildLetter({ id: 'b', lobLetterId: 'ltr_1', mailState: 'sent' })

it.each<[string, Letter[], boolean, string | null, string | null]>([
  ['on for letters that nobody mailed', [buildLetter(), buildLetter()], false, null, null],
  ['off when any letter is mailed', [buildLetter(), mailed], false, null, 'Already mailed'],
  [
    'off while a letter is being submitted',
    [buildLetter({ mailState: 'requested' })],
    false,
    null,
    'Already mailed',
  ],
  [
    'off for a letter that came back, which has a button of its own',
    [buildLetter({ ...mailed, mailState: 'returned' })],
    false,
    null,
    'Already mailed',
  ],
  ['off before the person confirmed the letters', [buildLetter()], true, null, 'Confirm the letters first'],
  [
    'off for who may only read',
    [buildLetter()],
    false,
    'This account is open for reading only.',
    'This account is open for reading only.',
  ],
])('Send Physical is %s', (_name, letters, awaitingAttestation, barred, words) => {
  expect(sendDisabledReason({ letters, awaitingAttestation }, barred)).toBe(words)
})

it.each([
  [3, null, null],
  [3, 3, null],
  [
    3,
    2,
    'Only 2 more letters can be mailed in these 30 days. You can download the PDF and mail it yourself.',
  ],
  [2, 1, 'Only 1 more letter can be mailed in these 30 days. You can download the PDF and mail it yourself.'],
  [
    1,
    0,
    'You have used up the letters that can be mailed in 30 days. You can download the PDF and mail it yourself.',
  ],
] as const)('%s letters with %s left under the operator’s limit: %s', (letters, left, words) => {
  expect(tooFewLettersLeft(letters, left)).toBe(words)
})

it('After a failure with unknown outcome, the button may be pressed again', () => {
  for (const [status, code] of [
    [0, 'unreachable'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)
    expect(mailFailureAdvice({ status, code })).toMatch(/^Press the button again/)
})

it('After a refusal it states that nothing was mailed, and does not suggest pressing again', () => {
  const refused = [...disputes.sendPhysical.errors, ...disputes.mailAgain.errors]
  for (const code of refused.filter(each => httpStatus(each) < 500)) {
    const words = mailFailureAdvice({ status: httpStatus(code), code })
    expect(words, code).toMatch(/^No letter was mailed\./)
    expect(words, code).not.toMatch(/press/i)
  }
})
