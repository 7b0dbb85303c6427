import { describe, expect, it } from 'vitest'
import { maya } from '#test/support/reports/disputed-report.ts'
import { bureaus } from '#values/bureau.ts'
import type { FreezeDispute } from '../dispute-contract.ts'
import { freezeAddresses } from '../envelope.ts'
import { createFreezeRequest } from '../freeze-rules.ts'
import { answersOfBureaus } from '../recipients.ts'
import { freezeLetters } from './freeze.ts'
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

  it('speaks of copies only when it encloses them', () => {
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
  ])('asks for a lift of %j in one sentence', (days, says) => {
    expect(lettersFor({ action: 'lift', ...days })[0]?.opening).toBe(
      `There is a security freeze on my TransUnion file. Please ${says}, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).`,
    )
  })

  it.each<[Partial<FreezeDispute>, string]>([
    [{}, 'until further notice'],
    [{ from: '2026-12-01' }, 'until further notice'],
    [{ until: '2026-12-14' }, 'for a time'],
    [{ from: '2026-12-01', until: '2026-12-14' }, 'for a time'],
  ])('is headed by what is asked: a lift of %j is %s', (days, asked) => {
    expect(lettersFor({ action: 'lift', ...days })[0]?.subject).toBe(
      `Request to lift a security freeze ${asked}`,
    )
  })

  it('asks for a removal', () => {
    expect(lettersFor({ action: 'remove' })[0]).toMatchObject({
      subject: 'Request to remove a security freeze',
      opening:
        'There is a security freeze on my TransUnion file. Please remove it, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).',
    })
  })

  it('goes to the address that each bureau has for freezes, short enough for an envelope', () => {
    const letters = lettersFor({ bureaus: ['Equifax', 'Experian', 'TransUnion'] })
    expect(letters.map(({ bureau }) => bureau)).toEqual(bureaus)
    for (const { bureau, recipient } of answersOfBureaus(letters)) {
      expect(recipient).toEqual(freezeAddresses[bureau].lines)
      expect(Math.max(...recipient.map(line => line.length))).toBeLessThanOrEqual(40)
    }
  })
})
