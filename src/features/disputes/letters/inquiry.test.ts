import { describe, expect, it } from 'vitest'
import { asked, detailedReport } from '#test/support/reports/disputed-details.ts'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import type { InquiryDispute } from '../dispute-requests.ts'
import { resolveInquiryItems } from '../inquiry-rules.ts'
import { inquiryLetters } from './inquiry.ts'
import { type DisputeContext, editableText, letterText } from './letter.ts'

type Asked = InquiryDispute['items'][number]

const lettersFor = (items: Asked[], own: Partial<DisputeContext> = {}) => {
  const context = disputeContext({ report: detailedReport, ...own })
  return inquiryLetters(resolveInquiryItems(items, context), context)
}

const at = (inquiryId: string, reason: Asked['reason'], own: Partial<Asked> = {}): Asked => ({
  inquiryId,
  bureaus: ['TransUnion'],
  reason,
  ...own,
})

const saysOf = (item: Asked, own?: Partial<DisputeContext>) => {
  const [letter] = lettersFor([item], own)
  return [letter?.items[0]?.says.join(' '), letter?.items[0]?.ask]
}

it('a letter to a bureau that changed the inquiry after its report cites that report, not its file', () => {
  const changed = [
    {
      item: { type: 'inquiry', ids: { TransUnion: asked.northgate } },
      bureau: 'TransUnion',
      on: '2026-11-02',
    },
  ] as const
  const item = at(asked.northgate, 'wrong_date')
  expect(saysOf(item)[0]).toContain('Your file dates it September 14, 2026.')
  expect(saysOf(item, { changed })[0]).toContain(
    'My credit report of November 2, 2026 dates it September 14, 2026.',
  )
})

describe('a letter about inquiries', () => {
  it('reads like this', () => {
    const [transUnion] = lettersFor([
      at(asked.northgate, 'no_application', {
        bureaus: ['TransUnion', 'Experian'],
        explanation: 'I have never been a customer there.',
      }),
      at(asked.lakeshore, 'not_hard'),
    ])
    expect(transUnion && letterText(transUnion)).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion Consumer Solutions
P.O. Box 2000
Chester, PA 19016

November 20, 2026

Re: Dispute of two inquiries in my TransUnion file

I dispute the two inquiries below, which my credit report of November 2, 2026 shows in my TransUnion file. Please reinvestigate each of them under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).

1. NORTHGATE BANK
Date of inquiry: 09/14/2026
Kind: Hard inquiry

I did not apply to NORTHGATE BANK. Section 604(a) of the Act, 15 U.S.C. 1681b(a), names the purposes for which a report may be given.

In my own words: “I have never been a customer there.”

Please ask NORTHGATE BANK for which of these purposes it obtained my report on September 14, 2026, and delete the inquiry unless such a purpose is verified.

2. LAKESHORE CARD SVCS
Date of inquiry: 05/02/2026
Kind: Hard inquiry

This inquiry was not for an application of mine. Your file shows an account of LAKESHORE CARD SVCS that was opened in June 2019, before the inquiry. Section 604(c)(3) of the Act, 15 U.S.C. 1681b(c)(3), does not let a record of inquiries for credit or insurance transactions that I did not initiate be given to others.

Please ask LAKESHORE CARD SVCS what my report was obtained for on May 2, 2026, and delete the inquiry or show it to me alone.

Please pass on what I say here to NORTHGATE BANK and LAKESHORE CARD SVCS. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.

Please send me the result in writing at the address above, with a copy of my report based on my file as revised.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Sincerely,

Maya Brooks`)
  })

  it('names the inquiry as each bureau spells it, and calls it hard only if the file does', () => {
    const letters = lettersFor([
      at(asked.northgate, 'no_application', { bureaus: ['Experian', 'TransUnion'] }),
    ])
    expect(letters.map(({ bureau, subject, items }) => [bureau, subject, items[0]?.facts.length])).toEqual([
      ['TransUnion', 'Dispute of the inquiry by NORTHGATE BANK, September 14, 2026', 2],
      ['Experian', 'Dispute of the inquiry by NORTHGATE BANK NA, September 14, 2026', 1],
    ])
  })

  it.each<[string, Asked, string, string]>([
    [
      'of identity theft claims no report that was not enclosed',
      at(asked.northgate, 'identity_theft'),
      'I did not make this application. Someone applied in my name without my permission.',
      'Please find out from NORTHGATE BANK how this inquiry came about, and delete it.',
    ],
    [
      'listed twice names the other one',
      at(asked.northgateAgain, 'duplicate'),
      'One application of mine is listed more than once. Your file also lists an inquiry by NORTHGATE BANK dated September 14, 2026.',
      'Please check with NORTHGATE BANK, and keep only one inquiry for this application.',
    ],
    [
      'dated after its report says so',
      at(asked.swift, 'wrong_date'),
      'The date of this inquiry is inaccurate. Your file dates it January 5, 2027. That is later than the report that shows it, which is of November 2, 2026.',
      'Please check with SWIFT LOANS when it obtained my report, and correct the date.',
    ],
    [
      'with another wrong date says no more than that',
      at(asked.northgate, 'wrong_date'),
      'The date of this inquiry is inaccurate. Your file dates it September 14, 2026.',
      'Please check with NORTHGATE BANK when it obtained my report, and correct the date.',
    ],
    [
      'over two years old claims no statute, because none sets the two years',
      at(asked.oldMill, 'too_old'),
      'This inquiry is more than two years old. Your file dates it August 2024. The nationwide credit bureaus say that they list inquiries for two years.',
      'Please delete it.',
    ],
    [
      'that is none of an application cites no account where none was open before',
      at(asked.northgate, 'not_hard'),
      'This inquiry was not for an application of mine. Section 604(c)(3) of the Act, 15 U.S.C. 1681b(c)(3), does not let a record of inquiries for credit or insurance transactions that I did not initiate be given to others.',
      'Please ask NORTHGATE BANK what my report was obtained for on September 14, 2026, and delete the inquiry or show it to me alone.',
    ],
    [
      'with something else wrong leaves it to the user’s words',
      at(asked.northgate, 'other', { explanation: 'They asked for my brother.' }),
      'What is shown for this inquiry is inaccurate or incomplete.',
      'Please check what I say with NORTHGATE BANK, and correct or delete the inquiry.',
    ],
  ])('%s', (_, item, says, ask) => {
    expect(saysOf(item)).toEqual([says, ask])
  })

  it('requests a block of a stolen inquiry with a theft report and proof of identity', () => {
    const [letter] = lettersFor([at(asked.northgate, 'identity_theft')], {
      enclosed: [
        { kind: 'identity_theft_report', name: 'Report' },
        { kind: 'government_id', name: 'Passport' },
      ],
    })
    expect(letter && editableText(letter)).toContain(
      'Please block the reporting of the inquiry by NORTHGATE BANK, as listed above, within four business days of receiving this letter, as section 605B of the Act, 15 U.S.C. 1681c-2, provides.',
    )
  })

  it('identifies the stolen one of two inquiries of a company by its date', () => {
    const [letter] = lettersFor(
      [at(asked.northgate, 'identity_theft'), at(asked.northgateAgain, 'no_application')],
      {
        enclosed: [
          { kind: 'identity_theft_report', name: 'Report' },
          { kind: 'government_id', name: 'Passport' },
        ],
      },
    )
    expect(letter && editableText(letter)).toContain(
      'Please block the reporting of the inquiry by NORTHGATE BANK of September 14, 2026, as listed above,',
    )
  })

  it('identifies one of two inquiries of a day by its number', () => {
    const sameDay = detailedReport.inquiries.map(row =>
      row.id === asked.northgateAgain ? { ...row, date: '2026-09-14' } : row,
    )
    const [letter] = lettersFor(
      [
        at(asked.northgate, 'other', { explanation: 'It was a loan.' }),
        at(asked.northgateAgain, 'identity_theft'),
      ],
      {
        report: { ...detailedReport, inquiries: sameDay },
        enclosed: [
          { kind: 'identity_theft_report', name: 'Report' },
          { kind: 'government_id', name: 'Passport' },
        ],
      },
    )
    expect(letter?.closing[0]).toContain(
      'by NORTHGATE BANK of September 14, 2026 (number 2 above), as listed',
    )
  })

  it('counts the other inquiries, and gives a day once that several of them have', () => {
    const [first] = detailedReport.inquiries
    const others = ['2026-09-20', '2026-09-22'].flatMap((date, index) =>
      first === undefined ? [] : [{ ...first, id: `0192f0c1-0000-7000-8000-00000000020${index}`, date }],
    )
    const saidWith = (inquiries: typeof others) =>
      saysOf(at(asked.northgate, 'duplicate'), {
        report: { ...detailedReport, inquiries: [...detailedReport.inquiries, ...inquiries] },
      })[0]
    expect(saidWith(others.slice(0, 1))).toContain(
      'also lists two inquiries by NORTHGATE BANK dated September 20, 2026.',
    )
    expect(saidWith(others)).toContain(
      'also lists three inquiries by NORTHGATE BANK dated September 20, 2026 and September 22, 2026.',
    )
  })

  it('calls no inquiry a duplicate of one that the letter denies', () => {
    expect(() =>
      lettersFor([at(asked.northgate, 'duplicate'), at(asked.northgateAgain, 'identity_theft')]),
    ).toThrow(expect.objectContaining({ code: 'contradicts_dispute' }))
  })

  it('tells the other bureaus of one that deleted the inquiry', () => {
    const [says] = saysOf(at(asked.northgate, 'no_application', { bureaus: ['Experian'] }), {
      followed: {
        kind: 'other_bureaus',
        writtenOn: { TransUnion: '2026-10-01' },
        adds: false,
        identifies: false,
        freeAnnualReport: false,
        answers: [{ bureau: 'TransUnion', outcome: 'deleted', on: '2026-10-28' }],
      },
    })
    expect(says).toMatch(
      /^TransUnion answered on October 28, 2026 that it deleted this inquiry\. I did not apply to NORTHGATE/,
    )
  })
})
