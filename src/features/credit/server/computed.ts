import { gzipSync } from 'node:zlib'
import { buildComparisonData } from '#features/findings/comparison-data.ts'
import type { DisputeRecord } from '#features/findings/item-state.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { openReportView, type PackedReportView } from '#features/reports/server/packed-report-view.ts'
import { addPartnerOffer, buildAnalytics, type PartnerOffer } from '../analytics.ts'
import { Analytics } from '../contract.ts'

/** The analytics, checked against the contract and gzipped. Runs in a worker thread, because full reports are large. */
export const analyticsBody = ({
  pull,
  partner,
  disputes,
  today,
  ...packed
}: PackedReportView & {
  pull: LastPull | null
  partner: PartnerOffer | null
  disputes: readonly DisputeRecord[]
  today: string
}): Uint8Array => {
  const { view, earlierReports } = openReportView(packed)
  const known = buildComparisonData(packed.person.profile, earlierReports, disputes)
  const answer = buildAnalytics({ view, meta: packed.meta, pull, known, today })
  return gzipSync(JSON.stringify(Analytics.parse(addPartnerOffer(answer, partner))))
}
