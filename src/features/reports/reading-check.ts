import type { EndpointReply } from '#api/endpoint.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { listBureaus, type Report } from './canonical.ts'
import type { BureauReading, reports } from './contract.ts'
import { judge } from './coverage.ts'
import { formatNames, isNewFormat } from './formats.ts'
import { createMasks, ifReported } from './masks.ts'
import { redactWarnings } from './redact-for-plan.ts'

/** What a document states about itself and what was read of it, before it becomes the report. */
export type ReadingCheck = Omit<EndpointReply<typeof reports.checkFile>, 'reading'>

/** The bureaus whose reading the user must confirm before it becomes the report. */
export const listPartlyRead = ({ coverage = [] }: Pick<Report, 'coverage'>): Bureau[] =>
  coverage.filter(one => judge([one]) !== 'complete').map(({ bureau }) => bureau)

/** What a plan may see: only its bureaus, with every number in a name masked. */
export const describeReading = (report: Report, plan: Plan): ReadingCheck => {
  const mask = createMasks(report)
  const partial = listPartlyRead(report)
  const visible = bureausInPlan(plan)
  const present = listBureaus(report)
  const describeBureau = (bureau: BureauReading['bureau']): BureauReading => {
    const count = (rows: readonly { bureau: string }[]) => rows.filter(row => row.bureau === bureau).length
    const covered = report.coverage?.find(one => one.bureau === bureau)
    return {
      bureau,
      isComplete: !partial.includes(bureau),
      stated: { accounts: null, inquiries: null, publicRecords: null },
      read: {
        accounts: count(report.accounts),
        inquiries: count(report.inquiries),
        publicRecords: count(report.publicRecords),
      },
      sections: null,
      monthsUnreadable: 0,
      pagesStated: null,
      pagesMissing: [],
      pagesDamaged: [],
      ...covered,
      doubts: (covered?.doubts ?? []).map(doubt => ({ ...doubt, about: ifReported(mask.text, doubt.about) })),
    }
  }
  return {
    format: report.format,
    formatName: formatNames[report.format],
    isNew: isNewFormat(report.format),
    reportDate: report.reportDate,
    verdict: visible.some(bureau => partial.includes(bureau)) ? 'partial' : 'complete',
    bureaus: visible.filter(bureau => present.includes(bureau)).map(describeBureau),
    warnings: redactWarnings(report, plan),
  }
}
