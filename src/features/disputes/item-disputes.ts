import type { DisputeType, FollowUp } from './dispute-requests.ts'

// Apart from the contract: screens ask this, and a schema at run time is refused by the page's security policy.

const itemDisputeTypes = ['account', 'inquiry', 'personal-info'] as const

/** Whether letters of this type ask for a freeze, at a bureau or a specialty agency. */
export const isFreeze = (type: DisputeType): boolean => type === 'freeze' || type === 'agency-freeze'

/** Whether bureaus reinvestigate items of a dispute of this type (15 U.S.C. 1681i(a)); other letters ask for other things. */
export const isItemDispute = (type: DisputeType): boolean => itemDisputeTypes.some(one => one === type)

/**
 * Whether a follow-up asks a bureau for something and disputes nothing: how it verified an item (15 U.S.C. 1681i(a)(7)), to
 * add a statement to the file (1681i(b)), to notify recipients of a deletion (1681i(d)).
 */
export const isRequest = (kind: FollowUp | null | undefined): boolean =>
  kind === 'method_of_verification' || changesNothing(kind)

/** Whether a request leaves the item as it is, whatever comes of it; the law sets no time for such a one either. */
export const changesNothing = (kind: FollowUp | null | undefined): boolean =>
  kind === 'statement' || kind === 'notify_recipients'
