import { expect, it } from 'vitest'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import { editableText } from './letter.ts'
import { type DeletedItem, notifyLetters } from './notify-recipients.ts'

const deleted: DeletedItem = {
  bureau: 'TransUnion',
  writtenOn: '2026-10-01',
  item: { title: 'MERIDIAN COLLECTIONS', facts: [{ label: 'Account number', value: 'MC-90211****' }] },
  answer: { bureau: 'TransUnion', outcome: 'deleted', on: '2026-10-28' },
  recipients: 'Oak Bank, Reno. Kestrel Mortgage.',
}

it('asks to notify whom the person names, and does not say that they received a report', () => {
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
