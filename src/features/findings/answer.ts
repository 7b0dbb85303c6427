import { nothingKnown } from './context.ts'
import type { ShownFinding, ShownFindings } from './contract.ts'
import { findingsOf } from './find.ts'
import type { Examined, Finding, Known, Subject } from './finding.ts'

/** Findings as the wire has them. */

type Place = Pick<ShownFinding, 'disputeType' | 'accountId' | 'inquiryId' | 'recordId' | 'personalField'>

const placeOf = (subject: Subject): Place => {
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

const shownFinding = (finding: Finding): ShownFinding => ({
  id: finding.id,
  rule: finding.rule,
  title: finding.title,
  explanation: finding.explanation,
  severity: finding.severity,
  verdict: finding.verdict,
  bureaus: [...finding.bureaus],
  evidence: [...finding.evidence],
  suggestedReason: finding.reason,
  ...placeOf(finding.subject),
  recommended: finding.recommended,
  ...(finding.dispute === null ? {} : { dispute: finding.dispute }),
})

/** The findings of what a plan shows of a report, held against what else is known; empty without a report. */
export const findingsAnswer = (file: Examined | null, known: Known = nothingKnown): ShownFindings => ({
  items: file === null ? [] : findingsOf(file, known).map(shownFinding),
})
