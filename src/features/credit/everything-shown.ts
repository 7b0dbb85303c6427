import { buildFindingsResponse } from '#features/findings/answer.ts'
import { noComparisonData } from '#features/findings/context.ts'
import type { ShownFinding } from '#features/findings/contract.ts'
import type { ComparisonData } from '#features/findings/finding.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { redactForPlan } from '#features/reports/within-plan.ts'
import { analyticsWithoutReport, buildAnalytics, type ReportMeta } from './analytics.ts'
import type { Analytics, History } from './contract.ts'
import { buildHistory, type PastReport } from './history.ts'

/** All that a person is shown of her credit: the analytics, what looks wrong, and the history. */
export type CreditSnapshot = {
  analytics: Analytics
  findings: readonly ShownFinding[]
  history: History
}

/** What Overview, Full Report, findings and History show, in one; nothing in it is more than the plan shows. */
export const buildCreditSnapshot = ({
  stored,
  reports,
  plan,
  pull,
  known = noComparisonData,
  now,
  timeZone,
}: {
  stored: { report: Report; meta: ReportMeta } | null
  /** Those of the history, the last received first. */
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  /** What findings are held against, as the plan shows it. */
  known?: ComparisonData
  now: Date
  timeZone: string
}): CreditSnapshot => ({
  analytics:
    stored === null ? analyticsWithoutReport(pull) : buildAnalytics({ ...stored, plan, pull, known }),
  findings: buildFindingsResponse(stored === null ? null : redactForPlan(stored.report, plan), known).items,
  history: buildHistory({ reports, plan, bureau: null, now, timeZone }),
})
