import { describe, expect, it } from 'vitest'
import { readSecondProof, secondProofChecks } from './second-proof-checks.ts'

describe('the second proof of a sign-in', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456 ', '123456'],
    [' ab12-cd34-ef56-gh78 ', 'ab12-cd34-ef56-gh78'],
    ['AB12CD34EF56GH78', 'AB12CD34EF56GH78'],
  ])('takes %j as a code of the app or a recovery code', (typed, given) => {
    expect(secondProofChecks('totp_required')({ totp: typed })).toEqual({})
    expect(readSecondProof({ totp: typed }, 'totp_required')).toEqual({ totp: given })
  })

  it.each(['', '12345', '1234567', 'ab12-cd34', 'ab12-cd34-ef56-gh7!'])('asks again for %j', typed => {
    expect(secondProofChecks('totp_required')({ totp: typed })).toEqual({
      totp: 'Enter the 6 digits of your app, or a recovery code',
    })
  })

  it('takes six digits from the email and nothing else', () => {
    expect(readSecondProof({ emailCode: ' 12 34 56' }, 'second_proof_required')).toEqual({
      emailCode: '123456',
    })
    expect(secondProofChecks('second_proof_required')({ emailCode: '123456' })).toEqual({})
    expect(secondProofChecks('second_proof_required')({ emailCode: 'ab12-cd34-ef56-gh78' })).toEqual({
      emailCode: 'Enter the 6 digits of your code',
    })
  })
})
