import { type IdentityCheckWay, identityCheckWays } from '#providers/identity-check/port.ts'

/**
 * How sure we are that users are who they say they are. A report is pulled, and a pulled report shown, only for a
 * confirmed user: written instructions of the consumer (15 U.S.C. 1681b(a)(2)) are valid only if the consumer gave them.
 */

/**
 * What confirmed an identity. `sandbox` is the sandbox's `lookup`; `earlier` was confirmed before sources were stored.
 */
export const identitySources = [...identityCheckWays, 'sandbox', 'staff', 'earlier'] as const
export type IdentitySource = (typeof identitySources)[number]

/** A source in a few words. */
export const sourceLabels: Readonly<Record<IdentitySource, string>> = {
  lookup: 'Details compared',
  'mailed-code': 'Mailed code',
  documents: 'Documents reviewed',
  vendor: 'Credit data provider',
  portal: 'Monitoring partner',
  sandbox: 'Sandbox check',
  staff: 'Confirmed by staff',
  earlier: 'Confirmed earlier',
}

/** Confirmed by a decision of staff, which staff can revoke. */
const staffSources: readonly IdentitySource[] = ['documents', 'staff']

export const isConfirmedByStaff = (source: IdentitySource): boolean => staffSources.includes(source)

export type Assurance = {
  source: IdentitySource
  confirmedAt: Date
  /** The row of `identity_evidence`; null for `earlier`. */
  evidenceId: string | null
}

/** Whether the user's identity is confirmed. Policies use nothing else. */
export const isIdentityConfirmed = ({ assurance }: { assurance: Assurance | null }): boolean =>
  assurance !== null

/** The result of a piece of evidence. `conflict`: another confirmed user has the same Social Security number. */
export const evidenceOutcomes = ['confirmed', 'not_confirmed', 'conflict'] as const
export type EvidenceOutcome = (typeof evidenceOutcomes)[number]

/** The state of a way for a user now: available, in progress, or unavailable for the reason in `message`. */
export const wayStates = ['open', 'pending', 'closed'] as const
export type WayState = { way: IdentityCheckWay; state: (typeof wayStates)[number]; message: string | null }

/** How an identity check ended; open ones are `asked`. `outdated`: the user's details changed in the meantime. */
export const checkStates = ['asked', 'confirmed', 'not_confirmed', 'conflict', 'outdated', 'failed'] as const
export type CheckState = (typeof checkStates)[number]

/**
 * The result of a check, for the user. No message reveals which detail did not match, which would help someone guessing.
 */
export const checkMessages = {
  pending: 'We are comparing your details. This usually takes less than a minute.',
  confirmed: null,
  not_confirmed:
    'The details in your account do not match what phone companies and public sources have for your phone number. Check your address and phone number, or choose another way.',
  conflict: 'We could not confirm these details for your account. Contact support.',
  outdated: 'Your details changed while we compared them. Start again.',
  failed: 'We could not compare your details just now. Try again later, or choose another way.',
  usedUp: 'This was tried three times in 30 days. Choose another way, or contact support.',
  confirmedBefore: 'Your identity is confirmed already.',
  notByStaff: 'Staff did not confirm this client, so there is nothing to take back.',
} as const
