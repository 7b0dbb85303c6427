import { expect, it } from 'vitest'
import { parseOtpauth } from './otpauth.ts'

it.each([
  [
    'otpauth://totp/Fairfile:m.bell%40fairfile.test?secret=JBSWY3DPEHPK3PXP&issuer=Fairfile',
    { account: 'm.bell@fairfile.test', groups: ['JBSW', 'Y3DP', 'EHPK', '3PXP'] },
  ],
  ['otpauth://totp/alone?secret=ABCDE', { account: 'alone', groups: ['ABCD', 'E'] }],
  ['otpauth://totp/none', { account: 'none', groups: [] }],
])('%s', (uri, secret) => {
  expect(parseOtpauth(uri)).toEqual(secret)
})
