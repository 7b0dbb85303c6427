import type { Finding, Found, Rule, Severity, Verdict } from './finding.ts'
import { disputeOf, type OpenDispute } from './in-dispute.ts'
import { isTheftPattern } from './most-urgent.ts'

/** Which findings stand for a cause, which come first, and which few are worth a dispute now. */

export type RuleFound = { rule: Rule; found: Found }

const subjectKey = ({ subject }: Found): string =>
  subject.kind === 'personal'
    ? `${subject.field}/${subject.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    : `${subject.kind}/${subject.id}`

/** A finding's lasting name: the rule, the thing and the bureaus; the same in the next report that shows it. */
export const idOf = (ruleId: string, found: Found): string =>
  [ruleId, subjectKey(found), found.bureaus.join('+')].join(':')

const strictness: Readonly<Record<Verdict, number>> = { impossible: 3, contradiction: 2, ask: 1 }
const weight: Readonly<Record<Severity, number>> = { high: 3, medium: 2, low: 1 }

/** A rule finds one thing about one thing once, the strictest case of it. */
export const onceEach = (all: readonly RuleFound[]): RuleFound[] => {
  const best = new Map<string, RuleFound>()
  for (const one of all) {
    const key = `${one.rule.id} ${subjectKey(one.found)}`
    const other = best.get(key)
    if (other === undefined || strictness[one.found.verdict] > strictness[other.found.verdict])
      best.set(key, one)
  }
  return [...best.values()]
}

/**
 * Leaves out what has the same cause as a finding of the same thing: where a paid account shows a balance, its monthly
 * payment needs no finding of its own. A question hides questions only.
 */
export const withoutImplied = (all: readonly RuleFound[]): RuleFound[] => {
  const byThing = Map.groupBy(all, ({ found }) => subjectKey(found))
  const isHidden = ({ rule, found }: RuleFound) =>
    (byThing.get(subjectKey(found)) ?? []).some(
      other =>
        other.rule.implies?.includes(rule.id) === true &&
        strictness[other.found.verdict] >= strictness[found.verdict] &&
        other.found.bureaus.some(bureau => found.bureaus.includes(bureau)),
    )
  return all.filter(one => !isHidden(one))
}

const rankOf = ({ rule, found }: RuleFound): number =>
  (isTheftPattern({ ...found, rule: rule.id }) ? 100 : 0) +
  weight[found.severity] * strictness[found.verdict] * found.certainty

/** More disputes at a time invite the answer that they are frivolous (15 USC 1681i(a)(3)). */
const mostRecommended = 5

/** What matters little is shown, and not recommended: a letter about it takes the place of a weightier one. */
const deservesDispute = ({ found }: RuleFound): boolean => found.severity !== 'low'

/** Findings in the order of their weight; the first few that deserve it, and are not in dispute, are recommended. */
export const ranked = (all: readonly RuleFound[], open: readonly OpenDispute[] = []): Finding[] => {
  const sorted = all
    .map(one => ({
      ...one,
      id: idOf(one.rule.id, one.found),
      rank: rankOf(one),
      dispute: disputeOf(one.found, open),
    }))
    .toSorted(
      (one, other) =>
        other.rank - one.rank ||
        strictness[other.found.verdict] - strictness[one.found.verdict] ||
        (one.id < other.id ? -1 : 1),
    )
  const recommended = new Set(
    sorted.filter(one => one.dispute === null && deservesDispute(one)).slice(0, mostRecommended),
  )
  return sorted.map(one => ({
    ...one.found,
    id: one.id,
    rule: one.rule.id,
    recommended: recommended.has(one),
    dispute: one.dispute,
  }))
}
