import { contextOf, nothingKnown } from './context.ts'
import type { Examined, Finding, Known } from './finding.ts'
import { onceEach, type RuleFound, ranked, withoutImplied } from './rank.ts'
import { rules } from './rules.ts'

const allOf = (report: Examined, known: Known): RuleFound[] => {
  const context = contextOf(report, known)
  return rules.flatMap(rule => rule.find(context).map(found => ({ rule, found })))
}

/**
 * Everything that every rule finds in a report, also what has one cause, in the order of weight: what a main alert and a
 * measurement look at. Takes what the plan shows, masked, and what else is known of the history and the person.
 */
export const everythingFound = (report: Examined, known: Known = nothingKnown): Finding[] =>
  ranked(onceEach(allOf(report, known)), known.disputed)

/** The findings of a report, one for each cause, the weightiest first; at most five are recommended. */
export const findingsOf = (report: Examined, known: Known = nothingKnown): Finding[] =>
  ranked(withoutImplied(onceEach(allOf(report, known))), known.disputed)
