/** What a user types into an authenticator app, from an otpauth URI (Google's key URI format). */
export type TotpSecret = { account: string; groups: readonly string[] }

/** The account's name and the secret in groups of four, from a URI like `otpauth://totp/Fairfile:a@b?secret=…`. */
export const parseOtpauth = (uri: string): TotpSecret => {
  const address = new URL(uri)
  const label = decodeURIComponent(address.pathname).replace(/^\/+(totp\/)?/, '')
  return {
    account: label.slice(label.indexOf(':') + 1).trim(),
    groups: address.searchParams.get('secret')?.match(/.{1,4}/g) ?? [],
  }
}
