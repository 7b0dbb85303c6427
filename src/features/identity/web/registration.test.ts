import { expect, it } from 'vitest'
import { Registration } from '../contract.ts'
import { parseRegistration } from '../registration-rules.ts'
import { codeChecks, emailChecks, phoneChecks } from './form-checks.ts'
import {
  addressChecks,
  errorsByStep,
  goalChecks,
  identityChecks,
  readBirthDate,
  toRegistrationBody,
} from './registration.ts'

const now = new Date('2026-11-20T12:00:00Z')

const good = {
  phoneNumber: '(202) 555-0142',
  code: '409281',
  email: 'nora@example.com',
  firstName: 'Nora',
  middleName: '',
  lastName: 'Whitfield',
  birthMonth: '4',
  birthDay: '27',
  birthYear: '1988',
  ssn: '512-34-5699',
  streetAddress: '12 Oak Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  goal: 'Fix errors',
  goalTargetPeriod: '12 months',
}

const errorsOf = (answers: Record<string, string>) => ({
  ...phoneChecks(answers),
  ...codeChecks()(answers),
  ...emailChecks(answers),
  ...identityChecks(answers, now),
  ...addressChecks(answers),
  ...goalChecks(answers),
})

const bodyOf = (answers: Record<string, string>) =>
  toRegistrationBody(answers, { phoneNumber: answers.phoneNumber ?? '', code: answers.code ?? '' })

it('finds no problem in valid answers, and builds a body that the server accepts', () => {
  expect(errorsOf(good)).toEqual({})
  expect(Registration.parse(bodyOf(good))).toMatchObject({
    birthDate: '04/27/1988',
    smsCode: '409281',
    consents: { terms: false },
  })
})

it('sends only the consents that were checked', () => {
  expect(bodyOf({ ...good, reportAccess: 'on' })?.consents).toEqual({
    reportAccess: true,
    terms: false,
  })
})

it('returns no body while a choice is missing', () => {
  expect(bodyOf({ ...good, state: '' })).toBeNull()
  expect(bodyOf({ ...good, goal: 'Win the lottery' })).toBeNull()
})

it.each([
  ['phoneNumber', '', 'phoneNumber', 'Enter your mobile number'],
  ['phoneNumber', '555-0142', 'phoneNumber', 'Enter a US mobile number'],
  ['code', '12345', 'code', 'Enter the 6 digits of your code'],
  ['email', 'nora@', 'email', 'Enter an email address, like name@example.com'],
  ['firstName', ' ', 'firstName', 'Fill in this field'],
  ['lastName', 'x'.repeat(41), 'lastName', 'Use at most 40 characters'],
  [
    'lastName',
    'x'.repeat(37),
    'lastName',
    'First and last name together can have at most 40 characters: an envelope has no room for more. Shorten one of them',
  ],
  ['birthYear', '88', 'birthDate', 'Enter month, day and year'],
  ['birthMonth', '13', 'birthDate', 'Enter a real date'],
  ['birthYear', '2010', 'birthDate', 'You must be 18 or older to have an account'],
  ['ssn', '512-34-56', 'ssn', 'Enter all 9 digits of your Social Security number'],
  [
    'ssn',
    '666-34-5699',
    'ssn',
    'This number is never issued: none begins with 000, 666 or 9 or has a part of only zeros. Check your card',
  ],
  ['streetAddress', 'x'.repeat(51), 'streetAddress', 'Use at most 50 characters'],
  ['state', '', 'state', 'Choose a state'],
  ['zip', '6270', 'zip', 'Enter a ZIP code, like 12345 or 12345-6789'],
  ['goal', '', 'goal', 'Choose a goal'],
  ['goalTargetPeriod', '', 'goalTargetPeriod', 'Choose a time'],
])('%s %j: at %s, %s', (field, value, at, sentence) => {
  expect(errorsOf({ ...good, [field]: value })).toEqual({ [at]: sentence })
})

it('accepts nothing that the server refuses by field', () => {
  const today = '2026-11-20'
  for (const ssn of ['000-12-3456', '900-12-3456', '123-00-4567', '123-45-0000', '512345699']) {
    const isReported = errorsOf({ ...good, ssn }).ssn !== undefined
    const body = Registration.parse(bodyOf({ ...good, ssn }))
    const refused = () => parseRegistration(body, '+12025550142', today)
    if (isReported) expect(refused).toThrow()
    else expect(refused).not.toThrow()
  }
})

it('writes a day in three parts as MM/DD/YYYY', () => {
  expect(readBirthDate({ birthMonth: ' 4', birthDay: '7', birthYear: '1988 ' })).toBe('04/07/1988')
})

it('assigns the server’s errors to the steps', () => {
  expect(errorsByStep({ zip: 'z', firstName: 'f', smsCode: 's', 'consents.terms': 'c', other: 'o' })).toEqual(
    [{ smsCode: 's' }, { firstName: 'f' }, { zip: 'z' }, { 'consents.terms': 'c' }],
  )
})
