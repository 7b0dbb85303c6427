import type { MailJob } from './standing.ts'
import { isSurelyUnsent, resetAfterRestore } from './state-machine.ts'

/**
 * Which provider accounts can see which letters. A provider's name is its kind and a fingerprint of its API key
 * (`lob:5f2a...`). Keys of one account see the same letters, and no others: a letter looked up in the wrong account
 * would not be found and would be mailed twice.
 */

/** How the provider a job was requested from relates to the configured one. */
export type AccountRelation =
  /** Another key of the same account: it has shown a letter of that account. */
  | 'same_account'
  /** The same kind of provider, another account. */
  | 'other_account'
  /** Sandbox, test account and live account are different kinds. */
  | 'other_kind'
  /** Not determined yet, because the provider did not answer. */
  | 'not_known'

export const providerKind = (post: string): string => post.split(':', 1).join('')

/**
 * Moves a job that was requested from another provider to the configured one; null if only an operator can decide.
 * Under another key of the same account the letter is looked up again, because idempotency keys may not carry over.
 * In another account only a job that surely had no effect continues. A job requested from another kind never does: it
 * may be made of sandbox data.
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
