import { contextOf } from './context.ts'
import type { Examined, Finding } from './finding.ts'
import { onceEach, type RuleFound, ranked, withoutImplied } from './rank.ts'
import { rules } from './rules.ts'

const allOf = (report: Examined): RuleFound[] => {
  const context = contextOf(report)
  return rules.flatMap(rule => rule.find(context).map(found => ({ rule, found })))
}

/**
 * Everything that every rule finds in a report, also what has one cause, in the order of weight: what a main alert and a
 * measurement look at. Takes what the plan shows, masked, and knows nothing else of the person.
 */
export const everythingFound = (report: Examined): Finding[] => ranked(onceEach(allOf(report)))

/** The findings of a report, one for each cause, the weightiest first; at most five are recommended. */
export const findingsOf = (report: Examined): Finding[] => ranked(withoutImplied(onceEach(allOf(report))))
