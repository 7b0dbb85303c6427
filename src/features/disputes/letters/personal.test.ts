import { describe, expect, it } from 'vitest'
import { detailedReport } from '#test/support/reports/disputed-details.ts'
import { disputeContext } from '#test/support/reports/disputed-report.ts'
import type { Bureau } from '#values/bureau.ts'
import type { PersonalInfoDispute } from '../dispute-requests.ts'
import { resolvePersonalItems } from '../personal-rules.ts'
import { type DisputeContext, letterText } from './letter.ts'
import { personalLetters } from './personal.ts'

type Asked = PersonalInfoDispute['items'][number]

const lettersFor = (items: Asked[], more: Partial<DisputeContext> = {}) => {
  const context = disputeContext({ report: detailedReport, ...more })
  return personalLetters(resolvePersonalItems(items, context), context)
}

const wrongName: Asked = {
  field: 'name',
  reportedValue: 'MAYA BROOKE',
  action: 'correct',
  correctValue: 'Maya Brooks',
  bureaus: ['TransUnion'],
}
const strangeName: Asked = {
  field: 'name',
  reportedValue: 'MARIA BROOKES',
  action: 'remove',
  bureaus: ['TransUnion'],
}
const job: Asked = {
  field: 'employer',
  reportedValue: 'HARBOR CAFE',
  action: 'remove',
  bureaus: ['TransUnion'],
}

const saysOf = (item: Asked) => {
  const entry = lettersFor([item])[0]?.items[0]
  return [entry?.title, entry?.says.join(' '), entry?.ask]
}

it('a letter to a bureau that changed the entry after its report cites that report, not its file', () => {
  const { field, reportedValue } = wrongName
  const changed = [
    { item: { type: 'personal-info', field, reportedValue }, bureau: 'TransUnion', on: '2026-11-02' },
  ] as const
  const labelOf = (more: Partial<DisputeContext>) =>
    lettersFor([wrongName], more)[0]?.items[0]?.facts[0]?.label
  expect([labelOf({}), labelOf({ changed })]).toEqual(['In your file', 'In my credit report'])
})

describe('a letter about personal information', () => {
  it('reads like this', () => {
    const [letter] = lettersFor([wrongName, strangeName], {
      enclosed: [{ kind: 'government_id', name: 'Passport' }],
    })
    expect(letter && letterText(letter)).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion Consumer Solutions
P.O. Box 2000
Chester, PA 19016

November 20, 2026

Re: Dispute of personal information in my TransUnion file

My credit report of November 2, 2026 shows the entries below in my TransUnion file. I dispute them. Please reinvestigate them under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).

1. Name
In your file: MAYA BROOKE
Correct: Maya Brooks

My name is Maya Brooks, not MAYA BROOKE. Experian shows it correctly.

Please correct it in my file.

2. Also known as
In your file: MARIA BROOKES

This name is not mine.

Please remove it from my file.

Please also check whether anything else in my file belongs to another person, and take it out. Section 607(b) of the Act, 15 U.S.C. 1681e(b), requires reasonable procedures to assure maximum possible accuracy.

Please tell the company that reported this to you what I say here. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.

Please send me the result in writing at the address above, with a copy of my report based on my file as revised.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Enclosed: copy of government ID

Sincerely,

Maya Brooks`)
  })

  it.each<[string, Asked, string, string]>([
    [
      'a date of birth',
      {
        field: 'dob',
        reportedValue: '04/21/1988',
        action: 'correct',
        correctValue: '1988-04-12',
        bureaus: ['TransUnion'],
      },
      'Date of birth',
      'My date of birth is 04/12/1988, not 04/21/1988. Experian shows it correctly.',
    ],
    [
      'the last four digits of a Social Security number',
      { field: 'ssn', reportedValue: 'XXX-XX-4471', action: 'correct', bureaus: ['TransUnion'] },
      'Social Security number',
      'My Social Security number ends in 4417, not in 4471. Experian shows it correctly.',
    ],
    [
      'an old address that is shown as the current one',
      {
        field: 'address',
        reportedValue: '88 Canal Street, Reno, NV 89501-0042',
        action: 'correct',
        correctValue: '2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106',
        bureaus: ['TransUnion'],
      },
      'Current address',
      'My current address is 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106, not 88 Canal Street, Reno, NV 89501-0042. Experian shows it correctly.',
    ],
    [
      'a former address that is the current one, misspelled',
      {
        field: 'address',
        reportedValue: '88 Canal Street, Reno, NV 89501-0042',
        action: 'correct',
        correctValue: '2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106',
        bureaus: ['Experian'],
      },
      'Previous address',
      'The right address is 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106, not 88 Canal Street, Reno, NV 89501-0042.',
    ],
    [
      'a phone number',
      {
        field: 'phone',
        reportedValue: '(775) 555-0188',
        action: 'correct',
        correctValue: '(202) 555-0143',
        bureaus: ['TransUnion'],
      },
      'Phone number',
      'My phone number is (202) 555-0143, not (775) 555-0188.',
    ],
    [
      'an employer, without two full stops',
      { ...job, action: 'correct', correctValue: 'Harbor Coffee Inc.' },
      'Employer',
      'The name of the employer is Harbor Coffee Inc., not HARBOR CAFE.',
    ],
  ])('corrects %s', (_, item, title, says) => {
    expect(saysOf(item)).toEqual([title, says, 'Please correct it in my file.'])
  })

  it.each<[Asked, string]>([
    [{ ...wrongName, action: 'remove', correctValue: '' }, 'This name is not mine.'],
    [
      { field: 'dob', reportedValue: '04/21/1988', action: 'remove', bureaus: ['TransUnion'] },
      'This is not my date of birth.',
    ],
    [
      { field: 'ssn', reportedValue: 'XXX-XX-4471', action: 'remove', bureaus: ['TransUnion'] },
      'This Social Security number is not mine.',
    ],
    [
      { field: 'phone', reportedValue: '(775) 555-0188', action: 'remove', bureaus: ['TransUnion'] },
      'This phone number is not mine.',
    ],
    [job, 'I never worked for this employer.'],
  ])('requests the removal, and claims no more', (item, says) => {
    expect(saysOf(item).slice(1)).toEqual([says, 'Please remove it from my file.'])
  })

  it('does not call a bureau right that lists the disputed entry too', () => {
    const [wrong, right] = ['+17755550188', '+12025550143']
    const phonesAt = (bureau: Bureau, phones: string[]) =>
      detailedReport.personal.filter(one => one.bureau === bureau).map(one => ({ ...one, phones }))
    const says = (phones: string[]) =>
      lettersFor(
        [
          {
            field: 'phone',
            reportedValue: '(775) 555-0188',
            action: 'correct',
            correctValue: '(202) 555-0143',
            bureaus: ['TransUnion'],
          },
        ],
        {
          report: {
            ...detailedReport,
            personal: [...phonesAt('TransUnion', [wrong]), ...phonesAt('Experian', phones)],
          },
        },
      )[0]?.items[0]?.says.join(' ')
    expect(says([right])).toContain('Experian shows it correctly.')
    expect(says([right, wrong])).not.toContain('Experian')
  })

  it('asks to separate a mixed file only if it has another person’s identifiers', () => {
    const closingOf = (item: Asked) => lettersFor([item])[0]?.closing.join(' ')
    expect(closingOf(strangeName)).toContain('1681e(b)')
    expect(closingOf(wrongName)).not.toContain('1681e(b)')
    expect(closingOf(job)).not.toContain('1681e(b)')
  })

  it('names the entry as each bureau spells it', () => {
    const both = lettersFor([{ ...job, reportedValue: 'Harbor Café', bureaus: ['Experian'] }])
    expect(both.map(({ bureau, items }) => [bureau, items[0]?.facts[0]?.value])).toEqual([
      ['Experian', 'Harbor Café'],
    ])
  })
})
