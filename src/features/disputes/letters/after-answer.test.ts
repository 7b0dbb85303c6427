import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import { type DeletedItem, notifyLetters, type StatedItem, statementLetters } from './after-answer.ts'
import { editableText, letterText } from './letter.ts'

const context = disputeContext()
const stated: StatedItem = {
  bureau: 'TransUnion',
  writtenOn: '2026-10-01',
  item: { title: 'MERIDIAN COLLECTIONS', facts: [{ label: 'Account number', value: 'MC-90211****' }] },
  answer: { bureau: 'TransUnion', outcome: 'verified', on: '2026-10-28' },
  statement: 'I never had an account with this company.',
}

it('reads like this', () => {
  expect(statementLetters([stated], context).map(letterText)).toEqual([
    `Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion Consumer Solutions
P.O. Box 2000
Chester, PA 19016

November 20, 2026

Re: Statement of dispute for my file: MERIDIAN COLLECTIONS

In my letter of October 1, 2026 I disputed the item below in my TransUnion file. You answered on October 28, 2026 that it was verified. The reinvestigation did not resolve the dispute.

MERIDIAN COLLECTIONS
Account number: MC-90211****

I file this statement of the dispute under section 611(b) of the Fair Credit Reporting Act, 15 U.S.C. 1681i(b).

In my own words: “I never had an account with this company.”

Please add the statement to my file.

Section 611(c) of the Act, 15 U.S.C. 1681i(c), provides that later reports with this item clearly note that I dispute it, and give my statement or a clear and accurate summary of it.

Please confirm to me in writing at the address above that the statement is in my file.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Sincerely,

Maya Brooks`,
  ])
})

it('goes to each bureau with that bureau’s own answer', () => {
  const other: StatedItem = {
    ...stated,
    bureau: 'Experian',
    answer: { bureau: 'Experian', outcome: 'corrected', on: '2026-10-28' },
  }
  expect(statementLetters([other, stated], context).map(({ bureau, opening }) => [bureau, opening])).toEqual([
    ['TransUnion', expect.stringContaining('that it was verified.')],
    ['Experian', expect.stringContaining('that you corrected it.')],
  ])
})

it('quotes the user’s words and adds nothing in their name', () => {
  const [plain] = statementLetters([stated], context).map(editableText)
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z .]{0,80}[a-z]$/), statement => {
      const words = statement.replaceAll(/ +/g, ' ')
      const [letter] = statementLetters([{ ...stated, statement: words }], context).map(editableText)
      expect(letter).toBe(plain?.replace(`“${stated.statement}”`, () => `“${words}”`))
    }),
  )
})

const deleted: DeletedItem = {
  bureau: 'TransUnion',
  writtenOn: '2026-10-01',
  item: { title: 'MERIDIAN COLLECTIONS', facts: [{ label: 'Account number', value: 'MC-90211****' }] },
  answer: { bureau: 'TransUnion', outcome: 'deleted', on: '2026-10-28' },
  recipients: 'Oak Bank, Reno. Kestrel Mortgage.',
}

it('requests notifying the recipients named by the user, and does not claim that they received a report', () => {
  const [letter] = notifyLetters([deleted], disputeContext())
  expect(letter && [letter.to.name, letter.subject, editableText(letter)]).toEqual([
    'TransUnion',
    'Request to notify recipients of a deletion: MERIDIAN COLLECTIONS',
    `In my letter of October 1, 2026 I disputed the item below in my TransUnion file. You answered on October 28, 2026 that you deleted it.

MERIDIAN COLLECTIONS
Account number: MC-90211****

Section 611(d) of the Fair Credit Reporting Act, 15 U.S.C. 1681i(d), provides that at my request you notify those whom I name that the item has been deleted, if they received a report with it for employment purposes within the two years before, or for any other purpose within the six months before.

In my own words: “Oak Bank, Reno. Kestrel Mortgage.”

Please notify each of those whom I name.

Please tell me in writing at the address above whom you notified.`,
  ])
})
