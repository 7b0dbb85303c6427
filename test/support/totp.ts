import { Secret } from 'otpauth'
import { generateTotpCode } from '#features/identity/server/totp.ts'

/** An authenticator app for an `otpauth://` URI: its code at an instant. */
export const appOf = (uri: string): ((at: Date) => string) => {
  const { bytes } = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  return at => generateTotpCode(bytes, at)
}
