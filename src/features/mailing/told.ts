import type { MailJob } from './standing.ts'
import { isFinished, resetAfterRestore } from './state-machine.ts'

/**
 * How a mailing stands once the provider, calling us, named a letter of it that our books do not have: the letter is looked
 * for before anything is sent, since a key that is new to the provider would make a second one (security-reliability D12.6:
 * two empty look-ups and no webhook). A look-up under way began before that was known: its lease ends, so that what it did
 * not find counts for nothing. Who is handing the letter over at this moment learns of it by the answer.
 */
export const applyWebhookReport = (mailing: MailJob, now: Date): MailJob => {
  if (isFinished(mailing) || mailing.phase === 'submitting') return mailing
  if (!mailing.unclear) return { ...resetAfterRestore(mailing, now), problem: 'told_of_letter' }
  return { ...mailing, phase: 'unknown', leaseUntil: null, dueAt: now, emptyLookUps: 0, lastEmptyAt: null }
}
