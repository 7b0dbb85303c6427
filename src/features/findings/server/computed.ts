import { gzipSync } from 'node:zlib'
import { openReportView, type PackedReportView } from '#features/reports/server/packed-report-view.ts'
import { buildComparisonData } from '../comparison-data.ts'
import { ShownFindings } from '../contract.ts'
import { buildFindingsResponse } from '../find.ts'
import type { DisputeRecord } from '../item-state.ts'

/** The findings of a report, checked against the contract, gzipped. Runs in a worker thread. */
export const findingsBody = (
  input: PackedReportView & { disputes: readonly DisputeRecord[] },
): Uint8Array => {
  const { view, earlierReports } = openReportView(input)
  const known = buildComparisonData(input.person.profile, earlierReports, input.disputes)
  return gzipSync(JSON.stringify(ShownFindings.parse(buildFindingsResponse(view.redacted, known))))
}
