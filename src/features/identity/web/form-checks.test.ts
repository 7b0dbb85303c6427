import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api-error.ts'
import { codeChecks, fieldErrors, readCode, showTypedPhone, splitFormError } from './form-checks.ts'
import { readSecondProof, secondProofChecks } from './second-proof-checks.ts'

const fieldOfCode = { wrong_code: 'code' }

it('prefers the fields that the server named', () => {
  const error = new ApiError(400, 'invalid_request', 'Some details', { fields: { zip: 'Enter a ZIP code' } })
  expect(fieldErrors(error, fieldOfCode)).toEqual({ zip: 'Enter a ZIP code' })
})

it('shows the message at the field that the code is about', () => {
  expect(fieldErrors(new ApiError(401, 'wrong_code', 'Not right'), fieldOfCode)).toEqual({
    code: 'Not right',
  })
})

it('assigns other failures to no field', () => {
  expect(fieldErrors(new ApiError(429, 'too_many_tries', 'Wait'), fieldOfCode)).toEqual({})
  expect(fieldErrors(null, fieldOfCode)).toEqual({})
})

it('returns the same object for the same error, so that a form reports it once', () => {
  const error = new ApiError(401, 'wrong_code', 'Not right')
  expect(fieldErrors(error, fieldOfCode)).toBe(fieldErrors(error, fieldOfCode))
})

it('separates field errors from those shown above the fields', () => {
  const [aboutCode, aboutNone] = [
    new ApiError(401, 'wrong_code', 'Not right'),
    new ApiError(429, 'too_many_tries', 'Wait'),
  ]
  expect(splitFormError(aboutCode, fieldOfCode)).toEqual({ refused: { code: 'Not right' }, otherError: null })
  expect(splitFormError(aboutNone, fieldOfCode)).toEqual({ refused: {}, otherError: aboutNone })
  expect(splitFormError(null)).toEqual({ refused: {}, otherError: null })
})

describe('the second proof of a sign-in', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456 ', '123456'],
    [' ab12-cd34-ef56-gh78 ', 'ab12-cd34-ef56-gh78'],
    ['AB12CD34EF56GH78', 'AB12CD34EF56GH78'],
  ])('accepts %j as a code of the app or a recovery code', (typed, given) => {
    expect(secondProofChecks('totp_required')({ totp: typed })).toEqual({})
    expect(readSecondProof({ totp: typed }, 'totp_required')).toEqual({ totp: given })
  })

  it.each(['', '12345', '1234567', 'ab12-cd34', 'ab12-cd34-ef56-gh7!'])('rejects %j', typed => {
    expect(secondProofChecks('totp_required')({ totp: typed })).toEqual({
      totp: 'Enter the 6 digits of your app, or a recovery code',
    })
  })

  it('accepts only six digits from the email', () => {
    expect(readSecondProof({ emailCode: ' 12 34 56' }, 'second_proof_required')).toEqual({
      emailCode: '123456',
    })
    expect(secondProofChecks('second_proof_required')({ emailCode: '123456' })).toEqual({})
    expect(secondProofChecks('second_proof_required')({ emailCode: 'ab12-cd34-ef56-gh78' })).toEqual({
      emailCode: 'Enter the 6 digits of your code',
    })
  })
})

it.each([
  ['2025550143', '(202) 555-0143'],
  ['+1 202.555.0143', '(202) 555-0143'],
  ['(202) 555-0143', '(202) 555-0143'],
  [' 555-0143 ', '555-0143'],
  ['12025550143x9', '12025550143x9'],
])('shows %j as %j', (typed, shown) => {
  expect(showTypedPhone(typed)).toBe(shown)
})

describe('a code', () => {
  it.each(['123456', '123 456', ' 123-456 '])('is read from %j', code => {
    expect(codeChecks('smsCode')({ smsCode: code })).toEqual({})
    expect(readCode({ smsCode: code }, 'smsCode')).toBe('123456')
  })

  it.each(['', '12345', '1234567', 'abcdef'])('is rejected if it is %j', code => {
    expect(codeChecks('appCode')({ appCode: code })).toEqual({ appCode: 'Enter the 6 digits of your code' })
  })
})
