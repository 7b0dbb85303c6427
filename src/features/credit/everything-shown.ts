import { findingsAnswer } from '#features/findings/answer.ts'
import { nothingKnown } from '#features/findings/context.ts'
import type { ShownFinding } from '#features/findings/contract.ts'
import type { Known } from '#features/findings/finding.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { withinPlan } from '#features/reports/within-plan.ts'
import { analyticsOf, analyticsWithoutReport, type ReportMeta } from './analytics.ts'
import type { Analytics, History } from './contract.ts'
import { historyOf, type PastReport } from './history.ts'

/** All that a person is shown of her credit: the analytics, what looks wrong, and the history. */
export type EverythingShown = {
  analytics: Analytics
  findings: readonly ShownFinding[]
  history: History
}

/** What Overview, Full Report, findings and History show, in one; nothing in it is more than the plan shows. */
export const everythingShown = ({
  stored,
  reports,
  plan,
  pull,
  known = nothingKnown,
  now,
  timeZone,
}: {
  stored: { report: Report; meta: ReportMeta } | null
  /** Those of the history, the last received first. */
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  /** What findings are held against, as the plan shows it. */
  known?: Known
  now: Date
  timeZone: string
}): EverythingShown => ({
  analytics: stored === null ? analyticsWithoutReport(pull) : analyticsOf({ ...stored, plan, pull, known }),
  findings: findingsAnswer(stored === null ? null : withinPlan(stored.report, plan), known).items,
  history: historyOf({ reports, plan, bureau: null, now, timeZone }),
})
