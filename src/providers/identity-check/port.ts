/** The ways in which users can confirm their identity, as `IDENTITY_CHECKS` names them. */
export const identityCheckWays = ['lookup', 'mailed-code', 'documents', 'vendor', 'portal'] as const
export type IdentityCheckWay = (typeof identityCheckWays)[number]

/** What a user says about themselves. Names, birth date (`YYYY-MM-DD`) and address are as the user entered them. */
export type IdentityCheckRequest = {
  /** E.164. The phone that the user proved to have by a texted code. */
  phoneNumber: string
  firstName: string
  lastName: string
  birthDate: string
  address: { street: string; city: string; state: string; postal: string }
  /** Nine digits. */
  ssn: string
}

/**
 * `match`: independent sources have this person for this phone. `no_match`: they have somebody else. `no_data`: they do not
 * know enough to say.
 */
export type IdentityCheckResult = { kind: 'match' | 'no_match' | 'no_data' }

/** Compares what a user says with sources that the user does not control. Each call may cost money. */
export type IdentityCheck = {
  /** A sandbox contacts nobody. */
  sandbox: boolean
  /** Throws ProviderFailure, whose message is safe to show and names no personal data. */
  check: (request: IdentityCheckRequest) => Promise<IdentityCheckResult>
}
