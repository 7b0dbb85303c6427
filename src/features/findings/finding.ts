import type { Address, Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { accountReasons } from './account-reasons.ts'
import type { RuleContext } from './context.ts'
import type { FindingDispute, OpenDispute } from './in-dispute.ts'

/** What the finder looks for and what it gives: rules as data with a pure function, findings as plain values. */

/**
 * How sure a finding is. `impossible`: an entry that cannot be true as it stands. `contradiction`: two statements of
 * which at least one is wrong. `ask`: it may well be true, and only the person knows.
 */
export const verdicts = ['impossible', 'contradiction', 'ask'] as const
export type Verdict = (typeof verdicts)[number]

export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** The reasons of disputes that findings lead to: those of accounts, and what is said of inquiries alone. */
export const suggestedReasons = [...accountReasons, 'no_application', 'not_hard', 'wrong_date'] as const
export type SuggestedReason = (typeof suggestedReasons)[number]

/** What of the personal data is checked. A dispute may be about more of it: an employer is no contradiction. */
export const checkedPersonalFields = ['name', 'dob', 'ssn', 'address'] as const
export type CheckedPersonalField = (typeof checkedPersonalFields)[number]

/** The wizard that takes what was found. */
export const findingDisputeTypes = ['account', 'inquiry', 'personal-info'] as const

/** A field as the report shows it: its name in the report model, and its value as screens print it. */
export type Evidence = { bureau: Bureau; field: string; value: string }

/** What a finding is about. A public record has no wizard: the bureau is written to. */
export type Subject =
  | { kind: 'account'; id: string }
  | { kind: 'inquiry'; id: string }
  | { kind: 'record'; id: string }
  | { kind: 'personal'; field: CheckedPersonalField; value: string }

/** What a rule found once: about one thing, at the bureaus that show it. */
export type RawFinding = {
  subject: Subject
  bureaus: readonly Bureau[]
  title: string
  explanation: string
  evidence: readonly Evidence[]
  reason: SuggestedReason | null
  verdict: Verdict
  severity: Severity
  /** How likely it deserves a dispute beside others of its verdict and severity, 0 to 1. */
  certainty: number
}

/** A check of a report, and of what it is held against. The source is the law or the format that makes it one. */
export type Rule = {
  /** `C-02`: C are checks of accounts, I of inquiries, P of personal data. */
  id: string
  /** The strictest verdict that it gives; a case that may be true is asked about. */
  verdict: Verdict
  severity: Severity
  source: string
  /** Rules whose findings of the same thing have the same cause, and are not told beside this one's. */
  implies?: readonly string[]
  find: (context: RuleContext) => readonly RawFinding[]
}

export type Finding = RawFinding & {
  id: string
  rule: string
  recommended: boolean
  /** The open dispute of what it is about; null when there is none. */
  dispute: FindingDispute | null
}

/** The parts of a report that are looked at: what the plan shows of it, masked. */
export type ExaminedReport = Pick<
  Report,
  'reportDate' | 'accounts' | 'inquiries' | 'publicRecords' | 'personal'
>

/** What the person said of herself when she registered; of the SSN the last four digits. */
export type OwnDetails = { name: string; birthYear: string | null; ssnLastFour: string; address: Address }

/** What a report may be held against: earlier reports of its history as the plan shows them, and the person's own word. */
export type ComparisonData = {
  earlierReports: readonly ExaminedReport[]
  ownDetails: OwnDetails | null
  /** The person's disputes that are not closed, item by item. */
  openDisputes?: readonly OpenDispute[]
}
