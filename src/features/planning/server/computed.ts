import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import {
  openReportView,
  type PackedReportView,
  unpackReport,
} from '#features/reports/server/packed-report.ts'
import type { BureauProgress } from '../contract.ts'
import { measureProgress } from '../goal/progress.ts'
import { evaluateSteps } from '../what-if/evaluate.ts'
import type { WhatIfResult } from '../what-if/result.ts'
import type { Step } from '../what-if/step.ts'

/** Runs in a worker thread, because whole reports are large. */

export const isWhatIfResult = (value: unknown): value is WhatIfResult =>
  typeof value === 'object' && value !== null && 'steps' in value && 'bureaus' in value

/** Calculated from what the plan shows of the report, and nothing else. */
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

export const isProgress = (value: unknown): value is Progress =>
  typeof value === 'object' && value !== null && 'bureaus' in value

export const progress = (packed: PackedReportView): Progress => {
  const { view, earlierReports } = openReportView(packed)
  return { bureaus: measureProgress([view.redacted, ...earlierReports]) }
}
