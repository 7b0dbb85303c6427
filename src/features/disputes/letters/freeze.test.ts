import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { maya } from '#test/support/reports/disputed-report.ts'
import { bureaus } from '#values/bureau.ts'
import { buildAgencyFreezeDispute } from '../build-dispute.ts'
import { type AgencyFreezeDispute, type FreezeDispute, freezeActions } from '../dispute-requests.ts'
import { freezeAddresses } from '../envelope.ts'
import { specialtyAgencies, specialtyAgencyTable } from '../freezes/specialty-agencies.ts'
import { answersOfBureaus } from '../recipients.ts'
import { createFreezeRequest, freezeLetters } from './freeze.ts'
import { type LetterContext, letterText } from './letter.ts'

const today = '2026-11-20'

const lettersFor = (asked: Partial<FreezeDispute>, own: Partial<LetterContext> = {}) =>
  freezeLetters(createFreezeRequest({ action: 'place', bureaus: ['TransUnion'], ...asked }, today), {
    sender: maya,
    reportDate: null,
    sandbox: false,
    enclosed: [],
    today,
    ...own,
  })

describe('a freeze letter', () => {
  it('reads like this', () => {
    const [letter] = lettersFor(
      {},
      {
        enclosed: [
          { kind: 'government_id', name: 'Passport' },
          { kind: 'proof_of_address', name: 'Bill' },
        ],
      },
    )
    expect(letter && letterText(letter)).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion
P.O. Box 160
Woodlyn, PA 19094

November 20, 2026

Re: Request for a security freeze

Please place a security freeze on my TransUnion file, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(2).

For a request by mail the Act gives three business days from the day you receive it. Please send me, at the address above and within five business days of placing the freeze, your confirmation and what I need to lift or remove it.

My details below and the enclosed copies identify me.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Enclosed: copy of government ID; copy of proof of address

Sincerely,

Maya Brooks`)
  })

  it('mentions copies only if it encloses them', () => {
    expect(lettersFor({})[0]?.closing.at(-1)).toBe('My details below identify me.')
  })

  it.each<[Partial<FreezeDispute>, string]>([
    [{}, 'lift it when you receive this letter and keep it lifted until I ask you to place it again'],
    [
      { from: '2026-12-01' },
      'lift it on December 1, 2026 and keep it lifted until I ask you to place it again',
    ],
    [
      { until: '2026-12-14' },
      'lift it when you receive this letter and put it back in place after December 14, 2026',
    ],
    [
      { from: '2026-12-01', until: '2026-12-14' },
      'lift it from December 1, 2026 through December 14, 2026 and keep it in place before and after',
    ],
    [{ from: '2026-12-01', until: '2026-12-01' }, 'lift it on December 1, 2026, for that day only'],
  ])('requests a lift of %j in one sentence', (days, says) => {
    expect(lettersFor({ action: 'lift', ...days })[0]?.opening).toBe(
      `There is a security freeze on my TransUnion file. Please ${says}, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).`,
    )
  })

  it.each<[Partial<FreezeDispute>, string]>([
    [{}, 'until further notice'],
    [{ from: '2026-12-01' }, 'until further notice'],
    [{ until: '2026-12-14' }, 'for a time'],
    [{ from: '2026-12-01', until: '2026-12-14' }, 'for a time'],
  ])('has the request as its heading: a lift of %j is %s', (days, asked) => {
    expect(lettersFor({ action: 'lift', ...days })[0]?.subject).toBe(
      `Request to lift a security freeze ${asked}`,
    )
  })

  it('requests a removal', () => {
    expect(lettersFor({ action: 'remove' })[0]).toMatchObject({
      subject: 'Request to remove a security freeze',
      opening:
        'There is a security freeze on my TransUnion file. Please remove it, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).',
    })
  })

  it('is addressed to each bureau’s address for freezes, short enough for an envelope', () => {
    const letters = lettersFor({ bureaus: ['Equifax', 'Experian', 'TransUnion'] })
    expect(letters.map(({ bureau }) => bureau)).toEqual(bureaus)
    for (const { bureau, recipient } of answersOfBureaus(letters)) {
      expect(recipient).toEqual(freezeAddresses[bureau].lines)
      expect(Math.max(...recipient.map(line => line.length))).toBeLessThanOrEqual(40)
    }
  })
})

const built = (asked: Partial<AgencyFreezeDispute>, own: Partial<LetterContext> = {}) =>
  buildAgencyFreezeDispute(
    { agency: 'ChexSystems', action: 'place', ...asked },
    { sender: maya, reportDate: null, sandbox: false, enclosed: [], today, ...own },
  )

const textOf = (asked: Partial<AgencyFreezeDispute>, own: Partial<LetterContext> = {}) =>
  built(asked, own).letters.map(letterText).join('\n')

const refusalOf = (asked: Partial<AgencyFreezeDispute>) => {
  try {
    built(asked)
  } catch (error) {
    if (error instanceof AppError) return error.fields
    throw error
  }
  throw new Error('it was made')
}

describe('a freeze letter to a specialty agency', () => {
  it('reads like this', () => {
    expect(textOf({}, { enclosed: [{ kind: 'government_id', name: 'Passport' }] })).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

Chex Systems, Inc. Security Freeze Dept.
P.O. Box 583399
Minneapolis, MN 55458

November 20, 2026

Re: Request for a security freeze

Please place a security freeze on the file that ChexSystems keeps about me. I ask for this under the law of my state or under the freeze that you offer to consumers, whichever applies.

Please send me, at the address above, your confirmation and what I need to lift or remove the freeze.

My details below and the enclosed copies identify me.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Enclosed: copy of government ID

Sincerely,

Maya Brooks`)
  })

  it('states the days of a lift', () => {
    const text = textOf({ agency: 'NCTUE', action: 'lift', from: '2026-12-01', until: '2026-12-09' })
    expect(text).toContain(
      'There is a security freeze on the file that NCTUE keeps about me. Please lift it from December 1, 2026 through December 9, 2026 and keep it in place before and after.',
    )
    expect(text).toContain('Please confirm it in writing at the address above.')
  })

  it('is sent to one agency, without a bureau', () => {
    const { type, items, letters } = built({ agency: 'Innovis', action: 'remove' })
    expect(type).toBe('agency-freeze')
    expect(items[0]).toMatchObject({ agency: 'Innovis', reason: 'remove', bureaus: [] })
    expect(letters.map(({ to, bureau }) => [to.kind, to.name, bureau])).toEqual([['agency', 'Innovis', null]])
  })

  it.each(specialtyAgencies.filter(agency => specialtyAgencyTable[agency].address !== null))(
    'to %s cites no law, deadline or price of the three bureaus, and no bureau',
    agency => {
      for (const action of freezeActions) {
        const text = textOf({ agency, action })
        expect(text).not.toMatch(
          /1681|605A|Fair Credit|business day|free of charge|TransUnion|Experian|Equifax/,
        )
        expect(text).not.toMatch(/must|required|violat/i)
      }
    },
  )
})

describe('it is refused', () => {
  it('for an agency without a published address', () => {
    expect(refusalOf({ agency: 'The Work Number' })).toEqual({
      agency: 'No source gives an address of The Work Number for letters. Ask online or by phone',
    })
  })

  it('for impossible days', () => {
    expect(refusalOf({ from: '2026-12-01' })).toEqual({
      from: 'Only a temporary lift of a freeze takes days',
    })
    expect(refusalOf({ action: 'lift', from: '2026-11-19' })).toEqual({ from: 'This day is in the past' })
  })
})
