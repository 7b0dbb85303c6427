import { describe, expect, it } from 'vitest'
import { addressErrors, appCodeChecks, readAddress, readEmailCode, smsCodeChecks } from './contact-checks.ts'

const typed = { streetAddress: ' 12 Oak Street ', city: ' Springfield', state: 'IL', zip: '62701 ' }

describe('an address', () => {
  it('goes to the server without the spaces around its parts', () => {
    expect(readAddress(typed)).toEqual({
      street: '12 Oak Street',
      city: 'Springfield',
      state: 'IL',
      postal: '62701',
    })
  })

  it.each(['', 'ZZ', undefined])('is not sent with the state %j', state => {
    expect(readAddress({ ...typed, state: state ?? '' })).toBeNull()
  })

  it('takes what the server says of its parts to the fields, and leaves the rest', () => {
    expect(addressErrors({ 'address.postal': 'Enter a ZIP code', email: 'Not about this' })).toEqual({
      zip: 'Enter a ZIP code',
    })
  })
})

describe('a code', () => {
  it.each(['123456', '123 456', ' 123-456 '])('is read from %j', code => {
    expect(smsCodeChecks({ smsCode: code })).toEqual({})
    expect(readEmailCode({ emailCode: code })).toBe('123456')
  })

  it.each(['', '12345', '1234567', 'abcdef'])('is asked for again when it is %j', code => {
    expect(appCodeChecks({ appCode: code })).toEqual({ appCode: 'Enter the 6 digits of your code' })
  })
})
