import type { Bureau } from '#values/bureau.ts'
import type { Finding, RawFinding, Rule, Severity, Verdict } from './finding.ts'
import { type DisputedItem, type ItemState, isSameItem, type StateAt } from './item-state.ts'

/** The items of a finding in the form used by disputes; a public record cannot be disputed. */
const itemsOf = ({ subject, evidence }: RawFinding): DisputedItem[] => {
  switch (subject.kind) {
    case 'account':
      return [{ kind: 'account', id: subject.id }]
    case 'inquiry':
      return [{ kind: 'inquiry', ids: [subject.id] }]
    case 'personal':
      return [
        subject.value,
        ...evidence.filter(({ field }) => field === subject.field).map(({ value }) => value),
      ].map(value => ({ kind: 'personal', field: subject.field, value }))
    case 'record':
      return []
  }
}

/** The states of a finding's item at the finding's bureaus. */
const findStates = (found: RawFinding, states: readonly ItemState[]): StateAt[] => {
  const items = itemsOf(found)
  return found.bureaus.flatMap(bureau => {
    const [newest] = states
      .filter(({ item }) => items.some(one => isSameItem(one, item)))
      .flatMap(({ at }) => at.filter(one => one.bureau === bureau))
      .toSorted((one, other) => (one.disputeId < other.disputeId ? 1 : -1))
    return newest ?? []
  })
}

/** Facts from the user's disputes: the states of items, and whether a finding is newer than a day. */
export type Handling = {
  states: readonly ItemState[]
  isNewSince: (key: string, bureaus: readonly Bureau[], day: string) => boolean
}

const nothingHandled: Handling = { states: [], isNewSince: () => false }

/**
 * Whether the user has dealt with a finding, so that no screen proposes it again: its item is in dispute or was answered.
 * Not if a bureau lists again what it deleted, or if it entered the report after the dispute.
 */
const isHandled = (result: RuleResult, states: readonly StateAt[], { isNewSince }: Handling): boolean =>
  states.length > 0 &&
  !states.some(({ state }) => state === 'relisted') &&
  states.some(
    ({ answeredOn, createdOn }) =>
      answeredOn === null || !isNewSince(findingKey(result), result.finding.bureaus, createdOn),
  )

/**
 * Signs of identity theft are first, because waiting makes it worse (15 USC 1681c-1). An SSN that differs only from the
 * one the user entered, and old applications, are ordinary questions.
 */
export const isIdentityTheftPattern = ({
  rule,
  verdict,
  severity,
}: Pick<Finding, 'rule' | 'verdict' | 'severity'>): boolean =>
  (rule === 'I-06' && severity === 'high') || rule === 'P-06' || (rule === 'P-03' && verdict !== 'ask')

/** The finding a screen leads with: the first recommended one, otherwise the first that is not handled. */
export const selectLeadFinding = <One extends Pick<Finding, 'recommended' | 'handled'>>(
  findings: readonly One[],
): One | null =>
  findings.find(({ recommended }) => recommended) ?? findings.find(({ handled }) => !handled) ?? null

export type RuleResult = { rule: Rule; finding: RawFinding }

const subjectKey = ({ subject }: RawFinding): string =>
  subject.kind === 'personal'
    ? `${subject.field}/${subject.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    : `${subject.kind}/${subject.id}`

/** The rule and the item of a finding. It stays the same in later reports, even if other bureaus show it. */
export const findingKey = ({ rule, finding }: RuleResult): string => `${rule.id}:${subjectKey(finding)}`

const findingId = (result: RuleResult): string => `${findingKey(result)}:${result.finding.bureaus.join('+')}`

const strictness: Readonly<Record<Verdict, number>> = { impossible: 3, contradiction: 2, ask: 1 }
const weight: Readonly<Record<Severity, number>> = { high: 3, medium: 2, low: 1 }

/** One finding per rule and item: the strictest case. */
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
 * Leaves out findings that share a cause with a finding about the same item: a paid account with a balance
 * needs no second finding for its monthly payment. A question hides only questions.
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

/** Many disputes at the same time may be rejected as frivolous (15 USC 1681i(a)(3)). */
const maxRecommended = 5

/** Minor findings are shown but not recommended: a letter about one would take the place of a more important one. */
const deservesDispute = ({ finding }: RuleResult): boolean => finding.severity !== 'low'

export const rankFindings = (all: readonly RuleResult[], handling: Handling = nothingHandled): Finding[] => {
  const sorted = all
    .map(one => {
      const states = findStates(one.finding, handling.states)
      return {
        ...one,
        id: findingId(one),
        rank: computeRank(one),
        states,
        handled: isHandled(one, states, handling),
      }
    })
    .toSorted(
      (one, other) =>
        other.rank - one.rank ||
        strictness[other.finding.verdict] - strictness[one.finding.verdict] ||
        (one.id < other.id ? -1 : 1),
    )
  const recommended = new Set(
    sorted.filter(one => !one.handled && deservesDispute(one)).slice(0, maxRecommended),
  )
  return sorted.map(one => ({
    ...one.finding,
    id: one.id,
    rule: one.rule.id,
    comparesBureaus: one.rule.comparesBureaus === true,
    recommended: recommended.has(one),
    states: one.states,
    handled: one.handled,
  }))
}
