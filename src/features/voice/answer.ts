import type { CreditSnapshot } from '#features/credit/analytics.ts'
import type { FullReport } from '#features/credit/contract.ts'
import type { CreditFacts } from '#features/credit/facts.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Citation } from './citation.ts'
import type { NextStep } from './ways.ts'

/** What an answer may be made from: what the plan shows of the person's file, and nothing else of her. */
export type VisibleData = CreditSnapshot & {
  disputes: readonly Dispute[]
  plan: Plan
  support: { email: string; phone: string | null }
  timeZone: string
}

/** The same with a report at hand. */
export type ReportData = VisibleData & { report: FullReport; facts: CreditFacts; reportDate: string | null }

/** What is asked for beside the kind of the question. */
export type QuestionDetails = { bureaus: readonly Bureau[]; words: readonly string[] }

/**
 * Sentences, with the places in the report that each figure stands at, and the ways on. `fixed`: the words are said as
 * they stand and go to no model; all else holds figures of the report and nothing that says whose it is.
 */
export type Answer = {
  text: string
  citations: readonly Citation[]
  ways: readonly NextStep[]
  fixed: boolean
}

/** An answer out of the report, which a model may word otherwise. */
export const reportAnswer = (text: string, citations: readonly Citation[] = []): Answer => ({
  text,
  citations,
  ways: [],
  fixed: false,
})

/** An answer whose words stay, with ways on. */
export const fixedAnswer = (
  text: string,
  ways: readonly NextStep[] = [],
  citations: readonly Citation[] = [],
): Answer => ({ text, citations, ways, fixed: true })
