import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import type { RuleContext } from './context.ts'
import { type EvidenceField, fieldEvidence, monthEvidence } from './evidence.ts'
import {
  type Evidence,
  type RawFinding,
  type Rule,
  type Severity,
  type SuggestedReason,
  type Verdict,
  verdicts,
} from './finding.ts'
import { describeStatements, distinctBureaus } from './wording.ts'

/** Rules that look at one row at a time, and what several rows of one account make one finding. */

/** What a row states against itself. */
export type Statement = {
  /** A sentence that begins with the bureau: `lists it as paid, yet with a balance of $312.00`. */
  text: string
  fields: readonly EvidenceField[]
  months?: Account['paymentHistory']
  moreEvidence?: readonly Evidence[]
  reason?: SuggestedReason
  /** Where this case is less, or more, than what the rule finds otherwise. */
  verdict?: Verdict
  severity?: Severity
  title?: string
  /** What to say at the end, where it is not what the rule says otherwise. */
  closing?: string
}

export type AccountRule = Omit<Rule, 'find'> & {
  title: string
  reason: SuggestedReason
  /** Ends the explanation; a question for what may be true. */
  closing?: string
  check: (row: Account, context: RuleContext) => Statement | null
}

/** How an explanation ends: what follows from the verdict, and nothing more. */
const closings: Readonly<Record<Verdict, string>> = {
  impossible: 'That cannot be right as it stands.',
  contradiction: 'These do not go together, so at least one of them may be wrong.',
  ask: 'It may be right. Please check it.',
}

/** What rows that are found together suggest: one reason for all, else the person's own words. */
const combineReasons = (reasons: readonly SuggestedReason[]): SuggestedReason => {
  const [only = 'other', ...others] = new Set(reasons)
  return others.length === 0 ? only : 'other'
}

/** How the explanation of a finding of this verdict ends. */
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
    explanation: `${describeStatements(like.map(({ row, statement: { text } }) => ({ row, says: text })))} ${
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
 * A rule of single rows: what it finds at several bureaus of an account is one finding, in the words of the strictest
 * of its cases.
 */
export const accountRule = (rule: AccountRule): Rule => ({
  id: rule.id,
  verdict: rule.verdict,
  severity: rule.severity,
  source: rule.source,
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
