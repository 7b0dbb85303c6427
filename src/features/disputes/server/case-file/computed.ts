import type { Plan } from '#features/identity/plan.ts'
import type { ReportMeta } from '#features/reports/report-view.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type CaseRow, listCaseRows, type WantedItem } from '../../case-file/report-rows.ts'

/** Runs in worker threads. */
export const findCaseRows = ({
  content,
  meta,
  plan,
  wanted,
}: {
  content: Uint8Array
  meta: ReportMeta
  plan: Plan
  wanted: readonly WantedItem[]
}): CaseRow[] => listCaseRows(wanted, unpackReport(content), meta, plan)
