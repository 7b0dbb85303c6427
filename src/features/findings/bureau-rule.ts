import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import { closingSentence } from './account-rule.ts'
import { areComparable } from './dates-apart.ts'
import { type EvidenceField, fieldEvidence, monthEvidence } from './evidence.ts'
import { type RawFinding, type Rule, type SuggestedReason, type Verdict, verdicts } from './finding.ts'
import { describeStatements, distinctBureaus } from './wording.ts'

/**
 * Rules that lay the bureaus' rows of one account side by side. Compared are rows of the bureaus' own, last reported
 * within 35 days of each other, or at any time for what never changes. A bureau that does not list the account, or does not report the value, says nothing.
 */
export type BureauRule = Omit<Rule, 'find'> & {
  title: string
  /** What to dispute; where it follows from what the worse rows show, of them and all rows of the account. */
  reason: SuggestedReason | ((worse: readonly Account[], all: readonly Account[]) => SuggestedReason)
  fields: readonly EvidenceField[]
  /** What never changes is compared whenever the rows were last reported. */
  neverChanges?: true
  /** What two rows make of each other; null when they agree, or when it explains itself. */
  compare: (one: Account, other: Account) => Verdict | null
  /** What a row shows, as a sentence that begins with the bureau; null when it shows nothing of it. */
  describe: (row: Account, rows: readonly Account[]) => string | null
  months?: (row: Account, rows: readonly Account[]) => Account['paymentHistory']
  /** Whether a row is one to dispute, where the person would not dispute what is better for her. */
  isWorse?: (row: Account, rows: readonly Account[]) => boolean
}

type Pair = readonly [one: Account, other: Account]

/** Each bureau's own row once. */
const ownRows = (rows: readonly Account[]): Account[] => [
  ...new Map(rows.filter(row => !isMergedRow(row)).map(row => [row.bureau, row])).values(),
]

const comparablePairs = (rows: readonly Account[], isLasting: boolean): Pair[] =>
  rows.flatMap((one, index) =>
    rows
      .slice(index + 1)
      .flatMap((other): Pair[] => (isLasting || areComparable(one, other) ? [[one, other]] : [])),
  )

const closing = 'Bureaus can differ because a lender reports to them at different times. Which one is right?'

const findInGroup = (rule: BureauRule, group: readonly Account[]): RawFinding[] => {
  const pairs = comparablePairs(ownRows(group), rule.neverChanges === true)
  const apart = pairs.flatMap(([one, other]) => {
    const verdict = rule.compare(one, other)
    return verdict === null ? [] : [{ rows: [one, other], verdict }]
  })
  const [strictest] = apart.toSorted(
    (one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict),
  )
  const [first] = group
  if (strictest === undefined || first === undefined) return []
  const involved = new Set(apart.flatMap(({ rows }) => rows))
  // The row of a third bureau that agrees with one of the two is shown beside them.
  const beside = group.filter(
    row => involved.has(row) || pairs.some(pair => pair.includes(row) && pair.some(one => involved.has(one))),
  )
  const worse = beside.filter(row => rule.isWorse?.(row, beside) ?? true)
  const { verdict } = strictest
  const statements = beside.flatMap(row => {
    const says = rule.describe(row, beside)
    return says === null ? [] : [{ row, says }]
  })
  return [
    {
      subject: { kind: 'account', id: first.id },
      bureaus: distinctBureaus(worse.length > 0 ? worse : beside),
      title: rule.title,
      explanation: `${describeStatements(statements)} ${verdict === 'ask' ? closing : closingSentence('contradiction')}`,
      evidence: beside.flatMap(row => [
        ...fieldEvidence(row, rule.fields),
        ...monthEvidence(row, rule.months?.(row, beside) ?? []),
      ]),
      reason: typeof rule.reason === 'string' ? rule.reason : rule.reason(worse, ownRows(group)),
      verdict,
      severity: rule.severity,
      certainty: beside.length > 2 ? 0.9 : 0.8,
    },
  ]
}

/** A rule between bureaus; one finding an account. */
export const bureauRule = (rule: BureauRule): Rule => ({
  id: rule.id,
  verdict: rule.verdict,
  severity: rule.severity,
  source: rule.source,
  ...(rule.implies ? { implies: rule.implies } : {}),
  find: ({ groups }) => groups.flatMap(group => (group.length > 1 ? findInGroup(rule, group) : [])),
})
