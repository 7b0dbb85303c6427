import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { AppError } from '#api/errors.ts'
import { Registration } from './contract.ts'
import { parseSsn } from './personal-details.ts'
import { goalTargetMonth } from './profile-choices.ts'
import { parseRegistration } from './registration-rules.ts'

const registration = Registration.parse({
  firstName: ' Dana ',
  lastName: 'Whitfield',
  email: 'dana@mail.example',
  birthDate: '04/27/1988',
  ssn: '213-45-6789',
  streetAddress: '2210 Mission Oak Drive',
  city: 'Pasadena',
  state: 'CA',
  zip: '91106',
  phoneNumber: '(213) 555-0148',
  goal: 'Fix errors',
  goalTargetPeriod: '12 months',
  smsCode: '123456',
})

const refusedFields = (own: Partial<Registration>) => {
  try {
    parseRegistration({ ...registration, ...own }, '+12135550148', '2026-11-20')
  } catch (error) {
    if (error instanceof AppError) return error.fields
    throw error
  }
  return undefined
}

const notNine = { problem: 'Enter all 9 digits of your Social Security number' }
const neverIssued = {
  problem:
    'This number is never issued: none begins with 000, 666 or 9 or has a part of only zeros. Check your card',
}

describe('a Social Security number', () => {
  it.each([
    ['213-45-6789', { digits: '213456789' }],
    ['213456789', { digits: '213456789' }],
    ['000-45-6789', neverIssued],
    ['666-45-6789', neverIssued],
    ['900-45-6789', neverIssued],
    ['213-00-6789', neverIssued],
    ['213-45-0000', neverIssued],
    ['21345678', notNine],
    ['213-456-789', notNine],
    ['213 45 6789', notNine],
  ])('%s is %s', (typed, parsed) => {
    expect(parseSsn(typed)).toEqual(parsed)
  })

  it('is nine digits or nothing, for any input', () => {
    fc.assert(
      fc.property(fc.string(), typed => {
        const parsed = parseSsn(typed)
        expect('digits' in parsed ? parsed.digits : '000000000').toMatch(/^\d{9}$/)
      }),
    )
  })
})

describe('a registration', () => {
  it('becomes a profile with an ISO birth date and the last four of the SSN', () => {
    const { profile, ssn } = parseRegistration(registration, '+12135550148', '2026-11-20')
    expect(ssn).toBe('213456789')
    expect(profile).toMatchObject({
      firstName: 'Dana',
      birthDate: '1988-04-27',
      ssnLastFour: '6789',
      phoneNumber: '+12135550148',
    })
    expect(JSON.stringify(profile)).not.toContain('213456789')
  })

  it.each([
    ['a day short of 18', { birthDate: '11/21/2008' }, 'birthDate'],
    ['born tomorrow', { birthDate: '11/21/2026' }, 'birthDate'],
    ['born on a day that does not exist', { birthDate: '02/30/1990' }, 'birthDate'],
    ['with a number that cannot be an SSN', { ssn: '000-00-0000' }, 'ssn'],
    ['with names too long for a letter', { firstName: 'A'.repeat(21), lastName: 'B'.repeat(20) }, 'lastName'],
  ])('is refused %s', (_name, own, field) => {
    expect(Object.keys(refusedFields(own) ?? {})).toEqual([field])
  })

  it('is accepted on the 18th birthday', () => {
    expect(refusedFields({ birthDate: '11/20/2008' })).toBeUndefined()
  })

  it('names every wrong field in one response', () => {
    expect(Object.keys(refusedFields({ birthDate: '13/01/1990', ssn: '1' }) ?? {})).toEqual([
      'birthDate',
      'ssn',
    ])
  })
})

test.each([
  ['2026-11-23', '3 months', '2027-02'],
  ['2026-01-31', '24 months', '2028-01'],
  ['2026-11-23', 'soon', null],
])('a goal set on %s with %s to go is for %s', (setOn, period, month) => {
  expect(goalTargetMonth(setOn, period)).toBe(month)
})
