import type { DocumentKind } from '#features/documents/upload-rules.ts'

/** Staff review a government ID and a proof of address, and decide whether they prove the user's identity. */

/** `waiting`: not decided yet. `address`: the address is confirmed, the identity is not. */
export const reviewStates = ['waiting', 'confirmed', 'address', 'refused'] as const

export const reviewDecisions = ['confirmed', 'address', 'refused'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** What must be uploaded before a review can be requested. */
export const reviewedKinds = ['government_id', 'proof_of_address'] as const satisfies readonly DocumentKind[]

const kindWords = { government_id: 'a government ID', proof_of_address: 'a proof of address' } as const

/** The required kinds that are missing. */
export const listMissingKinds = (kinds: readonly DocumentKind[]): (typeof reviewedKinds)[number][] =>
  reviewedKinds.filter(kind => !kinds.includes(kind))

export const missingKindsMessage = (missing: readonly (typeof reviewedKinds)[number][]): string =>
  `Upload ${missing.map(kind => kindWords[kind]).join(' and ')} first.`

export const reviewMessages = {
  waiting: 'Our staff will look at your documents. You will find their answer here.',
  askedBefore: 'Your documents are waiting for our staff already.',
  noReview: 'This client has not asked for a review, or it is decided.',
  secondLook: 'Recorded. Another member of staff has to confirm it too.',
  sameManager: 'You confirmed this client already. Another member of staff has to confirm it too.',
} as const
