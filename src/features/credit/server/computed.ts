import { gzipSync } from 'node:zlib'
import { buildComparisonData } from '#features/findings/comparison-data.ts'
import type { OpenDispute } from '#features/findings/ranking.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { openReportView, type PackedReportView } from '#features/reports/server/packed-report.ts'
import { addPartnerOffer, buildAnalytics, type PartnerOffer } from '../analytics.ts'
import { Analytics } from '../contract.ts'

/** The analytics, checked against the contract and gzipped. Runs in a worker thread, because whole reports are large. */
export const analyticsBody = ({
  pull,
  partner,
  openDisputes,
  ...packed
}: PackedReportView & {
  pull: LastPull | null
  partner: PartnerOffer | null
  openDisputes: readonly OpenDispute[]
}): Uint8Array => {
  const { view, earlierReports } = openReportView(packed)
  const known = buildComparisonData(packed.person.profile, earlierReports, openDisputes)
  const answer = buildAnalytics({ view, meta: packed.meta, pull, known })
  return gzipSync(JSON.stringify(Analytics.parse(addPartnerOffer(answer, partner))))
}
