import type { Dispute } from './dispute-contract.ts'
import type { Outcome } from './dispute-requests.ts'
import { isItemDispute, isRequest } from './item-disputes.ts'

/** The results of everything that was disputed, each item counted once per bureau and dispute. */

export const resultKinds = [
  'deleted',
  'corrected',
  'verified',
  'frivolous',
  'no_answer',
  'waiting',
  'failed',
  'not_mailed',
] as const satisfies readonly (Outcome | 'waiting' | 'failed' | 'not_mailed')[]
export type ResultKind = (typeof resultKinds)[number]

type Resulting = Pick<Dispute, 'type' | 'follows'> & {
  items: readonly Pick<Dispute['items'][number], 'bureaus' | 'outcomes'>[]
  letters: readonly Pick<Dispute['letters'][number], 'bureau' | 'mailState' | 'neverReceived'>[]
}

/** An unanswered item has the state of its letter. */
const unanswered = ({ letters }: Resulting, bureau: string): ResultKind => {
  const letter = letters.find(one => one.bureau === bureau)
  if (letter === undefined || letter.mailState === 'not_mailed') return 'not_mailed'
  return letter.neverReceived ? 'failed' : 'waiting'
}

/**
 * The number of results of each kind. Letters that dispute no item at a bureau, such as a freeze or a statement, have
 * none.
 */
export const countResults = (disputes: readonly Resulting[]): Record<ResultKind, number> => {
  const counts = {
    deleted: 0,
    corrected: 0,
    verified: 0,
    frivolous: 0,
    no_answer: 0,
    waiting: 0,
    failed: 0,
    not_mailed: 0,
  }
  for (const dispute of disputes.filter(
    ({ type, follows }) => isItemDispute(type) && !isRequest(follows?.kind),
  ))
    for (const { bureaus, outcomes } of dispute.items)
      for (const bureau of bureaus) counts[outcomes[bureau] ?? unanswered(dispute, bureau)] += 1
  return counts
}
