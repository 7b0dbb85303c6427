import { createRuleContext, noComparisonData } from './context.ts'
import type { ComparisonData, ExaminedReport, Finding } from './finding.ts'
import { keepStrictest, type RuleResult, rankFindings, removeImplied } from './rank.ts'
import { rules } from './rules.ts'

const applyRules = (report: ExaminedReport, known: ComparisonData): RuleResult[] => {
  const context = createRuleContext(report, known)
  return rules.flatMap(rule => rule.find(context).map(finding => ({ rule, finding })))
}

/**
 * Everything that every rule finds in a report, also what has one cause, in the order of weight: what a main alert and a
 * measurement look at. Takes what the plan shows, masked, and what else is known of the history and the person.
 */
export const runAllRules = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(keepStrictest(applyRules(report, known)), known.openDisputes)

/** The findings of a report, one for each cause, the weightiest first; at most five are recommended. */
export const runFinder = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(removeImplied(keepStrictest(applyRules(report, known))), known.openDisputes)
