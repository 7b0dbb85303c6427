import type { MailJob } from './standing.ts'
import { isFinished, resetAfterRestore } from './state-machine.ts'

/**
 * Applies a webhook that names a letter of this job which is not recorded here. The letter is looked up before
 * anything is sent, because a new key would make a second one. A lookup in progress started before this was known, so
 * its lease ends and its result is discarded. A send in progress learns of the letter from its own answer.
 */
export const applyWebhookReport = (mailing: MailJob, now: Date): MailJob => {
  if (isFinished(mailing) || mailing.phase === 'submitting') return mailing
  if (!mailing.unclear) return { ...resetAfterRestore(mailing, now), problem: 'told_of_letter' }
  return { ...mailing, phase: 'unknown', leaseUntil: null, dueAt: now, emptyLookUps: 0, lastEmptyAt: null }
}
