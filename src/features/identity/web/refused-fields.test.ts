import { expect, it } from 'vitest'
import { ApiError } from '#web/api-error.ts'
import { fieldErrors, splitFormError } from './refused-fields.ts'

const fieldOfCode = { wrong_code: 'code' }

it('prefers the fields that the server named', () => {
  const error = new ApiError(400, 'invalid_request', 'Some details', { fields: { zip: 'Enter a ZIP code' } })
  expect(fieldErrors(error, fieldOfCode)).toEqual({ zip: 'Enter a ZIP code' })
})

it('puts the message under the field that the code is about', () => {
  expect(fieldErrors(new ApiError(401, 'wrong_code', 'Not right'), fieldOfCode)).toEqual({
    code: 'Not right',
  })
})

it('says nothing of fields for other failures', () => {
  expect(fieldErrors(new ApiError(429, 'too_many_tries', 'Wait'), fieldOfCode)).toEqual({})
  expect(fieldErrors(null, fieldOfCode)).toEqual({})
})

it('gives the same sentences for the same error, so that a form hears of it once', () => {
  const error = new ApiError(401, 'wrong_code', 'Not right')
  expect(fieldErrors(error, fieldOfCode)).toBe(fieldErrors(error, fieldOfCode))
})

it('tells what is about fields from what is shown above them', () => {
  const [aboutCode, aboutNone] = [
    new ApiError(401, 'wrong_code', 'Not right'),
    new ApiError(429, 'too_many_tries', 'Wait'),
  ]
  expect(splitFormError(aboutCode, fieldOfCode)).toEqual({ refused: { code: 'Not right' }, otherError: null })
  expect(splitFormError(aboutNone, fieldOfCode)).toEqual({ refused: {}, otherError: aboutNone })
  expect(splitFormError(null)).toEqual({ refused: {}, otherError: null })
})
