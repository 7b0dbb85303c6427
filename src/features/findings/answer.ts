import { noComparisonData } from './context.ts'
import type { ShownFinding, ShownFindings } from './contract.ts'
import { runFinder } from './find.ts'
import type { ComparisonData, ExaminedReport, Finding, Subject } from './finding.ts'

/** Findings as the wire has them. */

type Place = Pick<ShownFinding, 'disputeType' | 'accountId' | 'inquiryId' | 'recordId' | 'personalField'>

const toSubjectFields = (subject: Subject): Place => {
  switch (subject.kind) {
    case 'account':
      return { disputeType: 'account', accountId: subject.id }
    case 'inquiry':
      return { disputeType: 'inquiry', inquiryId: subject.id }
    case 'record':
      return { disputeType: null, recordId: subject.id }
    case 'personal':
      return { disputeType: 'personal-info', personalField: subject.field }
  }
}

const toShownFinding = (finding: Finding): ShownFinding => ({
  id: finding.id,
  rule: finding.rule,
  title: finding.title,
  explanation: finding.explanation,
  severity: finding.severity,
  verdict: finding.verdict,
  bureaus: [...finding.bureaus],
  evidence: [...finding.evidence],
  suggestedReason: finding.reason,
  ...toSubjectFields(finding.subject),
  recommended: finding.recommended,
  ...(finding.dispute === null ? {} : { dispute: finding.dispute }),
})

/** The findings of what a plan shows of a report, held against what else is known; empty without a report. */
export const buildFindingsResponse = (
  file: ExaminedReport | null,
  known: ComparisonData = noComparisonData,
): ShownFindings => ({
  items: file === null ? [] : runFinder(file, known).map(toShownFinding),
})
