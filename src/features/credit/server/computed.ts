import { gzipSync } from 'node:zlib'
import { buildFindingsResponse } from '#features/findings/answer.ts'
import { ShownFindings } from '#features/findings/contract.ts'
import type { OpenDispute } from '#features/findings/in-dispute.ts'
import { buildComparisonData } from '#features/findings/known.ts'
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

/** What is computed from whole reports, in a thread apart: each export gets packed reports and gives bytes. */

/** The shown report and the earlier ones of its history, packed, and for whom an answer is made. */
export type ReportInput = {
  content: Uint8Array
  earlier: readonly Uint8Array[]
  person: { profile: Profile; plan: Plan }
  /** The person's disputes that are not closed, item by item. */
  disputed?: readonly OpenDispute[]
}

const knownTo = ({ earlier, person, disputed }: ReportInput) =>
  buildComparisonData(person, earlier.map(unpackReport), disputed)

/** The analytics: shown, checked against the contract, gzipped. */
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

/** The findings, checked against the contract, gzipped. */
export const findingsBody = (of: ReportInput): Uint8Array => {
  const answer = buildFindingsResponse(redactForPlan(unpackReport(of.content), of.person.plan), knownTo(of))
  return gzipSync(JSON.stringify(ShownFindings.parse(answer)))
}

export type HeldReport = { content: Uint8Array; meta: ReportMeta }

/** A report as the archive holds it, of all bureaus. */
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
