import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { latestDay } from '#features/findings/reporting-period.ts'
import type { ReportPart } from '#features/reports/canonical.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import { addDays } from '#values/business-days.ts'
import type { DisputeType } from './dispute-requests.ts'
import { enclosesEvidence } from './letters/enclosures.ts'
import { joinWithAnd, longDate } from './letters/words.ts'

/** What users should know before letters are made and mailed. None of it blocks them. */

export const cautionCodes = ['old_report', 'no_identification', 'no_support'] as const
type Caution = { code: (typeof cautionCodes)[number]; message: string }

/** The date of each bureau's part of a report. */
export type ReportDates = readonly Pick<ReportPart, 'bureau' | 'reportDate'>[]

/**
 * The caution that a report is too old to dispute from without checking a newer one; null if no part is, or has a date.
 */
export const oldReportCaution = (dates: ReportDates, today: string): Caution | null => {
  const old = dates.flatMap(({ bureau, reportDate }) =>
    reportDate !== null && addDays(latestDay(reportDate), OLD_REPORT_DAYS) < today
      ? [{ bureau, reportDate }]
      : [],
  )
  const [first] = old
  if (first === undefined) return null
  const isOneDate = dates.every(({ reportDate }) => reportDate === first.reportDate)
  const which = isOneDate
    ? `Your report is of ${longDate(first.reportDate)}`
    : joinWithAnd(old.map(({ bureau, reportDate }) => `your ${bureau} report is of ${longDate(reportDate)}`))
  return {
    code: 'old_report',
    message: `${which.slice(0, 1).toUpperCase()}${which.slice(1)}, more than ${OLD_REPORT_DAYS} days ago. The bureaus may show something else by now. Refresh your report in Analytics, or import a newer one, and check that the item is still wrong. The letters give the date of your report.`,
  }
}

/** Documents that prove the user's identity and address. */
const identifying = [
  { kind: 'government_id', words: 'a government ID' },
  { kind: 'proof_of_address', words: 'a proof of address' },
] as const satisfies readonly { kind: DocumentKind; words: string }[]

/** Document kinds that are enclosed with letters unless the user leaves them out. */
export const identificationKinds: readonly DocumentKind[] = identifying.map(({ kind }) => kind)

/**
 * Requests that depend on proof of identity, at a bureau by the Act (15 U.S.C. 1681c-1(a)(1), (b)(1), (c), (i)(1)(B),
 * (2)(A)).
 */
const dependsOnIdentity: Partial<Record<DisputeType, string>> = {
  freeze: 'A bureau acts on a freeze request by mail only with proper identification (15 U.S.C. 1681c-1(i))',
  'agency-freeze': 'An agency acts on a freeze request only when it can tell who asks',
  'fraud-alert': 'A bureau places an alert only with appropriate proof of who you are (15 U.S.C. 1681c-1)',
}

/** The caution that such a request lacks the proof; null for letters of other types. */
export const identificationCaution = (
  type: DisputeType,
  enclosed: readonly { kind?: DocumentKind | undefined }[],
): Caution | null => {
  const rule = dependsOnIdentity[type]
  if (rule === undefined) return null
  const missing = identifying.filter(({ kind }) => !enclosed.some(one => one.kind === kind))
  if (missing.length === 0) return null
  return {
    code: 'no_identification',
    message: `No copy of ${missing.map(({ words }) => words).join(' or ')} is enclosed. ${rule}, so it may send the letter back or ask for copies first.`,
  }
}

/** The caution that a direct dispute encloses nothing that supports it (12 CFR 1022.43(d)(3), (f)(1)(i)). */
const supportCaution = (enclosed: readonly { kind: DocumentKind }[]): Caution | null =>
  enclosesEvidence(enclosed)
    ? null
    : {
        code: 'no_support',
        message:
          'Nothing that supports your dispute is enclosed. A direct dispute must include the documents that the company reasonably needs, such as a statement, a court order or the page of your report (12 CFR 1022.43(d)(3)). Without them it may decline to look into it.',
      }

/** The cautions for letters of a type. */
export const listCautions = (
  { type, reportDates }: { type: DisputeType; reportDates: ReportDates },
  enclosed: readonly { kind: DocumentKind }[],
  today: string,
): Caution[] =>
  [
    oldReportCaution(reportDates, today),
    identificationCaution(type, enclosed),
    type === 'direct' ? supportCaution(enclosed) : null,
  ].filter(caution => caution !== null)
