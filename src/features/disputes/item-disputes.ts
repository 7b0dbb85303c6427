import type { DisputeType, FollowUp } from './dispute-requests.ts'

// Separate from the contract, because screens use this, and the page's security policy forbids schemas at run time.

export const itemDisputeTypes = ['account', 'inquiry', 'personal-info'] as const

/** Whether letters of this type are about a freeze, at a bureau or a specialty agency. */
export const isFreeze = (type: DisputeType): boolean => type === 'freeze' || type === 'agency-freeze'

/**
 * Whether bureaus reinvestigate items of a dispute of this type (15 U.S.C. 1681i(a)); other letters request other things.
 */
export const isItemDispute = (type: DisputeType): boolean => itemDisputeTypes.some(one => one === type)

/**
 * Whether a follow-up requests something from a bureau without disputing: how it verified an item (15 U.S.C.
 * 1681i(a)(7)), adding a statement to the file (1681i(b)), or notifying recipients of a deletion (1681i(d)).
 */
export const isRequest = (kind: FollowUp | null | undefined): boolean =>
  kind === 'method_of_verification' || changesNothing(kind)

/** Whether a request cannot change the item; the law sets no deadline for those either. */
export const changesNothing = (kind: FollowUp | null | undefined): boolean =>
  kind === 'statement' || kind === 'notify_recipients'
