import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#values/business-days.ts'
import { contactMedia, debtClaims, noticeStates } from '../collectors/debt-answers.ts'
import type { KnownNotice } from '../collectors/validation-period.ts'
import {
  type CeaseRequest,
  ceaseContent,
  type LetterDebt,
  type ValidationRequest,
  validationContent,
} from './debt-collector.ts'
import type { LetterContent } from './letter.ts'

const today = '2026-11-20'

const debt: LetterDebt = {
  number: 'MC-90211****',
  originalCreditor: 'HARBOR MEDICAL GROUP',
  amount: '1284.00',
  amountLabel: 'Balance',
  reportedBy: 'MERIDIAN COLL SVC',
  seenIn: 'my credit report of November 2, 2026 shows in my TransUnion file',
  clearerNumber: null,
}

const came = (own: Partial<KnownNotice>): KnownNotice => ({ state: 'came', on: null, endsOn: null, ...own })

const asked = (own: Partial<ValidationRequest> = {}): ValidationRequest => {
  const notice = own.notice ?? came({ on: '2026-11-10', endsOn: '2026-12-18' })
  return {
    debt,
    notice,
    today,
    partAmount: null,
    claims: [],
    asksOriginalCreditor: false,
    explanation: null,
    ...own,
  }
}

const textOf = ({ subject, opening, items, closing }: LetterContent): string =>
  [
    subject,
    opening,
    ...items.flatMap(({ title, facts, says, ownWords, ask }) => [
      title,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      says.join(' '),
      ...(ownWords === null ? [] : [ownWords]),
      ask,
    ]),
    ...closing,
  ].join('\n')

describe('a dispute of a debt', () => {
  it('reads like this within the validation period', () => {
    expect(
      textOf(validationContent(asked({ claims: ['not_mine'], asksOriginalCreditor: true }))),
    ).toBe(`Dispute of a debt and request for verification
I write about the debt below, which you say I owe and which my credit report of November 2, 2026 shows in my TransUnion file.
The debt that you say I owe
Reported by: MERIDIAN COLL SVC
Account number: MC-90211****
Original creditor: HARBOR MEDICAL GROUP
Balance: $1,284.00
I dispute the whole debt. This is not my debt. Your notice of this debt came on November 10, 2026. Your notice gives December 18, 2026 as the last day to dispute.
Please send me verification of the debt or a copy of a judgment. Please also send me the name and address of the original creditor, if it is not the current one.
Until you have sent me what I ask for, please stop collecting the debt, as 15 U.S.C. 1692g(b) and 12 CFR 1006.38 provide for a dispute made in writing within the validation period.
If you tell a credit bureau or anyone else about this debt, please say that it is disputed (15 U.S.C. 1692e(8)).
Nothing in this letter is an admission that I owe this debt or any part of it. Please answer in writing to the address above.`)
  })

  it('names a typed debt as the collector does, and mentions no report', () => {
    const content = validationContent(
      asked({
        debt: {
          number: '584-345',
          amount: '2384.5',
          amountLabel: 'Amount you ask for',
          originalCreditor: null,
          reportedBy: null,
          seenIn: null,
          clearerNumber: null,
        },
      }),
    )
    expect(content.opening).toBe('I write about the debt below, which you say I owe.')
    expect(content.items[0]?.facts).toEqual([
      { label: 'Your number', value: '584-345' },
      { label: 'Amount you ask for', value: '$2,384.50' },
    ])
  })

  it('disputes a part, and asks to stop collecting only that part', () => {
    const content = validationContent(asked({ partAmount: '120.00', claims: ['wrong_amount'] }))
    expect(content.items[0]?.says.slice(0, 2)).toEqual([
      'I dispute $120.00 of it.',
      'The amount that you say I owe is wrong.',
    ])
    expect(content.closing[0]).toContain('please stop collecting the part that I dispute, as')
  })

  it.each<[string, KnownNotice, string | null]>([
    ['within the period', came({ on: '2026-10-21' }), 'Until you have sent me what I ask for'],
    ['after it', came({ on: '2026-10-20' }), null],
    [
      'before the notice',
      { state: 'not_come', on: null, endsOn: null },
      'If this letter reaches you in that time',
    ],
    [
      'when nobody knows',
      { state: 'unknown', on: null, endsOn: null },
      'If this letter reaches you in that time',
    ],
  ])('asks to stop collecting %s as far as the law provides', (_, notice, says) => {
    const text = textOf(validationContent(asked({ notice })))
    if (says === null) expect(text).not.toMatch(/stop collecting|1692g\(b\)/)
    else expect(text).toContain(says)
  })

  it.each<[string, KnownNotice, string[]]>([
    ['both days to come', came({ on: '2026-10-21', endsOn: '2026-11-20' }), ['October 21', 'November 20']],
    ['named day past', came({ on: '2026-11-01', endsOn: '2026-11-18' }), ['November 1']],
    ['30 days past', came({ on: '2026-09-01', endsOn: '2026-12-10' }), ['December 10']],
    ['both past', came({ on: '2026-08-01', endsOn: '2026-09-03' }), []],
  ])('mentions no day of the notice that speaks against the user: %s', (_, notice, days) => {
    const text = textOf(validationContent(asked({ debt: { ...debt, seenIn: null }, notice })))
    expect(text.match(/[A-Z][a-z]+ \d+(?=, 2026)/g) ?? []).toEqual(days)
  })

  it('asks for the notice only if the user states that it was not received', () => {
    const notCome = textOf(
      validationContent(asked({ notice: { state: 'not_come', on: null, endsOn: null } })),
    )
    expect(notCome).toContain('I have not received the notice of this debt')
    expect(notCome).toContain('If you have not sent the notice, please send it.')
    const unknown = textOf(validationContent(asked({ notice: { state: 'unknown', on: null, endsOn: null } })))
    expect(unknown).not.toMatch(/notice/i)
  })
})

const cease = (own: Partial<CeaseRequest> = {}): LetterContent =>
  ceaseContent({ debt, limits: null, explanation: null, ...own })

describe('a request to stop contact', () => {
  it('reads like this', () => {
    expect(textOf(cease())).toBe(`Request to cease communication
I write about the debt below, which you say I owe and which my credit report of November 2, 2026 shows in my TransUnion file.
The debt that you say I owe
Reported by: MERIDIAN COLL SVC
Account number: MC-90211****
Original creditor: HARBOR MEDICAL GROUP
Balance: $1,284.00
I want you to cease further communication with me about this debt.
Please do so from the day you receive this letter, as 15 U.S.C. 1692c(c) and 12 CFR 1006.6(c) provide.
You may still tell me that you end your efforts to collect it, or notify me of a specific remedy that you or the creditor may invoke or intend to invoke (15 U.S.C. 1692c(c)(1) to (3)).
Nothing in this letter is an admission that I owe this debt or any part of it.`)
  })

  it('names the limits that the user chose, each with its rule, and never asks to stop all contact', () => {
    const content = cease({
      limits: { media: ['phone', 'text'], notAtWork: true },
      explanation: 'I work nights, so do not call before noon.',
    })
    expect(content.items[0]?.ask).toBe(
      'Please do not contact me by phone or by text message (12 CFR 1006.14(h)). Please do not contact me at my place of work. That place is inconvenient to me (15 U.S.C. 1692c(a)(1)). Please do not contact me at the times or places that I name. They are inconvenient to me (15 U.S.C. 1692c(a)(1)).',
    )
    expect(textOf(content)).not.toContain('1692c(c)')
  })

  it('allows mail only if the user names no times and places of their own', () => {
    const limits = { media: ['phone'], notAtWork: true } as const
    const allowsMail = (explanation: string | null) =>
      textOf(cease({ limits, explanation })).includes('You may write to me by mail')
    expect(allowsMail(null)).toBe(true)
    expect(allowsMail('Nothing to my home, please.')).toBe(false)
  })
})

describe('a letter to a collector with any request', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 20 }))
  const days = fc.integer({ min: 0, max: 200 }).map(number => addDays('2026-08-01', number))
  const debts = fc.record<LetterDebt>({
    number: text,
    originalCreditor: text,
    amount: fc.option(fc.constantFrom('1284.00', '7.5')),
    amountLabel: fc.constantFrom('Balance', 'Past due', 'Amount you ask for'),
    reportedBy: text,
    seenIn: fc.option(fc.constant('my credit report shows in my Equifax file')),
    clearerNumber: fc.option(fc.constant({ label: 'Account number at Experian', value: 'MC-90211****' })),
  })
  const notices = fc.record<KnownNotice>({
    state: fc.constantFrom(...noticeStates),
    on: fc.option(days),
    endsOn: fc.option(days),
  })
  const validations = fc
    .record({
      debt: debts,
      notice: notices,
      partAmount: fc.option(fc.constant('20.00')),
      claims: fc.subarray([...debtClaims]),
      asksOriginalCreditor: fc.boolean(),
      explanation: text,
    })
    .map((own): [LetterContent, LetterDebt] => [validationContent(asked(own)), own.debt])
  const ceases = fc
    .record({
      debt: debts,
      limits: fc.option(fc.record({ media: fc.subarray([...contactMedia]), notAtWork: fc.boolean() })),
      explanation: text,
    })
    .map((own): [LetterContent, LetterDebt] => [cease(own), own.debt])

  it('admits no debt, threatens and promises nothing, and sets the collector no deadline', () => {
    fc.assert(
      fc.property(fc.oneof(validations, ceases), ([{ subject, opening, items, closing }]) => {
        const sentences = [
          subject,
          opening,
          ...items.flatMap(({ title, says, ask }) => [title, ...says, ask]),
          ...closing,
        ]
        const all = sentences.join(' ')
        expect(all).toContain(
          'Nothing in this letter is an admission that I owe this debt or any part of it.',
        )
        expect(all.replaceAll(/(?:say|admission that) I owe/g, '')).not.toMatch(
          /\bowe\b|\bmy debt\b(?<!not my debt)|\bI will pay|refuse/i,
        )
        expect(all).not.toMatch(
          /guarantee|\bsue\b|lawsuit|attorney|\bcourt|damages|demand|immediately|violat|penalt|legal action/i,
        )
        expect(all).not.toMatch(/within (?:\d+|five|thirty) (?:business )?days/)
        expect(all).not.toMatch(/null|undefined|NaN/)
      }),
    )
  })

  it('states as facts only what is reported or typed', () => {
    fc.assert(
      fc.property(fc.oneof(validations, ceases), ([{ items }, given]) => {
        const { reportedBy, number, clearerNumber, originalCreditor, amount } = given
        const known = [reportedBy, number, clearerNumber, originalCreditor, amount].filter(
          one => one !== null,
        )
        expect(items[0]?.facts).toHaveLength(known.length)
      }),
    )
  })

  it('states a claim of the user only if it was chosen', () => {
    fc.assert(
      fc.property(fc.subarray([...debtClaims]), claims => {
        const says = validationContent(asked({ claims })).items[0]?.says.join(' ') ?? ''
        expect(says.includes('This is not my debt.')).toBe(claims.includes('not_mine'))
        expect(says.includes('is wrong')).toBe(claims.includes('wrong_amount'))
      }),
    )
  })
})
