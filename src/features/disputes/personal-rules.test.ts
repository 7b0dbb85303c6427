import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { detailedReport } from '#test/support/reports/disputed-details.ts'
import { disputeContext, maya } from '#test/support/reports/disputed-report.ts'
import type { PersonalInfoDispute } from './dispute-requests.ts'
import type { DisputeContext } from './letters/letter.ts'
import {
  listPersonalEntries,
  personalTitle,
  profileDetails,
  visiblePersonalInfo,
} from './personal-entries.ts'
import { resolvePersonalItems } from './personal-rules.ts'

type Asked = PersonalInfoDispute['items'][number]

const own = profileDetails({ ...maya, phoneNumber: '+12025550143' })
const context = disputeContext({ report: detailedReport })

const name: Asked = {
  field: 'name',
  reportedValue: 'MAYA BROOKE',
  action: 'correct',
  correctValue: 'Maya Brooks',
  bureaus: ['TransUnion'],
}
const birth: Asked = { ...name, field: 'dob', reportedValue: '04/21/1988', correctValue: '04/12/1988' }
const ssn: Asked = { field: 'ssn', reportedValue: 'XXX-XX-4471', action: 'correct', bureaus: ['TransUnion'] }
const address: Asked = {
  field: 'address',
  reportedValue: '88 Canal Street, Reno, NV 89501-0042',
  action: 'remove',
  bureaus: ['TransUnion', 'Experian'],
}

const refusalOf = (items: Asked[], more: Partial<DisputeContext> = {}) => {
  try {
    resolvePersonalItems(items, { ...context, ...more })
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields]
    throw error
  }
  return null
}

describe('the entries of a report', () => {
  it('are those that the plan shows, masked and formatted as on screens', () => {
    const entries = listPersonalEntries(visiblePersonalInfo(detailedReport, 'free'))
    expect(entries.map(({ label, value }) => [label, value])).toEqual([
      ['Name', 'MAYA BROOKE'],
      ['Also known as', 'MARIA BROOKES'],
      ['Date of birth', '04/21/1988'],
      ['Social Security number', 'XXX-XX-4471'],
      ['Current address', '88 Canal Street, Reno, NV 89501-0042'],
      ['Phone number', '(775) 555-0188'],
      ['Employer', 'HARBOR CAFE'],
    ])
  })
})

describe('the title of an entry', () => {
  it.each([
    ['name', 'MAYA BROOKES', 'MAYA BROOKES'],
    ['address', '418 Alder Street, Tacoma, WA 98401', '418 Alder Street address'],
    ['address', 'TACOMA, WA', 'TACOMA address'],
    ['employer', 'HARBOR CAFE', 'HARBOR CAFE'],
    ['phone', '(775) 555-0188', 'Phone number'],
    ['dob', '04/21/1988', 'Date of birth'],
    ['ssn', 'XXX-XX-4471', 'Social Security number'],
    ['name', 'A'.repeat(300), `${'A'.repeat(77)}...`],
  ] as const)('of a %s %j is %j', (field, value, title) => {
    expect(personalTitle(field, value)).toBe(title)
  })
})

const documentAsked =
  'Your profile gives another name. Enclose a document that shows this one: a court order, a marriage or divorce certificate, or a government ID.'

describe('a dispute of personal information', () => {
  it('contains each entry as each bureau shows it', () => {
    const [disputed] = resolvePersonalItems([address], context)
    expect(disputed?.at.map(({ bureau, evidence }) => [bureau, evidence.label])).toEqual([
      ['TransUnion', 'Current address'],
      ['Experian', 'Previous address'],
    ])
  })

  it('treats an entry that is current at one bureau and earlier at another as two items', () => {
    const [home, earlier] = [own.address ?? '', '88 Canal Street, Unit 2, Reno, NV 89501']
    const [current, previous] = resolvePersonalItems(
      [
        { ...address, action: 'correct', correctValue: home, bureaus: ['TransUnion'] },
        { ...address, action: 'correct', correctValue: earlier, bureaus: ['Experian'] },
      ],
      context,
    )
    expect([current?.at[0]?.evidence.label, previous?.at[0]?.evidence.label]).toEqual([
      'Current address',
      'Previous address',
    ])
  })

  it('lists the bureaus that show the right value, and none outside the plan', () => {
    const rightAt = (plan: DisputeContext['plan']) =>
      resolvePersonalItems([name], { ...context, plan })[0]?.at[0]?.evidence.rightAt
    expect(rightAt('max')).toEqual(['Experian'])
    expect(rightAt('free')).toEqual([])
  })

  it('contains only the last four digits of a Social Security number, typed or not', () => {
    for (const correctValue of [undefined, '', '4417', 'XXX-XX-4417'])
      expect(resolvePersonalItems([{ ...ssn, correctValue }], context)[0]?.correctValue).toBe('XXX-XX-4417')
  })

  it.each<[string, Asked[], string, Record<string, string>, Partial<DisputeContext>?]>([
    [
      'a bureau outside the plan',
      [address],
      'plan_required',
      { 'items.0.bureaus': 'Your plan does not include Experian' },
      { plan: 'free' },
    ],
    [
      'what no report shows',
      [{ ...name, reportedValue: 'JOHN ROE' }],
      'not_found',
      { 'items.0.reportedValue': 'This is not in your current report' },
    ],
    [
      'what only a hidden bureau shows',
      [{ ...name, reportedValue: 'MAYA BROOKS' }],
      'not_found',
      { 'items.0.reportedValue': 'This is not in your current report' },
      { plan: 'free' },
    ],
    [
      'a bureau that does not show it',
      [{ ...name, bureaus: ['Experian'] }],
      'item_not_reported',
      { 'items.0.bureaus': 'Experian does not show this in your current report' },
    ],
    [
      'the same entry twice at one bureau',
      [name, { ...name, reportedValue: 'Maya Brooke', action: 'remove', correctValue: '' }],
      'invalid_request',
      { 'items.1.reportedValue': 'This is already in the dispute' },
    ],
    [
      'the own name',
      [{ ...name, reportedValue: 'MAYA BROOKS', action: 'remove', correctValue: '', bureaus: ['Experian'] }],
      'invalid_request',
      { 'items.0.reportedValue': 'This is the same as in your profile.' },
    ],
    [
      'a number that ends like the own',
      [{ ...ssn, reportedValue: 'XXX-XX-4417', bureaus: ['Experian'] }],
      'invalid_request',
      { 'items.0.reportedValue': 'This is the same as in your profile.' },
    ],
    [
      'a correction that says nothing',
      [{ ...name, correctValue: undefined }],
      'invalid_request',
      { 'items.0.correctValue': 'Say what is right.' },
    ],
    [
      'a correction that the bureau shows already',
      [{ ...name, correctValue: 'maya brooke' }],
      'invalid_request',
      { 'items.0.correctValue': 'This is what TransUnion shows already.' },
    ],
    [
      'one’s own name as not one’s own, because it is misspelled by an initial',
      [
        {
          ...name,
          reportedValue: 'MAYA BROOKE',
          action: 'remove',
          correctValue: '',
        },
      ],
      'invalid_request',
      {
        'items.0.action':
          'This is your own name, written in another way. Correct it instead of saying that it is not yours.',
      },
      { own: { ...own, name: 'M. Brooke' } },
    ],
    [
      'another name with nothing enclosed that shows it',
      [{ ...name, correctValue: 'Maya Whitfield' }],
      'document_needed',
      { 'items.0.correctValue': documentAsked, documentIds: documentAsked },
      { enclosed: [{ kind: 'proof_of_address', name: 'Bill' }] },
    ],
    [
      'a whole other name, whatever is enclosed',
      [{ ...name, correctValue: 'Dana Whitfield' }],
      'invalid_request',
      {
        'items.0.correctValue':
          'This has no part in common with the name in your profile. A correction can change a part of your name, not all of it.',
      },
      { enclosed: [{ kind: 'government_id', name: 'License' }] },
    ],
    [
      'another current address than that of the profile',
      [
        {
          ...address,
          action: 'correct',
          correctValue: '9 Pier Road, Reno, NV 89501',
          bureaus: ['TransUnion'],
        },
      ],
      'invalid_request',
      {
        'items.0.correctValue':
          'Your profile gives another current address, which the letter states too. Change it in your profile first.',
      },
    ],
    [
      'a removal with a correction',
      [{ ...name, action: 'remove' }],
      'invalid_request',
      { 'items.0.correctValue': 'Leave this empty: you ask for a removal.' },
    ],
    [
      'a full Social Security number',
      [{ ...ssn, correctValue: '219-09-4417' }],
      'invalid_request',
      { 'items.0.correctValue': 'Leave this empty. The letter states the last four digits of yours.' },
    ],
    [
      'the end of another Social Security number',
      [{ ...ssn, correctValue: '4471' }],
      'invalid_request',
      { 'items.0.correctValue': 'This does not end like your Social Security number.' },
    ],
    [
      'a Social Security number as a name',
      [{ ...name, correctValue: 'Maya 219-09-4417' }],
      'invalid_request',
      {
        'items.0.correctValue': 'Leave out your Social Security number. No letter needs all of it.',
      },
    ],
    [
      'a date of birth that is none',
      [{ ...birth, correctValue: '13/41/1988' }],
      'invalid_request',
      { 'items.0.correctValue': 'Use a date like 04/27/1990' },
    ],
    [
      'a date of birth that is not the profile’s',
      [{ ...birth, correctValue: '04/13/1988' }],
      'invalid_request',
      {
        'items.0.correctValue': 'This is not the date of birth of your profile, which the letter states too.',
      },
    ],
    [
      'one correction for a current and an earlier address',
      [{ ...address, action: 'correct', correctValue: own.address ?? '' }],
      'invalid_request',
      {
        'items.0.bureaus':
          'Experian lists this as: Previous address. Correct it there as an item of its own.',
      },
    ],
  ])('is refused with %s', (_, items, code, fields, more) => {
    expect(refusalOf(items, more)).toEqual([code, fields])
  })
})
