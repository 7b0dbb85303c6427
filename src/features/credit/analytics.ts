import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { Analytics } from './contract.ts'
import { factorsOf } from './factors.ts'
import { factsOf } from './facts.ts'
import { mainAlertOf } from './main-alert.ts'
import { bureausShown, shown, warningsShown } from './shown.ts'

/** What is known of a stored report besides its content: its id, when it came (UTC instant) and from where. */
export type ReportMeta = Pick<NonNullable<Analytics['report']>, 'id' | 'receivedAt' | 'origin'>

/** The whole answer of the analytics for a report: everything in it is computed from what the plan may see. */
export const analyticsOf = ({
  report,
  meta,
  plan,
}: {
  report: Report
  meta: ReportMeta
  plan: Plan
}): Analytics => {
  const fullReport = shown(report, plan)
  const facts = factsOf(fullReport, report.reportDate)
  const creditFactors = factorsOf(facts)
  return {
    fullReport,
    creditFactors,
    isProcessing: false,
    message: null,
    mainAlert: mainAlertOf(facts, creditFactors, fullReport, report.reportDate),
    report: {
      id: meta.id,
      reportDate: report.reportDate,
      receivedAt: meta.receivedAt,
      format: report.format,
      origin: meta.origin,
      ...bureausShown(report, plan),
      warnings: warningsShown(report, plan),
    },
  }
}

/** The answer while a person has no report (decisions section 5). */
export const analyticsWithoutReport: Analytics = {
  fullReport: null,
  creditFactors: [],
  isProcessing: false,
  message: 'You have no credit report yet.',
  mainAlert: {
    kind: 'no_report',
    title: 'Get your credit report',
    recommendation: 'Import a report file that you have from a lender or a monitoring service.',
    explanation:
      'We read the files of lenders, monitoring services and bureaus. Your scores, accounts and factors appear here at once.',
  },
  report: null,
}

/** The answer while the first report is being fetched (decisions section 5). */
export const analyticsProcessing: Analytics = {
  fullReport: null,
  creditFactors: [],
  isProcessing: true,
  message: 'We asked the bureaus for your report. This usually takes a few minutes.',
  mainAlert: {
    kind: 'processing',
    title: 'Your report is on its way',
    recommendation: 'You can leave this page and come back.',
    explanation: 'Your scores, accounts and factors appear here as soon as the bureaus have answered.',
  },
  report: null,
}
