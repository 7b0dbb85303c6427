import type { Bureau } from '#values/bureau.ts'
import type { Finding, RawFinding, Rule, Severity, Verdict } from './finding.ts'

/** Ids of accounts and inquiries stay the same across reports. */
export type DisputedItem =
  | { kind: 'account'; id: string }
  | { kind: 'inquiry'; ids: readonly string[] }
  | { kind: 'personal'; field: string; value: string }

/** An item of an open dispute, with the bureaus that have not answered. */
export type OpenDispute = {
  id: string
  status: 'NEW' | 'SENT'
  /** The day its first letter was mailed, `YYYY-MM-DD`. */
  sentOn: string | null
  bureaus: readonly Bureau[]
  item: DisputedItem
}

/** The dispute about a finding's item, with the bureaus of the finding that have not answered. */
export type FindingDispute = Pick<OpenDispute, 'id' | 'status' | 'sentOn'> & { bureaus: Bureau[] }

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const isAbout = (item: DisputedItem, { subject, evidence }: RawFinding): boolean => {
  if (item.kind === 'account') return subject.kind === 'account' && subject.id === item.id
  if (item.kind === 'inquiry') return subject.kind === 'inquiry' && item.ids.includes(subject.id)
  return (
    subject.kind === 'personal' &&
    subject.field === item.field &&
    [subject.value, ...evidence.filter(({ field }) => field === item.field).map(({ value }) => value)].some(
      value => plain(value) === plain(item.value),
    )
  )
}

/** The newest open dispute about the item of a finding, at one of its bureaus. */
const findOpenDispute = (found: RawFinding, open: readonly OpenDispute[]): FindingDispute | null => {
  const [newest] = open
    .filter(({ item }) => isAbout(item, found))
    .map(({ id, status, sentOn, bureaus }) => ({
      id,
      status,
      sentOn,
      bureaus: found.bureaus.filter(bureau => bureaus.includes(bureau)),
    }))
    .filter(({ bureaus }) => bureaus.length > 0)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newest ?? null
}

/**
 * Signs of identity theft come first, because waiting makes it worse (15 USC 1681c-1). An SSN that differs
 * only from the one the user typed, and old applications, are ordinary questions.
 */
export const isIdentityTheftPattern = ({
  rule,
  verdict,
  severity,
}: Pick<Finding, 'rule' | 'verdict' | 'severity'>): boolean =>
  (rule === 'I-06' && severity === 'high') || rule === 'P-06' || (rule === 'P-03' && verdict !== 'ask')

/** The finding a screen leads with: the first one recommended, else the first that is not in dispute. */
export const selectLeadFinding = <
  One extends Pick<Finding, 'recommended'> & { dispute?: FindingDispute | null | undefined },
>(
  findings: readonly One[],
): One | null =>
  findings.find(({ recommended }) => recommended) ?? findings.find(({ dispute }) => !dispute) ?? null

export type RuleResult = { rule: Rule; finding: RawFinding }

const subjectKey = ({ subject }: RawFinding): string =>
  subject.kind === 'personal'
    ? `${subject.field}/${subject.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    : `${subject.kind}/${subject.id}`

/** Stays the same in later reports. */
const findingId = (ruleId: string, found: RawFinding): string =>
  [ruleId, subjectKey(found), found.bureaus.join('+')].join(':')

const strictness: Readonly<Record<Verdict, number>> = { impossible: 3, contradiction: 2, ask: 1 }
const weight: Readonly<Record<Severity, number>> = { high: 3, medium: 2, low: 1 }

/** One finding for each rule and item: the strictest case. */
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

/** Many disputes at once may be rejected as frivolous (15 USC 1681i(a)(3)). */
const mostRecommended = 5

/**
 * Minor findings are shown but not recommended: a letter about one takes the place of a more important one.
 */
const deservesDispute = ({ finding }: RuleResult): boolean => finding.severity !== 'low'

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
    comparesBureaus: one.rule.comparesBureaus === true,
    recommended: recommended.has(one),
    dispute: one.dispute,
  }))
}
