import { gzipSync } from 'node:zlib'
import { collectFacts } from '#features/credit/facts.ts'
import type { Plan } from '#features/identity/plan.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { evaluatePayoff } from '../payoff/evaluate.ts'
import { followPlan } from '../payoff/follow.ts'
import { type PayoffRequest, PayoffResult, type PayoffStart } from '../payoff/payoff.ts'
import { listReportCards } from '../payoff/report-cards.ts'

/** Runs in a worker thread: reports are large, and so may be a table of 600 months and 30 cards. */

export const isPayoffStart = (value: unknown): value is PayoffStart =>
  typeof value === 'object' && value !== null && 'cards' in value && 'saved' in value

/** The cards of the report that the plan shows, and the saved payoff plans beside it. */
export const payoffStart = ({
  content,
  plan,
  saved,
}: {
  content: Uint8Array
  plan: Plan
  saved: readonly { planId: string; startsOn: string; request: PayoffRequest }[]
}): PayoffStart => {
  const report = unpackReport(content)
  const facts = collectFacts(buildReportView(report, plan).fullReport, report.reportDate)
  return { hasReport: true, ...listReportCards(facts), saved: saved.map(one => followPlan(one, facts)) }
}

/** The result, checked against the contract and gzipped. */
export const payoffBody = (request: PayoffRequest): Uint8Array =>
  gzipSync(JSON.stringify(PayoffResult.parse(evaluatePayoff(request))))
