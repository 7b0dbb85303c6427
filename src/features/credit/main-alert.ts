import { inquiryListedMonths } from '#features/findings/applications.ts'
import type { Finding } from '#features/findings/finding.ts'
import {
  type DisputedItem,
  type ItemState,
  isSameItem,
  letterProgress,
  type StateAt,
} from '#features/findings/item-state.ts'
import { isIdentityTheftPattern, selectLeadFinding } from '#features/findings/ranking.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { Factor, MainAlert } from './contract.ts'
import { rateMeasure } from './factor-bands.ts'
import { type CreditFacts, isWithinMonths } from './facts.ts'
import {
  findingAlert,
  identityTheftAlert,
  lateAccountAlert,
  listedDerogatoryAlert,
  newDerogatoryAlert,
} from './main-alert-candidates.ts'
import { count, describeSilence } from './wording.ts'

const lacking = (factors: readonly Factor[], id: Factor['id']): Factor | null =>
  factors.find(factor => factor.id === id && (factor.rating === 'fair' || factor.rating === 'poor')) ?? null

const silentWords = (report: FullReport): string[] =>
  report.fileStatuses.flatMap(file => describeSilence(file) ?? [])

const unseenWords = (report: FullReport): string =>
  silentWords(report)
    .map(words => ` ${words}, so we could not look there.`)
    .join('')

const notCovered: MainAlert = {
  kind: 'no_report',
  title: 'This report covers no bureau in your plan',
  recommendation: 'Import a report from a bureau in your plan. You can see your plan in Profile.',
  explanation: 'Your plan shows none of it. That does not mean that you have no debts.',
}

/** Without any file, nothing can be called good or bad. */
const noFile = (facts: CreditFacts, report: FullReport): MainAlert | null => {
  if (facts.hasFile) return null
  if (report.fileStatuses.length === 0) return notCovered
  return {
    kind: 'no_report',
    title: 'No bureau shared a file',
    recommendation: report.fileStatuses.some(file => file.status === 'frozen')
      ? 'Lift the freeze while a new report is pulled, or import a report you already have.'
      : 'Check that your name, address and Social Security number are right, or import a report you already have.',
    explanation: `${showList(silentWords(report)) || 'The report contains no accounts, scores or inquiries'}. That does not mean that you have no debts.`,
  }
}

const utilization = ({ asOf, isOld }: CreditFacts, factors: readonly Factor[]): MainAlert | null => {
  const factor = lacking(factors, 'credit_utilization')
  if (factor === null) return null
  const paying =
    factor.alerts[0]?.recommendation ??
    'The high balance is on a card you use as an authorized user. Ask its owner to pay it down, or to take you off the card.'
  return {
    kind: 'utilization',
    title: isOld
      ? `Your card balances were high for their limits on ${showDate(asOf)}`
      : 'Your card balances are high for their limits',
    recommendation: isOld ? 'Check what you owe on each card today.' : paying,
    explanation: `${factor.description} That is ${factor.value.toLowerCase()}. Scoring models tend to read high use as higher risk, even when every payment is on time.`,
    basis: factor.basis,
  }
}

/** Inquiries are listed for two years, so those of an old report may be gone. */
const inquiries = (facts: CreditFacts, factors: readonly Factor[]): MainAlert | null => {
  const { now } = facts
  const factor = lacking(factors, 'hard_inquiries')
  if (factor === null || now === null) return null
  const listed = facts.inquiries.filter(({ date }) => isWithinMonths(date, inquiryListedMonths, now))
  if (!['fair', 'poor'].includes(rateMeasure('hard_inquiries', listed.length))) return null
  return {
    kind: 'inquiries',
    title: 'Several companies checked your credit',
    recommendation: factor.alerts[0]?.recommendation ?? 'Check that each application was yours.',
    explanation: `${factor.description} Scoring models may read many applications in a short time as higher risk.`,
    basis: factor.basis,
  }
}

/** A bureau reports a thin file, or there are so few accounts that their number is rated poor. */
const thinFile = (facts: CreditFacts, report: FullReport): MainAlert | null => {
  const total = facts.accounts.length
  const isReportedThin = report.fileStatuses.some(file => file.status === 'thin')
  return rateMeasure('total_accounts', total) !== 'poor' && !isReportedThin
    ? null
    : {
        kind: 'thin_file',
        title: 'Your credit file is thin',
        recommendation:
          'Keep the accounts that you have open and paid on time. Apply for credit only when you need it.',
        explanation: `${count(total, 'account')} ${total === 1 ? 'is' : 'are'} on your report. With few accounts, lenders and scoring models have little to go by, and one change counts for more.${unseenWords(report)}`,
      }
}

const allGood = ({ asOf, isOld }: CreditFacts, report: FullReport): MainAlert => ({
  kind: 'all_good',
  title: isOld ? `Your report of ${showDate(asOf)} looks good` : 'Your report looks good',
  recommendation: isOld
    ? 'Get a newer report to see where you stand now.'
    : 'Keep paying on time, and look again at your next report.',
  explanation: `We looked for entries that cannot be true, new marks, late accounts, high card balances and many applications.${unseenWords(report)}`,
})

const isWaiting = ({ state }: StateAt): boolean => letterProgress.some(progress => progress === state)

/** Everything left has been disputed: propose nothing again and call nothing good. */
const disputed = (findings: readonly Finding[], states: readonly ItemState[]): MainAlert | null => {
  const at = states.flatMap(one => one.at)
  const waiting = new Set(at.filter(isWaiting).map(({ disputeId }) => disputeId))
  if (waiting.size > 0)
    return {
      kind: 'in_dispute',
      title: 'What we found in this report is in dispute',
      recommendation:
        'Mail the letters that are not mailed yet. Record each answer in Disputes when it comes: the next step opens then.',
      explanation: `${count(waiting.size, 'dispute')} of yours ${waiting.size === 1 ? 'waits' : 'wait'} for an answer.`,
    }
  const answered = new Set(findings.flatMap(({ states: own }) => own.map(({ disputeId }) => disputeId)))
  if (answered.size === 0) return null
  return {
    kind: 'in_dispute',
    title: 'What we found in this report was answered',
    recommendation: 'Open the dispute in Disputes: it shows the answers and what you can do next.',
    explanation: `You recorded the answers to ${count(answered.size, 'dispute')}. What a bureau changed shows in your next report.`,
  }
}

/** The facts without the items that the user has disputed; an item that a bureau lists again counts. */
const withoutDisputed = (facts: CreditFacts, states: readonly ItemState[]): CreditFacts => {
  const items = states
    .filter(({ at }) => !at.some(({ state }) => state === 'relisted'))
    .map(({ item }) => item)
  const isFree = (own: DisputedItem) => !items.some(item => isSameItem(item, own))
  return {
    ...facts,
    accounts: facts.accounts.filter(({ id }) => isFree({ kind: 'account', id })),
    inquiries: facts.inquiries.filter(({ id }) => isFree({ kind: 'inquiry', ids: [id] })),
  }
}

type Leads = {
  theft: MainAlert | null
  impossible: MainAlert | null
  contradiction: MainAlert | null
  any: MainAlert | null
}

/** Alerts from the finder, one for each priority in the order below. Every screen leads with the same finding. */
const findingAlerts = (
  facts: CreditFacts,
  report: FullReport,
  findings: readonly Finding[],
  states: readonly ItemState[],
): Leads => {
  const pattern = identityTheftAlert(
    withoutDisputed(facts, states),
    states.some(({ item }) => item.kind === 'personal' && item.field === 'ssn')
      ? { ...report, personalInformation: [] }
      : report,
  )
  // A burst that was urgent at the time of an old report is an ordinary question now.
  const urgent = facts.isOld && pattern === null ? findings.filter(({ rule }) => rule !== 'I-06') : findings
  const lead = selectLeadFinding(urgent)
  const any = lead?.recommended ? findingAlert(facts, lead, findings) : null
  const isTheft = lead !== null && isIdentityTheftPattern(lead)
  return {
    theft: pattern
      ? { ...pattern, ...(isTheft ? { findingId: lead.id } : {}) }
      : lead?.rule === 'P-06'
        ? any
        : null,
    impossible: findings.some(({ verdict, handled }) => verdict === 'impossible' && !handled) ? any : null,
    contradiction: lead?.verdict === 'contradiction' ? any : null,
    any,
  }
}

/**
 * The most urgent true statement with what to do about it, in this order: identity theft, impossible entries, new
 * derogatory marks, late accounts, conflicts, utilization, inquiries, a thin file, older marks, questions, disputes, all
 * good. What is in dispute or was answered is not proposed again. `findings` belong to the same report, most important
 * first; `states` are those of disputed items. An old report is described as of its date.
 */
export const selectMainAlert = (
  facts: CreditFacts,
  factors: readonly Factor[],
  report: FullReport,
  findings: readonly Finding[],
  states: readonly ItemState[],
): MainAlert => {
  const found = findingAlerts(facts, report, findings, states)
  const open = withoutDisputed(facts, states)
  const alert =
    noFile(facts, report) ??
    found.theft ??
    found.impossible ??
    newDerogatoryAlert(open) ??
    lateAccountAlert(open) ??
    found.contradiction ??
    utilization(facts, factors) ??
    inquiries(facts, factors) ??
    thinFile(facts, report) ??
    listedDerogatoryAlert(open) ??
    found.any ??
    disputed(findings, states) ??
    allGood(facts, report)
  if (!facts.isOld || alert.kind === 'no_report') return alert
  return {
    ...alert,
    explanation: `${alert.explanation} Your report is of ${showDate(facts.asOf)}: this may have changed since.`,
  }
}
