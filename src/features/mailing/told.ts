import type { Mailing } from './standing.ts'
import { isOver, restored } from './state.ts'

/**
 * How a mailing stands once the provider, calling us, named a letter of it that our books do not have: the letter is looked
 * for before anything is sent, since a key that is new to the provider would make a second one (security-reliability D12.6:
 * two empty look-ups and no webhook). A look-up under way began before that was known: its lease ends, so that what it did
 * not find counts for nothing. Who is handing the letter over at this moment learns of it by the answer.
 */
export const told = (mailing: Mailing, now: Date): Mailing => {
  if (isOver(mailing) || mailing.phase === 'submitting') return mailing
  if (!mailing.unclear) return { ...restored(mailing, now), problem: 'told_of_letter' }
  return { ...mailing, phase: 'unknown', leaseUntil: null, dueAt: now, emptyLookUps: 0, lastEmptyAt: null }
}
