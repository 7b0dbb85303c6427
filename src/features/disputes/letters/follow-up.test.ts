import { describe, expect, it } from 'vitest'
import { accountLettersFor, disputeContext, ids } from '#test/support/reports/disputed-report.ts'
import type { AccountDispute } from '../dispute-requests.ts'
import { type FollowedDispute, findItemInLetter, verificationLetters } from './follow-up.ts'
import { editableText, type LetterContext, letterText } from './letter.ts'

const middleOf = (asked: AccountDispute['items'][number], own: Partial<LetterContext>) =>
  accountLettersFor([asked], own).map(editableText).join('\n---\n')

const paid: AccountDispute['items'][number] = {
  accountId: ids.meridian,
  bureaus: ['TransUnion'],
  reason: 'paid_or_settled',
  explanation: 'I paid it on March 3, 2023.',
}

const after = (outcome: FollowedDispute['answers'][number]['outcome']): FollowedDispute => ({
  kind: 'dispute_again',
  writtenOn: { TransUnion: '2026-10-01' },
  answers: [{ bureau: 'TransUnion', outcome, on: '2026-10-28' }],
  adds: true,
  identifies: false,
  freeAnnualReport: false,
})

describe('a letter to a bureau after another one changed the account', () => {
  const balance = { ...paid, reason: 'wrong_balance' as const }
  const letterTextAfter = (outcome: FollowedDispute['answers'][number]['outcome'], on: string) =>
    middleOf(balance, {
      followed: {
        kind: 'other_bureaus',
        writtenOn: {},
        answers: [{ bureau: 'Experian', outcome, on }],
        adds: false,
        identifies: false,
        freeAnnualReport: false,
      },
      changed:
        outcome === 'verified'
          ? []
          : [{ item: { type: 'account', accountId: ids.meridian }, bureau: 'Experian', on }],
    })

  it.each(['corrected', 'deleted'] as const)('that it %s does not cite what it showed before', outcome => {
    expect(letterTextAfter(outcome, '2026-11-10')).toContain(
      `Experian answered on November 10, 2026 that it ${outcome}`,
    )
    expect(letterTextAfter(outcome, '2026-11-10')).not.toContain('Experian shows')
    expect(letterTextAfter(outcome, '2026-11-02')).not.toContain('Experian shows')
  })

  it.each([
    ['verified', 'that it was verified. TransUnion'],
    ['frivolous', 'without reinvestigating it. TransUnion'],
    ['no_answer', 'TransUnion'],
  ] as const)('says that the bureau was written to before: %s', (outcome, words) => {
    const followed: FollowedDispute = {
      ...after('deleted'),
      kind: 'other_bureaus',
      writtenOn: { TransUnion: '2026-10-01', Experian: '2026-10-02' },
    }
    const answers = [...followed.answers, { bureau: 'Experian' as const, outcome, on: '2026-10-30' }]
    const text = middleOf({ ...paid, bureaus: ['Experian'] }, { followed: { ...followed, answers } })
    expect(text).toMatch(/^I again dispute the account below/)
    const own = words === 'TransUnion' ? words : `You answered on October 30, 2026 ${words}`
    expect(text).toContain(`I disputed this account in my letter of October 2, 2026. ${own} answered on`)
  })

  it('cites what a later report shows, and a bureau that changed nothing', () => {
    expect(letterTextAfter('corrected', '2026-11-01')).toContain('Experian shows a balance of $1,150.00.')
    expect(letterTextAfter('verified', '2026-11-10')).toContain('Experian shows a balance of $1,150.00.')
  })
})

it('a letter to a bureau that changed the account after its report cites that report, not its file', () => {
  const changedOn = (on: string) =>
    middleOf(paid, {
      changed: [{ item: { type: 'account', accountId: ids.meridian }, bureau: 'TransUnion', on }],
    })
  expect(changedOn('2026-11-02')).toContain('My credit report of November 2, 2026 still shows a balance of')
  expect(changedOn('2026-11-02')).not.toContain('Your file')
  expect(changedOn('2026-11-01')).toContain('Your file still shows a balance of')
})

describe('a letter that disputes an account again', () => {
  it('after it was verified reads like this', () => {
    const enclosed = [{ kind: 'other', name: 'Payoff letter' }] as const
    expect(middleOf(paid, { followed: after('verified'), enclosed })).toBe(
      `I again dispute the account below, which my credit report of November 2, 2026 shows in my TransUnion file. Please reinvestigate it under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).

MERIDIAN COLLECTIONS
Account number: MC-90211****
Account type: Collection
Original creditor: HARBOR MEDICAL GROUP
Date opened: 03/09/2022
Status: in collection
Balance: $1,284.00
Past due: $1,284.00

I disputed this account in my letter of October 1, 2026. You answered on October 28, 2026 that it was verified. Please look into it again with what I add here. I paid or settled this account. Your file still shows a balance of $1,284.00 and $1,284.00 past due.

In my own words: “I paid it on March 3, 2023.”

Please show the account as paid or settled, with nothing owed and nothing past due.

Please pass on what I say here, with the documents that support it, to MERIDIAN COLLECTIONS. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.

Please send me the result in writing at the address above, with a copy of my report based on my file as revised.`,
    )
  })

  it.each([
    [
      'frivolous',
      'You answered on October 28, 2026 without reinvestigating it. This letter adds to what I sent before.',
    ],
    [
      'no_answer',
      'By October 28, 2026 I had received no result. Section 611(a)(1) of the Act, 15 U.S.C. 1681i(a)(1), gives 30 days for a reinvestigation, and at most 15 more. Please send me the result of that reinvestigation.',
    ],
    ['corrected', 'You answered on October 28, 2026 that you corrected it. It is still not right.'],
    [
      'deleted',
      'You answered on October 28, 2026 that you deleted it. It is in my file again. Section 611(a)(5)(B) of the Act, 15 U.S.C. 1681i(a)(5)(B), lets deleted information return only when it is certified as complete and accurate, and with written notice to me within five business days. Please tell me who certified it, and when.',
    ],
  ] as const)('says what the bureau did: %s', (outcome, words) => {
    expect(middleOf(paid, { followed: after(outcome) })).toContain(
      `I disputed this account in my letter of October 1, 2026. ${words} I paid or settled this account.`,
    )
  })
})

it('a letter about a result that did not come names the time after a free annual report', () => {
  const text = middleOf(paid, { followed: { ...after('no_answer'), freeAnnualReport: true } })
  expect(text).toContain(
    'By October 28, 2026 I had received no result. Section 612(a)(3) of the Act, 15 U.S.C. 1681j(a)(3), gives 45 days for a reinvestigation after a free annual report. Please send me the result of that reinvestigation.',
  )
  expect(text).not.toContain('30 days')
})

it('a letter that newly encloses identification says that it adds something', () => {
  expect(middleOf(paid, { followed: { ...after('frivolous'), adds: false, identifies: true } })).toContain(
    'without reinvestigating it. This letter adds to what I sent before. I paid',
  )
})

describe('a letter that adds nothing', () => {
  it.each([
    ['verified', 'that it was verified. Please look into it again. I paid'],
    ['frivolous', 'without reinvestigating it. I paid'],
  ] as const)('does not say that it does: %s', (outcome, words) => {
    expect(middleOf(paid, { followed: { ...after(outcome), adds: false } })).toContain(words)
  })
})

describe('a letter to another bureau', () => {
  const asked: typeof paid = {
    accountId: ids.meridian,
    bureaus: ['Experian'],
    reason: 'not_mine',
  }

  it.each(['deleted', 'corrected'] as const)('states that the first one %s the account', outcome => {
    const followed: FollowedDispute = { ...after(outcome), kind: 'other_bureaus' }
    const middle = middleOf(asked, { followed })
    expect(middle).toMatch(/^I dispute the account below/)
    expect(middle).toContain(
      `TransUnion answered on October 28, 2026 that it ${outcome} this account. This account is not mine.`,
    )
  })

  it('does not mention an answer that is not evidence, nor the bureau’s own answer', () => {
    expect(middleOf(asked, { followed: { ...after('verified'), kind: 'other_bureaus' } })).not.toContain(
      'answered',
    )
    const own: FollowedDispute = {
      ...after('deleted'),
      kind: 'other_bureaus',
      answers: [{ bureau: 'Experian', outcome: 'deleted', on: '2026-10-28' }],
    }
    expect(middleOf(asked, { followed: own })).not.toContain('answered')
  })
})

const context = disputeContext()

const sent = accountLettersFor(
  [
    { accountId: ids.lakeshore, bureaus: ['TransUnion'], reason: 'never_late' },
    {
      accountId: ids.meridian,
      bureaus: ['TransUnion', 'Experian'],
      reason: 'not_mine',
    },
  ],
  { today: '2026-10-01' },
)

const items = [
  { id: 'lakeshore', bureaus: ['TransUnion'] },
  { id: 'meridian', bureaus: ['TransUnion', 'Experian'] },
] as const

const itemsNamed = (itemId: string) =>
  sent.map(letter => findItemInLetter(letter, items, itemId)?.title ?? null)

describe('an item in the letters of its dispute', () => {
  it('is found in each letter that contains it', () => {
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
    askedBefore: false,
    ownWords: null,
  } as const

  it('reads like this', () => {
    expect(verificationLetters([verified], context).map(letterText)).toEqual([
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

  it('includes the user’s own words', () => {
    const [letter] = verificationLetters([{ ...verified, ownWords: 'Nobody asked me for papers.' }], context)
    expect(letter && editableText(letter)).toContain('In my own words: “Nobody asked me for papers.”')
  })

  it('asks again if no description was received', () => {
    const answer = { bureau: 'TransUnion', outcome: 'no_answer', on: '2026-11-18' } as const
    const [letter] = verificationLetters([{ ...verified, answer, askedBefore: true }], context)
    expect(letter?.opening).toBe(
      'In my letter of October 1, 2026 I asked how you had checked the item below in my TransUnion file. By November 18, 2026 I had received no description.',
    )
  })

  it('asks how a correction was checked', () => {
    const answer = { ...verified.answer, outcome: 'corrected' } as const
    const [letter] = verificationLetters([{ ...verified, answer }], context)
    expect(letter?.opening).toContain('You answered on October 28, 2026 that you corrected it.')
  })
})
