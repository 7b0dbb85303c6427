import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { listMissingKinds } from '#features/verification/document-review.ts'

/** The first steps of a new user. Their states derive from stored data; only the review is recorded separately. */

export const stepIds = ['identity', 'report', 'review', 'proofs', 'letter', 'answer'] as const
type StepId = (typeof stepIds)[number]

/** `waiting`: for someone else. `later`: an earlier step comes first. */
export const stepStates = ['done', 'todo', 'waiting', 'later'] as const
type StepState = (typeof stepStates)[number]

export type Step = { id: StepId; state: StepState }

export type ChecklistFacts = {
  /** `not_needed`: nothing this user does here requires it. */
  identity: 'confirmed' | 'pending' | 'open' | 'not_needed'
  /** The user agreed that reports are pulled. */
  enrolled: boolean
  report: 'none' | 'coming' | 'here'
  reviewed: boolean
  /** The kinds of the user's current documents. */
  documents: readonly DocumentKind[]
  /** Of confirmed letters. */
  letters: 'none' | 'created' | 'mailed'
  /** A bureau's answer was recorded. */
  answered: boolean
  hidden: boolean
}

const identityStates = { confirmed: 'done', pending: 'waiting', open: 'todo' } as const
const reportStates = { here: 'done', coming: 'waiting', none: 'todo' } as const
const answerStates = { none: 'later', created: 'todo', mailed: 'waiting' } as const

/**
 * The list in display order. It ends with the first recorded answer. A pull requires a confirmed identity, so that comes
 * first for users who agreed to pulls; others may import a report before.
 */
export const listSteps = (facts: ChecklistFacts): Step[] => {
  const { identity, enrolled, report, reviewed, documents, letters, answered, hidden } = facts
  if (answered || hidden) return []
  const afterReport: StepState = report === 'here' ? 'todo' : 'later'
  const hasLetter = letters !== 'none'
  const toIdentity: Step[] =
    identity === 'not_needed' ? [] : [{ id: 'identity', state: identityStates[identity] }]
  const toReport: Step[] = [{ id: 'report', state: reportStates[report] }]
  return [
    ...(enrolled ? [...toIdentity, ...toReport] : [...toReport, ...toIdentity]),
    { id: 'review', state: reviewed || hasLetter ? 'done' : afterReport },
    { id: 'proofs', state: listMissingKinds(documents).length === 0 ? 'done' : 'todo' },
    { id: 'letter', state: hasLetter ? 'done' : afterReport },
    { id: 'answer', state: answerStates[letters] },
  ]
}
