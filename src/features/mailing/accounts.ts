import type { MailJob } from './standing.ts'
import { isSurelyUnsent, resetAfterRestore } from './state-machine.ts'

/**
 * Whose letters a post knows. A post is named by its kind and a fingerprint of its key (`lob:5f2a...`); keys of one
 * account see the same letters, and nobody else's. A letter that was looked for in another account would not be found, and
 * would be mailed twice.
 */

/** How the post that a mailing was asked of stands to the one that is set now. */
export type AccountRelation =
  /** Another key of the same account: it was seen to have a letter of that account. */
  | 'same_account'
  /** The same kind of post, another account. */
  | 'other_account'
  /** A sandbox, an account for tests or one that mails: not the kind that is set now. */
  | 'other_kind'
  /** Not settled yet: the provider did not answer. */
  | 'not_known'

/** The kind in a post's name: everything before its key. */
export const providerKind = (post: string): string => post.split(':', 1).join('')

/**
 * A mailing that was asked of another post, at the one that is set now; null when only an operator can say what is to be
 * done. Under another key of the account it is looked for anew, since nobody promises that idempotency keys hold for both.
 * In another account it goes on only when surely nothing came of it in the first; and what was asked of another kind never
 * does, for it may be made of invented data.
 */
export const transferToProvider = (
  mailing: MailJob,
  kinship: Exclude<AccountRelation, 'not_known'>,
  now: Date,
): MailJob | null => {
  if (kinship === 'other_kind') return null
  if (isSurelyUnsent(mailing)) return { ...mailing, lookedUp: false }
  return kinship === 'same_account' ? { ...resetAfterRestore(mailing, now), problem: 'other_key' } : null
}
