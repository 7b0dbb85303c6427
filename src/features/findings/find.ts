import { judge } from '#features/reports/coverage.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { createRuleContext, noComparisonData } from './context.ts'
import type { ShownFinding, ShownFindings, ShownItemState } from './contract.ts'
import { findItemStates } from './find-item-states.ts'
import type { ComparisonData, ExaminedReport, Finding, Rule, Subject } from './finding.ts'
import type { ItemState } from './item-state.ts'
import { isBefore } from './partial-dates.ts'
import {
  findingKey,
  type Handling,
  keepStrictest,
  type RuleResult,
  rankFindings,
  removeImplied,
} from './ranking.ts'
import { acrossBureausRules } from './rules/across-bureaus.ts'
import { ageRules } from './rules/age.ts'
import { balanceRules } from './rules/balances.ts'
import { closingRules } from './rules/closing.ts'
import { dateRules } from './rules/dates.ts'
import { debtRules } from './rules/debts.ts'
import { duplicateRules } from './rules/duplicates.ts'
import { earlierReportRules } from './rules/earlier-reports.ts'
import { inquiryRules } from './rules/inquiries.ts'
import { limitRules } from './rules/limits.ts'
import { paymentHistoryRules } from './rules/payment-history.ts'
import { personalRules } from './rules/personal.ts'
import { remarkRules } from './rules/remarks.ts'
import { statusRules } from './rules/status.ts'

/** All checks. Rules that share an id check for the same problem in different places and produce one finding per item. */
export const rules: readonly Rule[] = [
  ...balanceRules,
  ...limitRules,
  ...statusRules,
  ...closingRules,
  ...remarkRules,
  ...paymentHistoryRules,
  ...ageRules,
  ...dateRules,
  ...acrossBureausRules,
  ...duplicateRules,
  ...debtRules,
  ...inquiryRules,
  ...personalRules,
  ...earlierReportRules,
]

const applyTo = (
  report: ExaminedReport,
  known: ComparisonData,
  applied: readonly Rule[] = rules,
): RuleResult[] => {
  const context = createRuleContext(report, known)
  return applied.flatMap(rule => {
    const { title, reason = null, verdict, severity } = rule
    return rule
      .find(context)
      .map(match => ({ rule, finding: { title, reason, verdict, severity, certainty: 1, ...match } }))
  })
}

/** The part of a report with one date: everything in it may be stated as of that date. */
const selectDate = (report: ExaminedReport, reportDate: PartialDate | null): ExaminedReport => {
  const own = <Row extends { bureau: Bureau }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ bureau }) => findPartDate(report, bureau) === reportDate)
  return {
    reportDate,
    accounts: own(report.accounts),
    inquiries: own(report.inquiries),
    publicRecords: own(report.publicRecords),
    personal: own(report.personal),
    ...(report.parts && { parts: own(report.parts) }),
  }
}

/** Between reports of different dates a difference may be a change, so it becomes a question, with the dates. */
const asQuestion = (report: ExaminedReport, { rule, finding }: RuleResult): RuleResult[] => {
  const compared = sortBureaus(finding.evidence.map(({ bureau }) => bureau))
  const dates = new Set(compared.map(bureau => findPartDate(report, bureau)))
  if (dates.size < 2) return []
  const dated = compared.map(bureau => {
    const date = findPartDate(report, bureau)
    return date === null ? `${bureau}’s has no date` : `${bureau}’s is of ${showDate(date)}`
  })
  const note = `These reports differ in date: ${showList(dated)}. What differs may have changed in between.`
  return [{ rule, finding: { ...finding, verdict: 'ask', explanation: `${finding.explanation} ${note}` } }]
}

const comparingRules = rules.filter(({ comparesBureaus }) => comparesBureaus)

/** Rules see only parts of one date; a comparison of bureaus across dates becomes a question. */
const applyRules = (report: ExaminedReport, known: ComparisonData): RuleResult[] => {
  const dates = [...new Set(report.parts?.map(({ reportDate }) => reportDate))]
  if (dates.length < 2) return applyTo(report, known)
  return [
    ...dates.flatMap(date => applyTo(selectDate(report, date), known)),
    ...applyTo(report, known, comparingRules).flatMap(result => asQuestion(report, result)),
  ]
}

/**
 * Findings of every rule, including those that share a cause, most important first. The benchmark uses it.
 */
export const runAllRules = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(keepStrictest(applyRules(report, known)))

const findCauses = (report: ExaminedReport, known: ComparisonData): RuleResult[] =>
  removeImplied(keepStrictest(applyRules(report, known)))

type Parts = Pick<ExaminedReport, 'parts'>

/** Whether a bureau's part of an earlier report would show what its part of this report shows. */
const couldShow = (earlier: Parts, report: Parts, bureau: Bureau): boolean => {
  const [was, is] = [earlier, report].map(({ parts }) => parts?.find(part => part.bureau === bureau))
  return was?.format === is?.format && (was?.coverage === undefined || judge([was.coverage]) === 'complete')
}

/**
 * Whether a finding entered the report after a day, so that a dispute of that day cannot have been about it. The newest
 * earlier report of that day decides; if none could show it at all its bureaus, it was there already.
 */
const findNewSince = (now: Parts, { earlierReports, ownDetails }: ComparisonData): Handling['isNewSince'] => {
  const keysOf = new Map<number, ReadonlySet<string>>()
  return (key, bureaus, day) => {
    const index = earlierReports.findIndex(report =>
      bureaus.every(bureau => {
        const isThere = report.files?.some(file => file.bureau === bureau && file.status === 'hit') === true
        const date = isThere ? findPartDate(report, bureau) : null
        return date !== null && !isBefore(day, date) && couldShow(report, now, bureau)
      }),
    )
    const report = earlierReports[index]
    if (report === undefined) return false
    const known = { earlierReports: earlierReports.slice(index + 1), ownDetails }
    const keys = keysOf.get(index) ?? new Set(findCauses(report, known).map(findingKey))
    keysOf.set(index, keys)
    return !keys.has(key)
  }
}

/** The states of the user's disputes, according to this report and earlier ones. */
export const listItemStates = (report: ExaminedReport, known: ComparisonData): ItemState[] =>
  findItemStates(known.disputes ?? [], report, known.earlierReports)

/** The findings of a report, one per cause, most important first; at most five are recommended. */
export const runFinder = (report: ExaminedReport, known: ComparisonData = noComparisonData): Finding[] =>
  rankFindings(findCauses(report, known), {
    states: listItemStates(report, known),
    isNewSince: findNewSince(report, known),
  })

type Place = Pick<ShownFinding, 'disputeType' | 'accountId' | 'inquiryId' | 'recordId' | 'personalField'>

const toSubjectFields = (subject: Subject): Place => {
  switch (subject.kind) {
    case 'account':
      return { disputeType: 'account', accountId: subject.id }
    case 'inquiry':
      return { disputeType: 'inquiry', inquiryId: subject.id }
    case 'record':
      return { disputeType: null, recordId: subject.id }
    case 'personal':
      return { disputeType: 'personal-info', personalField: subject.field }
  }
}

const toShownFinding = (finding: Finding): ShownFinding => ({
  id: finding.id,
  rule: finding.rule,
  title: finding.title,
  explanation: finding.explanation,
  severity: finding.severity,
  verdict: finding.verdict,
  bureaus: [...finding.bureaus],
  evidence: [...finding.evidence],
  suggestedReason: finding.reason,
  ...toSubjectFields(finding.subject),
  ...(finding.comparesBureaus ? { comparesBureaus: true } : {}),
  recommended: finding.recommended,
  states: finding.states,
  handled: finding.handled,
})

const toShownState = ({ item, at }: ItemState): ShownItemState => ({
  item: item.kind === 'inquiry' ? { ...item, ids: [...item.ids] } : item,
  at,
})

/** The response of `GET /credit/findings`; empty without a report. */
export const buildFindingsResponse = (
  file: ExaminedReport | null,
  known: ComparisonData = noComparisonData,
): ShownFindings => ({
  items: file === null ? [] : runFinder(file, known).map(toShownFinding),
  disputed: file === null ? [] : listItemStates(file, known).map(toShownState),
})
