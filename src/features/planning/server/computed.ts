import { gzipSync } from 'node:zlib'
import { collectFacts } from '#features/credit/facts.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { openReportView, type PackedReportView } from '#features/reports/server/packed-report-view.ts'
import type { BureauProgress } from '../contract.ts'
import { measureProgress } from '../goal/progress.ts'
import { evaluatePayoff } from '../payoff/evaluate.ts'
import { followPlan, listReportCards } from '../payoff/follow.ts'
import { type PayoffRequest, PayoffResult, type PayoffStart } from '../payoff/payoff.ts'
import { evaluateSteps } from '../what-if/evaluate.ts'
import type { Step, WhatIfResult } from '../what-if/step.ts'

/** Runs in a worker thread, because whole reports are large. */

/** Calculated only from what the plan shows of the report. */
export const whatIf = ({
  content,
  plan,
  steps,
  today,
}: {
  content: Uint8Array
  plan: Plan
  steps: readonly Step[]
  today: string
}): WhatIfResult =>
  evaluateSteps(redactForPlan(unpackReport(content), plan), bureausInPlan(plan), steps, today)

type Progress = { bureaus: BureauProgress[] }

export const progress = (packed: PackedReportView): Progress => {
  const { view, earlierReports } = openReportView(packed)
  return { bureaus: measureProgress([view.redacted, ...earlierReports]) }
}

/** Runs in a worker thread: reports are large, and so may be a table of 600 months and 30 cards. */

/** The cards of the report that the plan shows, and the saved payoff plans compared with it. */
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
