import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { maskSsn } from '#values/mask.ts'
import {
  listBureaus,
  type PersonalInfo,
  type Report,
  type ReportOrigin,
  type ReportWarning,
  type Score,
} from './canonical.ts'
import { carries } from './carries.ts'
import { type FileGap, FullReport, type ShownPart } from './contract.ts'
import { type BureauCoverage, countedSections, isReadWhole } from './coverage.ts'
import type { ReportFormat } from './formats.ts'
import { formatAddress } from './masks.ts'
import { describeComments, describePaymentStatus } from './payment-status.ts'
import { type RedactedPart, type RedactedReport, redactForPlan, redactWarnings } from './redact-for-plan.ts'

/**
 * Everything a plan may see of a report. Factors, main alert, findings, raw data, voice answers, advice and
 * the archive are computed from this, never from the report itself.
 */
export type ReportView = {
  /** The rows for the rules. */
  redacted: RedactedReport
  /** The same rows with the fields of the API. */
  fullReport: FullReport
  /** The plan's bureaus that appear in the report; hidden bureaus are not even named. */
  bureaus: Bureau[]
  warnings: Pick<ReportWarning, 'code' | 'message'>[]
}

/** A stored report's metadata; `receivedAt` is an instant in UTC. */
export type ReportMeta = { id: string; origin: ReportOrigin; receivedAt: string }

const toShownScore = ({ factors, ...score }: Score) => ({
  ...score,
  factors: factors.map(({ text }) => text),
})

const toShownPerson = ({ ssnLastFour, currentAddress, previousAddresses, ...person }: PersonalInfo) => ({
  ...person,
  ssn: ssnLastFour === null ? null : maskSsn(ssnLastFour.slice(-4)),
  currentAddress: currentAddress === null ? null : formatAddress(currentAddress),
  previousAddresses: previousAddresses.map(formatAddress).filter(address => address !== null),
  addressDates: [currentAddress, ...previousAddresses].flatMap(one => {
    const address = one === null ? null : formatAddress(one)
    return address === null || one?.reported == null ? [] : [{ address, reported: one.reported }]
  }),
})

/** The schema decides which fields leave the server: parsing drops all others. */
export const toFullReport = (report: RedactedReport): FullReport =>
  FullReport.parse({
    creditScores: report.scores.map(toShownScore),
    otherScores: report.otherScores.map(toShownScore),
    scoreExclusions: report.scoreExclusions,
    accountInformation: report.accounts.map(account => ({
      ...account,
      removalDate: account.removalDate ?? null,
      paymentStatus: describePaymentStatus(account),
      comments: describeComments(account),
    })),
    creditInquiries: report.inquiries,
    publicRecords: report.publicRecords.map(record => ({
      ...record,
      removalDate: record.removalDate ?? null,
    })),
    personalInformation: report.personal.map(toShownPerson),
    fileStatuses: report.files.map(file => {
      const part = report.parts.find(({ bureau }) => bureau === file.bureau)
      return { ...file, ...(part?.arrival ? { reportId: part.arrival.reportId } : {}) }
    }),
  })

const listGaps = (format: ReportFormat, coverage: BureauCoverage | undefined): FileGap[] => {
  const { account, personal, score } = carries[format]
  const hasMonths = account.includes('paymentHistory') && (coverage?.monthsUnreadable ?? 0) === 0
  return [
    ...countedSections.filter(section => coverage !== undefined && !isReadWhole(coverage, section)),
    ...(hasMonths ? [] : (['paymentHistory'] as const)),
    ...(score === null ? (['scores'] as const) : []),
    ...(personal.includes('ssnLastFour') ? [] : (['ssn'] as const)),
  ]
}

/** Empty for a part with an unknown arrival. */
export const toShownPart = ({ bureau, format, reportDate, coverage, arrival }: RedactedPart): ShownPart[] =>
  arrival === null
    ? []
    : [
        {
          bureau,
          format,
          reportDate,
          ...arrival,
          lacks: listGaps(format, coverage),
        },
      ]

export const buildReportView = (report: Report, plan: Plan): ReportView => {
  const redacted = redactForPlan(report, plan)
  const visible = bureausInPlan(plan)
  return {
    redacted,
    fullReport: toFullReport(redacted),
    bureaus: listBureaus(report).filter(bureau => visible.includes(bureau)),
    warnings: redactWarnings(report, plan),
  }
}
