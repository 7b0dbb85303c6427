import { gzipSync } from 'node:zlib'
import { ShownFindings } from '#features/findings/contract.ts'
import { buildFindingsResponse } from '#features/findings/find.ts'
import { buildComparisonData } from '#features/findings/known.ts'
import type { OpenDispute } from '#features/findings/ranking.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import { redactWarnings } from '#features/reports/imported.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { buildReportView } from '#features/reports/shown.ts'
import { redactForPlan } from '#features/reports/within-plan.ts'
import { encodeJson } from '#platform/personal-data-source.ts'
import { addPartnerOffer, buildAnalytics, type PartnerOffer, type ReportMeta } from '../analytics.ts'
import { Analytics } from '../contract.ts'

/** Runs in a worker thread, because whole reports are large. */

export type ReportInput = {
  content: Uint8Array
  earlier: readonly Uint8Array[]
  person: { profile: Profile; plan: Plan }
  disputed?: readonly OpenDispute[]
}

const knownTo = ({ earlier, person, disputed }: ReportInput) =>
  buildComparisonData(person, earlier.map(unpackReport), disputed)

/** Checked against the contract and gzipped. */
export const analyticsBody = ({
  meta,
  pull,
  partner,
  ...of
}: ReportInput & { meta: ReportMeta; pull: LastPull | null; partner: PartnerOffer | null }): Uint8Array => {
  const { plan } = of.person
  const answer = buildAnalytics({ report: unpackReport(of.content), meta, plan, pull, known: knownTo(of) })
  return gzipSync(JSON.stringify(Analytics.parse(addPartnerOffer(answer, partner))))
}

/** Checked against the contract and gzipped. */
export const findingsBody = (of: ReportInput): Uint8Array => {
  const answer = buildFindingsResponse(redactForPlan(unpackReport(of.content), of.person.plan), knownTo(of))
  return gzipSync(JSON.stringify(ShownFindings.parse(answer)))
}

export type HeldReport = { content: Uint8Array; meta: ReportMeta }

/** All bureaus, for the data export. */
export const heldReport = ({ content, meta }: HeldReport): Uint8Array => {
  const report = unpackReport(content)
  const { reportDate, format } = report
  return encodeJson({
    ...meta,
    reportDate,
    format,
    warnings: redactWarnings(report, 'max'),
    ...buildReportView(report, 'max'),
  })
}
