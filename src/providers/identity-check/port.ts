/** The methods with which users can confirm their identity, as named in `IDENTITY_CHECKS`. */
export const identityCheckWays = ['lookup', 'mailed-code', 'documents', 'vendor', 'portal'] as const
export type IdentityCheckWay = (typeof identityCheckWays)[number]

/** Details that the user entered: names, birth date (`YYYY-MM-DD`) and address. */
export type IdentityCheckRequest = {
  /** E.164. The phone number that the user confirmed with a texted code. */
  phoneNumber: string
  firstName: string
  lastName: string
  birthDate: string
  address: { street: string; city: string; state: string; postal: string }
  /** Nine digits. */
  ssn: string
}

/**
 * `match`: independent sources have this person for this phone. `no_match`: they have another person. `no_data`: they do not
 * have enough data.
 */
export type IdentityCheckResult = { kind: 'match' | 'no_match' | 'no_data' }

/** Compares what a user entered with sources that the user does not control. Each call may cost money. */
export type IdentityCheck = {
  /** A sandbox makes no external calls. */
  sandbox: boolean
  /** Throws ProviderFailure, whose message is safe to show and names no personal data. */
  check: (request: IdentityCheckRequest) => Promise<IdentityCheckResult>
}
