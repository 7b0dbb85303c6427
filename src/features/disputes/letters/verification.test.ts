import { describe, expect, it } from 'vitest'
import { ids, maya, report } from '#test/support/reports/disputed-report.ts'
import { resolveAccountItems } from '../account-rules.ts'
import { accountLetters } from './account.ts'
import { editableText, letterText } from './letter.ts'
import { findItemInLetter, verificationLetters } from './verification.ts'

const today = '2026-11-20'
const occasion = { sender: maya, reportDate: report.reportDate, sandbox: false, enclosed: [], today }

const sent = accountLetters(
  resolveAccountItems(
    [
      { accountId: ids.lakeshore, bureaus: ['TransUnion'], reason: 'never_late' },
      { accountId: ids.meridian, bureaus: ['TransUnion', 'Experian'], reason: 'not_mine' },
    ],
    { report, plan: 'max', ssnLastFour: '4417', today },
  ),
  { ...occasion, today: '2026-10-01' },
)

const items = [
  { id: 'lakeshore', bureaus: ['TransUnion'] },
  { id: 'meridian', bureaus: ['TransUnion', 'Experian'] },
] as const

const itemsNamed = (itemId: string) =>
  sent.map(letter => findItemInLetter(letter, items, itemId)?.title ?? null)

describe('an item in the letters of its dispute', () => {
  it('is found in each letter that holds it', () => {
    expect(itemsNamed('lakeshore')).toEqual(['LAKESHORE CARD SVCS', null])
    expect(itemsNamed('meridian')).toEqual(['MERIDIAN COLLECTIONS', 'MERIDIAN COLL SVC'])
  })

  it('is not found by an id that the dispute does not have', () => {
    expect(itemsNamed('other')).toEqual([null, null])
  })
})

describe('a request for the procedure', () => {
  const item = { title: 'MERIDIAN COLLECTIONS', facts: [{ label: 'Account number', value: 'MC-90211****' }] }
  const verified = {
    bureau: 'TransUnion',
    writtenOn: '2026-10-01',
    item,
    answer: { bureau: 'TransUnion', outcome: 'verified', on: '2026-10-28' },
    ownWords: null,
  } as const

  it('reads like this', () => {
    expect(verificationLetters([verified], occasion).map(letterText)).toEqual([
      `Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion Consumer Solutions
P.O. Box 2000
Chester, PA 19016

November 20, 2026

Re: Request for a description of the reinvestigation procedure: MERIDIAN COLLECTIONS

In my letter of October 1, 2026 I disputed the item below in my TransUnion file. You answered on October 28, 2026 that it was verified.

MERIDIAN COLLECTIONS
Account number: MC-90211****

Sections 611(a)(6)(B)(iii) and 611(a)(7) of the Fair Credit Reporting Act, 15 U.S.C. 1681i, provide for a description of the procedure on request.

Please describe the procedure by which you determined that this item is accurate and complete. Please give the business name and address of every company that you contacted about it, and its telephone number if you have it.

The Act gives 15 days from the day you receive this request. Please send the description to me in writing at the address above.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Sincerely,

Maya Brooks`,
    ])
  })

  it('carries the user’s words to it', () => {
    const [letter] = verificationLetters([{ ...verified, ownWords: 'Nobody asked me for papers.' }], occasion)
    expect(letter && editableText(letter)).toContain('In my own words: “Nobody asked me for papers.”')
  })
})
