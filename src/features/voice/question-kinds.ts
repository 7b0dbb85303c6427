import type { ReportKindDefinition, ScoredKindDefinition } from './answer.ts'
import { accountKinds } from './kinds/accounts.ts'
import { closeAndRemoveKinds } from './kinds/close-and-remove.ts'
import { factorKinds } from './kinds/factors.ts'
import { fileKinds } from './kinds/file.ts'
import { dropOffKinds, planKinds } from './kinds/future.ts'
import { negativeItemKinds } from './kinds/negative-items.ts'
import { rightKinds } from './kinds/rights.ts'
import { crisisKinds, declinedKinds } from './kinds/safety.ts'
import { scoreKinds } from './kinds/scores.ts'

/** Every kind of question: how it is recognized, what is suggested for it, and what answers it. */

const allScoredReportKinds = {
  ...factorKinds,
  ...accountKinds,
  ...negativeItemKinds,
  ...dropOffKinds,
  ...planKinds,
  ...scoreKinds,
  ...fileKinds,
}

type CrisisKind = keyof typeof crisisKinds
type DeclinedKind = keyof typeof declinedKinds
type RightKind = keyof typeof rightKinds
type ScoredReportKind = keyof typeof allScoredReportKinds
type ReportKind = ScoredReportKind | keyof typeof closeAndRemoveKinds

/** The kinds that are recognized by a score. */
type ScoredKind = RightKind | ScoredReportKind | 'help'

/** `unknown`: no question was recognized. */
export type QuestionKind = CrisisKind | DeclinedKind | ScoredKind | ReportKind | 'unknown'

const scoredReportKinds: Readonly<Record<ScoredReportKind, ReportKindDefinition>> = allScoredReportKinds
export const reportKinds: Readonly<Record<ReportKind, ReportKindDefinition>> = {
  ...scoredReportKinds,
  ...closeAndRemoveKinds,
}
export const scoredKinds: Readonly<Record<ScoredKind, ScoredKindDefinition>> = {
  ...rightKinds,
  help: {},
  ...scoredReportKinds,
}

export const isCrisisKind = (kind: string): kind is CrisisKind => kind in crisisKinds
export const isDeclinedKind = (kind: string): kind is DeclinedKind => kind in declinedKinds
export const isReportKind = (kind: string): kind is ReportKind => kind in reportKinds
export const isRightKind = (kind: string): kind is RightKind => kind in rightKinds
export const isQuestionKind = (kind: string): kind is QuestionKind =>
  kind === 'unknown' || isCrisisKind(kind) || isDeclinedKind(kind) || isScoredKind(kind) || isReportKind(kind)
export const isScoredKind = (kind: string): kind is ScoredKind => kind in scoredKinds

export type Suggestion = { kind: QuestionKind; question: string }

export const listSuggestions = (kinds: readonly QuestionKind[], spanish: boolean): Suggestion[] =>
  kinds.flatMap(kind => {
    const suggestion = isScoredKind(kind) ? scoredKinds[kind].suggestion : undefined
    return suggestion === undefined ? [] : [{ kind, question: suggestion[spanish ? 'spanish' : 'english'] }]
  })
