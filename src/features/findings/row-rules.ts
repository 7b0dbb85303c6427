import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import type { RuleContext } from './context.ts'
import {
  describeStatements,
  distinctBureaus,
  type EvidenceField,
  fieldEvidence,
  monthEvidence,
} from './evidence.ts'
import {
  type Evidence,
  type RawFinding,
  type Rule,
  type Severity,
  type SuggestedReason,
  type Verdict,
  verdicts,
} from './finding.ts'
import { areComparable } from './partial-dates.ts'

export type Statement = {
  /** Follows the name of the bureau: `lists it as paid, yet with a balance of $312.00`. */
  text: string
  fields: readonly EvidenceField[]
  months?: Account['paymentHistory']
  moreEvidence?: readonly Evidence[]
  reason?: SuggestedReason
  /** Overrides those of the rule for this case. */
  verdict?: Verdict
  severity?: Severity
  title?: string
  /** Overrides the last sentence of the rule for this case. */
  closing?: string
}

type AccountRule = Omit<Rule, 'find'> & {
  reason: SuggestedReason
  /** The last sentence of the explanation. */
  closing?: string
  check: (row: Account, context: RuleContext) => Statement | null
}

const closings: Readonly<Record<Verdict, string>> = {
  impossible: 'Both can’t be true.',
  contradiction: 'These conflict, so at least one may be wrong.',
  ask: 'It may be correct. Please check it.',
}

/** One reason for all rows, else the user's own words. */
const combineReasons = (reasons: readonly SuggestedReason[]): SuggestedReason => {
  const [only = 'other', ...others] = new Set(reasons)
  return others.length === 0 ? only : 'other'
}

export const closingSentence = (verdict: Verdict): string => closings[verdict]

const strictness = (verdict: Verdict): number => verdicts.indexOf(verdict)

type Stated = { row: Account; statement: Statement; verdict: Verdict }

const buildFinding = (rule: AccountRule, stated: readonly [Stated, ...Stated[]]): RawFinding => {
  const { title, reason, severity } = rule
  const [first] = stated.toSorted((one, other) => strictness(one.verdict) - strictness(other.verdict))
  const strictest = first ?? stated[0]
  const { statement, verdict } = strictest
  const like = stated.filter(one => one.verdict === verdict && one.statement.title === statement.title)
  return {
    subject: { kind: 'account', id: stated[0].row.id },
    bureaus: distinctBureaus(like.map(({ row }) => row)),
    title: statement.title ?? title,
    explanation: `${describeStatements(like.map(({ row, statement: { text } }) => ({ row, text })))} ${
      statement.closing ?? (verdict === rule.verdict ? rule.closing : undefined) ?? closingSentence(verdict)
    }`,
    evidence: like.flatMap(({ row, statement: { fields, months = [], moreEvidence = [] } }) => [
      ...fieldEvidence(row, fields),
      ...monthEvidence(row, months),
      ...moreEvidence,
    ]),
    reason: combineReasons(like.map(one => one.statement.reason ?? reason)),
    verdict,
    severity: statement.severity ?? severity,
    certainty: like.some(({ row }) => !isMergedRow(row)) ? 1 : 0.8,
  }
}

/**
 * A rule that checks rows one by one. What it finds at several bureaus of one account is one finding, in the
 * words of the strictest case.
 */
export const accountRule = (rule: AccountRule): Rule => ({
  id: rule.id,
  verdict: rule.verdict,
  severity: rule.severity,
  source: rule.source,
  title: rule.title,
  ...(rule.implies ? { implies: rule.implies } : {}),
  find: context =>
    context.groups.flatMap(rows => {
      const [first, ...others] = rows.flatMap((row): Stated[] => {
        const statement = rule.check(row, context)
        return statement === null ? [] : [{ row, statement, verdict: statement.verdict ?? rule.verdict }]
      })
      return first === undefined ? [] : [buildFinding(rule, [first, ...others])]
    }),
})

/**
 * A rule that compares the bureaus' rows of one account. Only rows of the bureaus' own are compared, reported
 * within 35 days of each other, unless the value never changes. A missing account or value proves nothing.
 */
type BureauRule = Omit<Rule, 'find'> & {
  /** The reason to suggest, or how it follows from the worse rows and from all rows of the account. */
  reason: SuggestedReason | ((worse: readonly Account[], all: readonly Account[]) => SuggestedReason)
  fields: readonly EvidenceField[]
  /** Compared whenever the rows were last reported. */
  neverChanges?: true
  /** Null when the two rows agree or the difference is explained. */
  compare: (one: Account, other: Account) => Verdict | null
  /** Follows the name of the bureau; null when the row shows no value. */
  describe: (row: Account, rows: readonly Account[]) => string | null
  months?: (row: Account, rows: readonly Account[]) => Account['paymentHistory']
  /** Whether a row should be disputed; nobody disputes the better value. */
  isWorse?: (row: Account, rows: readonly Account[]) => boolean
}

type Pair = readonly [one: Account, other: Account]

const ownRows = (rows: readonly Account[]): Account[] => [
  ...new Map(rows.filter(row => !isMergedRow(row)).map(row => [row.bureau, row])).values(),
]

const comparablePairs = (rows: readonly Account[], isLasting: boolean): Pair[] =>
  rows.flatMap((one, index) =>
    rows
      .slice(index + 1)
      .flatMap((other): Pair[] => (isLasting || areComparable(one, other) ? [[one, other]] : [])),
  )

const closing = 'Bureaus can differ because lenders report to them at different times. Which one is right?'

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
  // A third bureau that agrees with one of the two is shown as well.
  const beside = group.filter(
    row => involved.has(row) || pairs.some(pair => pair.includes(row) && pair.some(one => involved.has(one))),
  )
  const worse = beside.filter(row => rule.isWorse?.(row, beside) ?? true)
  const { verdict } = strictest
  const statements = beside.flatMap(row => {
    const text = rule.describe(row, beside)
    return text === null ? [] : [{ row, text }]
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

/** A rule between bureaus, with one finding per account. */
export const bureauRule = (rule: BureauRule): Rule => ({
  id: rule.id,
  verdict: rule.verdict,
  severity: rule.severity,
  source: rule.source,
  title: rule.title,
  ...(rule.implies ? { implies: rule.implies } : {}),
  find: ({ groups }) => groups.flatMap(group => (group.length > 1 ? findInGroup(rule, group) : [])),
})
