import type { Account, PublicRecord } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { distinctBureaus } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import type { EarlierRow, RuleContext } from './context.ts'
import {
  describeStatements,
  type EvidenceField,
  fieldEvidence,
  formatField,
  monthEvidence,
} from './evidence.ts'
import {
  type Evidence,
  type RawFinding,
  type Rule,
  type RuleMatch,
  type SuggestedReason,
  type Verdict,
  verdicts,
} from './finding.ts'
import { areComparable } from './partial-dates.ts'

/** What one row states; omitted fields default to the rule's. */
export type Statement = Partial<Pick<RawFinding, 'title' | 'reason' | 'verdict' | 'severity'>> & {
  /** Follows the name of the bureau: `lists it as paid, yet with a balance of $312.00`. */
  text: string
  fields: readonly EvidenceField[]
  months?: Account['paymentHistory']
  moreEvidence?: readonly Evidence[]
  /** Overrides the last sentence of the rule for this case. */
  closing?: string
}

type AccountRule = Omit<Rule, 'find'> & {
  /** The last sentence of the explanation, for findings with the verdict of the rule. */
  closing?: string
  check: (row: Account, context: RuleContext) => Statement | null
}

const closings: Readonly<Record<Verdict, string>> = {
  impossible: 'Both can’t be true.',
  contradiction: 'These conflict, so at least one may be wrong.',
  ask: 'It may be correct. Please check it.',
}

export const closingSentence = (verdict: Verdict): string => closings[verdict]

const byStrictness = (one: { verdict: Verdict }, other: { verdict: Verdict }): number =>
  verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict)

/**
 * A rule that checks rows one by one. Matches at several bureaus of one account become one finding, with the text of the
 * strictest case.
 */
export const accountRule = ({ check, closing, ...rule }: AccountRule): Rule => {
  const isChecked = ({ bureau }: Account, { carries }: RuleContext): boolean =>
    (rule.needs ?? []).every(field => carries(bureau, field))
  const findInAccount = (rows: readonly Account[], context: RuleContext): RuleMatch[] => {
    const stated = rows.flatMap(row => {
      if (!isChecked(row, context)) return []
      const statement = check(row, context)
      const { title, reason, verdict } = rule
      return statement === null ? [] : [{ row, title, reason, verdict, ...statement }]
    })
    const [strictest] = stated.toSorted(byStrictness)
    if (strictest === undefined) return []
    const { row, title, verdict } = strictest
    const like = stated.filter(one => one.verdict === verdict && one.title === title)
    const [reason, ...otherReasons] = new Set(like.map(one => one.reason))
    const lastSentence =
      strictest.closing ?? (verdict === rule.verdict ? closing : undefined) ?? closings[verdict]
    return [
      {
        subject: { kind: 'account', id: row.id },
        bureaus: distinctBureaus(like.map(one => one.row)),
        title,
        explanation: `${describeStatements(like)} ${lastSentence}`,
        evidence: like.flatMap(({ row: own, fields, months = [], moreEvidence = [] }) => [
          ...fieldEvidence(own, fields),
          ...monthEvidence(own, months),
          ...moreEvidence,
        ]),
        // The reason if it is the same for all rows, otherwise the user's own words.
        reason: otherReasons.length === 0 ? reason : 'other',
        verdict,
        severity: strictest.severity ?? rule.severity,
        certainty: like.some(one => !isMergedRow(one.row)) ? 1 : 0.8,
      },
    ]
  }
  return { ...rule, find: context => context.groups.flatMap(rows => findInAccount(rows, context)) }
}

/**
 * A rule that compares the bureaus' rows of one account. Only rows that are not merged are compared, reported within 35
 * days of each other, unless the value never changes. A missing account or value proves nothing.
 */
type BureauRule = Omit<Rule, 'find' | 'reason'> & {
  /** The reason to suggest, or a function of the worse rows and all rows of the account. */
  reason: SuggestedReason | ((worse: readonly Account[], all: readonly Account[]) => SuggestedReason)
  fields: readonly EvidenceField[]
  /** Compared regardless of when the rows were reported. */
  neverChanges?: boolean
  /** Null if the two rows agree or the difference is explained. */
  compare: (one: Account, other: Account) => Verdict | null
  /** Follows the name of the bureau; null if the row shows no value. */
  describe: (row: Account, rows: readonly Account[]) => string | null
  months?: (row: Account, rows: readonly Account[]) => Account['paymentHistory']
  /** Whether a row should be disputed; the better value never is. */
  isWorse?: (row: Account, rows: readonly Account[]) => boolean
}

const ownRows = (rows: readonly Account[]): Account[] => [
  ...new Map(rows.filter(row => !isMergedRow(row)).map(row => [row.bureau, row])).values(),
]

const pairsOf = (rows: readonly Account[]): (readonly [Account, Account])[] =>
  rows.flatMap((one, index) => rows.slice(index + 1).map(other => [one, other] as const))

const closing = 'Bureaus can differ because lenders report to them at different times. Which one is right?'

/** A rule between bureaus, with one finding per account. */
export const bureauRule = ({
  reason,
  fields,
  neverChanges = false,
  compare,
  describe,
  months = () => [],
  isWorse = () => true,
  ...rule
}: BureauRule): Rule => {
  const findInAccount = (rows: readonly Account[]): RuleMatch[] => {
    const own = ownRows(rows)
    const pairs = pairsOf(own).filter(([one, other]) => neverChanges || areComparable(one, other))
    const apart = pairs.flatMap(pair => {
      const verdict = compare(...pair)
      return verdict === null ? [] : [{ pair, verdict }]
    })
    const [strictest] = apart.toSorted(byStrictness)
    const [first] = rows
    if (strictest === undefined || first === undefined) return []
    const { verdict } = strictest
    const involved = new Set(apart.flatMap(({ pair }) => pair))
    // A third bureau that agrees with one of the two is shown as well.
    const shown = rows.filter(
      row =>
        involved.has(row) || pairs.some(pair => pair.includes(row) && pair.some(one => involved.has(one))),
    )
    const worse = shown.filter(row => isWorse(row, shown))
    const statements = shown.flatMap(row => {
      const text = describe(row, shown)
      return text === null ? [] : [{ row, text }]
    })
    return [
      {
        subject: { kind: 'account', id: first.id },
        bureaus: distinctBureaus(worse.length > 0 ? worse : shown),
        explanation: `${describeStatements(statements)} ${verdict === 'ask' ? closing : closings.contradiction}`,
        evidence: shown.flatMap(row => [
          ...fieldEvidence(row, fields),
          ...monthEvidence(row, months(row, shown)),
        ]),
        reason: typeof reason === 'string' ? reason : reason(worse, own),
        verdict,
        certainty: shown.length > 2 ? 0.9 : 0.8,
      },
    ]
  }
  return { ...rule, comparesBureaus: true, find: ({ groups }) => groups.flatMap(findInAccount) }
}

/** A rule that checks public records one by one. */
export const recordRule = ({
  check,
  ...rule
}: Omit<Rule, 'find'> & {
  check: (
    record: PublicRecord,
    context: RuleContext,
  ) =>
    | (Partial<Pick<RawFinding, 'verdict' | 'severity'>> & {
        text: string
        field: 'filed' | 'disposed'
        date: PartialDate
      })
    | null
}): Rule => ({
  ...rule,
  find: context =>
    context.records.flatMap(record => {
      const { id, bureau, type } = record
      const match = check(record, context)
      if (match === null) return []
      const { text, field, date, ...strictness } = match
      return [
        {
          subject: { kind: 'record', id },
          bureaus: [bureau],
          explanation: `${bureau} ${text}`,
          evidence: [
            { bureau, field: 'type', value: type },
            { bureau, field, value: showDate(date) ?? '-' },
          ],
          ...strictness,
        },
      ]
    }),
})

/** What an earlier report showed differently, as a statement about the current row. */
export const describeChange = (
  { row, reportDate }: EarlierRow,
  {
    now,
    earlier,
    earlierFields,
    ...statement
  }: Omit<Statement, 'text'> & {
    /** `gives 01/02/2026 as the opening date`, and for the earlier report `gave 03/04/2025`. */
    now: string
    earlier: string
    /** Fields of the earlier row as evidence, if they differ from those of the current row. */
    earlierFields?: readonly EvidenceField[]
  },
): Statement => ({
  text: `now ${now}. Your report of ${showDate(reportDate)}${earlier.startsWith(',') ? '' : ' '}${earlier}`,
  moreEvidence: (earlierFields ?? statement.fields).map(field => ({
    bureau: row.bureau,
    field: `${field} (report of ${showDate(reportDate)})`,
    value: formatField(row, field),
  })),
  ...statement,
})
