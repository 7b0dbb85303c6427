import type { Address, Report, ReportPart } from '#features/reports/canonical.ts'
import type { AccountField } from '#features/reports/carries.ts'
import type { Bureau } from '#values/bureau.ts'
import type { RuleContext } from './context.ts'
import type { DisputeRecord, StateAt } from './item-state.ts'
import { accountReasons } from './reasons.ts'

/**
 * How certain a finding is. `impossible`: the entry cannot be true. `contradiction`: two statements conflict,
 * so at least one is wrong. `ask`: it may be true, and only the user knows.
 */
export const verdicts = ['impossible', 'contradiction', 'ask'] as const
export type Verdict = (typeof verdicts)[number]

export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** The reasons a finding may suggest: those for accounts, and those that apply to inquiries only. */
export const suggestedReasons = [...accountReasons, 'no_application', 'not_hard', 'wrong_date'] as const
export type SuggestedReason = (typeof suggestedReasons)[number]

/**
 * The personal data that rules check. Disputes allow more fields, such as an employer, which is never a contradiction.
 */
export const checkedPersonalFields = ['name', 'dob', 'ssn', 'address'] as const
export type CheckedPersonalField = (typeof checkedPersonalFields)[number]

export const findingDisputeTypes = ['account', 'inquiry', 'personal-info'] as const

/** A field of the report model with its value as screens print it. */
export type Evidence = { bureau: Bureau; field: string; value: string }

export type Subject =
  | { kind: 'account'; id: string }
  | { kind: 'inquiry'; id: string }
  | { kind: 'record'; id: string }
  | { kind: 'personal'; field: CheckedPersonalField; value: string }

/** What a rule found about one item, at the bureaus that show it. */
export type RawFinding = {
  subject: Subject
  bureaus: readonly Bureau[]
  title: string
  explanation: string
  evidence: readonly Evidence[]
  reason: SuggestedReason | null
  verdict: Verdict
  severity: Severity
  /** How likely a dispute is justified, 0 to 1, compared with findings of the same verdict and severity. */
  certainty: number
}

type RuleDefault = 'title' | 'reason' | 'verdict' | 'severity' | 'certainty'

/** What a rule returns. Omitted fields default to the rule's own, and certainty to 1. */
export type RuleMatch = Omit<RawFinding, RuleDefault> & Partial<Pick<RawFinding, RuleDefault>>

/** A source of most checks: maximum possible accuracy. */
export const accuracy = '15 USC 1681e(b)'

/** A check of a report. The source is the law or the format on which it is based. */
export type Rule = {
  /** `C-02`: C for accounts, I for inquiries, P for personal data. */
  id: string
  /** The strictest verdict that the rule can return. */
  verdict: Verdict
  severity: Severity
  source: string
  /** What it finds, unless a case has its own title. */
  title: string
  /** The suggested reason, unless a case has its own; none if the dispute type has no reasons. */
  reason?: SuggestedReason
  /** Compares what the bureaus report, so that its contradictions are disagreements between them. */
  comparesBureaus?: true
  /** Fields whose absence is meaningful to the rule: rows of a format without them are not checked. */
  needs?: readonly AccountField[]
  /** Rules whose findings about the same item have the same cause and are left out. */
  implies?: readonly string[]
  find: (context: RuleContext) => readonly RuleMatch[]
}

export type Finding = RawFinding & {
  id: string
  rule: string
  comparesBureaus: boolean
  recommended: boolean
  /** The states of the user's disputes of its item, at its bureaus. */
  states: StateAt[]
  /** The user has dealt with it: no screen proposes it again. */
  handled: boolean
}

/** The parts of a report that rules examine: what the plan shows, masked. */
export type ExaminedReport = Pick<
  Report,
  'reportDate' | 'accounts' | 'inquiries' | 'publicRecords' | 'personal'
> & {
  /** If absent, all bureaus have the report's date. A part without a format is assumed to carry every field. */
  parts?: readonly (Pick<ReportPart, 'bureau' | 'reportDate'> &
    Partial<Pick<ReportPart, 'format' | 'coverage'>>)[]
  /** If absent, a missing entry at a bureau proves nothing. */
  files?: Report['files']
}

/** The details the user entered at registration. */
export type OwnDetails = { name: string; birthYear: string | null; ssnLastFour: string; address: Address }

/** What a report is compared with: earlier reports as the plan shows them, and the user's own details. */
export type ComparisonData = {
  earlierReports: readonly ExaminedReport[]
  ownDetails: OwnDetails | null
  disputes?: readonly DisputeRecord[]
}
