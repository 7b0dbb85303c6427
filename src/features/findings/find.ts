import { createRuleContext, noComparisonData } from './context.ts'
import type { ShownFinding, ShownFindings } from './contract.ts'
import type { ComparisonData, ExaminedReport, Finding, Rule, Subject } from './finding.ts'
import { keepStrictest, type RuleResult, rankFindings, removeImplied } from './ranking.ts'
import { acrossBureausRules } from './rules/across-bureaus.ts'
import { ageRules } from './rules/age.ts'
import { balanceRules } from './rules/balances.ts'
import { closingRules } from './rules/closing.ts'
import { dateRules } from './rules/dates.ts'
import { debtRules } from './rules/debts.ts'
import { duplicateRules } from './rules/duplicates.ts'
import { earlierReportRules } from './rules/earlier-reports.ts'
import { inquiryRules } from './rules/inquiries.ts'
import { limitRules } from './rules/limits.ts'
import { paymentHistoryRules } from './rules/payment-history.ts'
import { personalRules } from './rules/personal.ts'
import { remarkRules } from './rules/remarks.ts'
import { statusRules } from './rules/status.ts'

/**
 * Every check (docs/reference/finder-checks.md). Rules that share an id check for one thing in different places and
 * give one finding for each item.
 */
export const rules: readonly Rule[] = [
  ...balanceRules,
  ...limitRules,
  ...statusRules,
  ...closingRules,
  ...remarkRules,
  ...paymentHistoryRules,
  ...ageRules,
  ...dateRules,
  ...acrossBureausRules,
  ...duplicateRules,
  ...debtRules,
  ...inquiryRules,
  ...personalRules,
  ...earlierReportRules,
]

const applyRules = (report: ExaminedReport, known: ComparisonData): RuleResult[] => {
  const context = createRuleContext(report, known)
  return rules.flatMap(rule => {
    const { title, reason = null, verdict, severity } = rule
    return rule
      .find(context)
      .map(match => ({ rule, finding: { title, reason, verdict, severity, certainty: 1, ...match } }))
  })
}

/**
 * Findings of every rule, including those that share a cause, most important first. The main alert and the
 * benchmark use it.
 */
export const runAllRules = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(keepStrictest(applyRules(report, known)), known.openDisputes)

/** The findings of a report, one for each cause, most important first; at most five are recommended. */
export const runFinder = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(removeImplied(keepStrictest(applyRules(report, known))), known.openDisputes)

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
  ...(finding.comparesBureaus ? { comparesBureaus: true } : {}),
  recommended: finding.recommended,
  ...(finding.dispute === null ? {} : { dispute: finding.dispute }),
})

/** The response of `GET /credit/findings`; empty without a report. */
export const buildFindingsResponse = (
  file: ExaminedReport | null,
  known: ComparisonData = noComparisonData,
): ShownFindings => ({
  items: file === null ? [] : runFinder(file, known).map(toShownFinding),
})
