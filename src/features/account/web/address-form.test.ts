import { describe, expect, it } from 'vitest'
import { addressErrors, readAddress } from './address-form.ts'

const typed = { streetAddress: ' 12 Oak Street ', city: ' Springfield', state: 'IL', zip: '62701 ' }

describe('an address', () => {
  it('is sent to the server without the spaces around its parts', () => {
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

  it('shows the server’s errors about its parts at their fields, and leaves the rest', () => {
    expect(addressErrors({ 'address.postal': 'Enter a ZIP code', email: 'Not about this' })).toEqual({
      zip: 'Enter a ZIP code',
    })
  })
})
