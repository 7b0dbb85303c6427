import type { Finding, RawFinding, Rule, Severity, Verdict } from './finding.ts'
import { findOpenDispute, type OpenDispute } from './in-dispute.ts'
import { isIdentityTheftPattern } from './most-urgent.ts'

/** Which findings stand for a cause, which come first, and which few are worth a dispute now. */

export type RuleResult = { rule: Rule; finding: RawFinding }

const subjectKey = ({ subject }: RawFinding): string =>
  subject.kind === 'personal'
    ? `${subject.field}/${subject.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    : `${subject.kind}/${subject.id}`

/** A finding's lasting name: the rule, the thing and the bureaus; the same in the next report that shows it. */
export const findingId = (ruleId: string, found: RawFinding): string =>
  [ruleId, subjectKey(found), found.bureaus.join('+')].join(':')

const strictness: Readonly<Record<Verdict, number>> = { impossible: 3, contradiction: 2, ask: 1 }
const weight: Readonly<Record<Severity, number>> = { high: 3, medium: 2, low: 1 }

/** A rule finds one thing about one thing once, the strictest case of it. */
export const keepStrictest = (all: readonly RuleResult[]): RuleResult[] => {
  const best = new Map<string, RuleResult>()
  for (const one of all) {
    const key = `${one.rule.id} ${subjectKey(one.finding)}`
    const other = best.get(key)
    if (other === undefined || strictness[one.finding.verdict] > strictness[other.finding.verdict])
      best.set(key, one)
  }
  return [...best.values()]
}

/**
 * Leaves out what has the same cause as a finding of the same thing: where a paid account shows a balance, its monthly
 * payment needs no finding of its own. A question hides questions only.
 */
export const removeImplied = (all: readonly RuleResult[]): RuleResult[] => {
  const byThing = Map.groupBy(all, ({ finding }) => subjectKey(finding))
  const isHidden = ({ rule, finding }: RuleResult) =>
    (byThing.get(subjectKey(finding)) ?? []).some(
      other =>
        other.rule.implies?.includes(rule.id) === true &&
        strictness[other.finding.verdict] >= strictness[finding.verdict] &&
        other.finding.bureaus.some(bureau => finding.bureaus.includes(bureau)),
    )
  return all.filter(one => !isHidden(one))
}

const computeRank = ({ rule, finding }: RuleResult): number =>
  (isIdentityTheftPattern({ ...finding, rule: rule.id }) ? 100 : 0) +
  weight[finding.severity] * strictness[finding.verdict] * finding.certainty

/** More disputes at a time invite the answer that they are frivolous (15 USC 1681i(a)(3)). */
const mostRecommended = 5

/** What matters little is shown, and not recommended: a letter about it takes the place of a weightier one. */
const deservesDispute = ({ finding }: RuleResult): boolean => finding.severity !== 'low'

/** Findings in the order of their weight; the first few that deserve it, and are not in dispute, are recommended. */
export const rankFindings = (all: readonly RuleResult[], open: readonly OpenDispute[] = []): Finding[] => {
  const sorted = all
    .map(one => ({
      ...one,
      id: findingId(one.rule.id, one.finding),
      rank: computeRank(one),
      dispute: findOpenDispute(one.finding, open),
    }))
    .toSorted(
      (one, other) =>
        other.rank - one.rank ||
        strictness[other.finding.verdict] - strictness[one.finding.verdict] ||
        (one.id < other.id ? -1 : 1),
    )
  const recommended = new Set(
    sorted.filter(one => one.dispute === null && deservesDispute(one)).slice(0, mostRecommended),
  )
  return sorted.map(one => ({
    ...one.finding,
    id: one.id,
    rule: one.rule.id,
    recommended: recommended.has(one),
    dispute: one.dispute,
  }))
}
