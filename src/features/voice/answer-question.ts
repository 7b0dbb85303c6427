import { factsOf, type MatchedAccount } from '#features/credit/facts.ts'
import { bureausOf } from '#features/identity/plan.ts'
import { showList } from '#values/list.ts'
import type { Answer, Asked, Known, KnownReport } from './answer.ts'
import { fixed } from './answer.ts'
import * as accounts from './answers/accounts.ts'
import * as factors from './answers/factors.ts'
import * as file from './answers/file.ts'
import * as marks from './answers/marks.ts'
import { refusals } from './answers/refusals.ts'
import { crisisAnswer, rightsAnswers } from './answers/rights.ts'
import * as scores from './answers/scores.ts'
import type { Citation } from './citation.ts'
import type { Kind, ReportKind } from './kinds.ts'
import { accountsNamed } from './named-account.ts'
import { type Understood, understood } from './question.ts'
import { type Choice, choicesOf } from './recognition/offers.ts'
import type { Way } from './ways.ts'

/** What answers each kind of question about a report that is there. */
const reportAnswers: Readonly<
  Record<Exclude<ReportKind, 'account'>, (known: KnownReport, asked: Asked) => Answer>
> = {
  scores: scores.scoresAnswer,
  score_rating: scores.scoreRatingAnswer,
  score_change: scores.scoreChangeAnswer,
  score_why: scores.scoreWhyAnswer,
  utilization: factors.utilizationAnswer,
  card_use: factors.cardUseAnswer,
  factors: factors.factorsAnswer,
  payment_history: factors.paymentHistoryAnswer,
  late_payments: marks.latePaymentsAnswer,
  past_due: marks.pastDueAnswer,
  derogatory: marks.derogatoryAnswer,
  collections: marks.collectionsAnswer,
  public_records: marks.publicRecordsAnswer,
  inquiries: factors.inquiriesAnswer,
  credit_age: factors.creditAgeAnswer,
  account_count: factors.accountCountAnswer,
  oldest_account: accounts.oldestAccountAnswer,
  newest_account: accounts.newestAccountAnswer,
  balances: accounts.balancesAnswer,
  monthly_payments: accounts.monthlyPaymentsAnswer,
  limits: accounts.limitsAnswer,
  personal_info: file.personalInfoAnswer,
  findings: file.findingsAnswer,
  disputes: file.disputesAnswer,
  plan: file.planAnswer,
  report_date: file.reportDateAnswer,
  improve: factors.improveAnswer,
}

/** Kinds that need no report. */
const withoutReport: Partial<Record<Kind, (known: Known) => Answer>> = {
  disputes: file.disputesAnswer,
  plan: file.planAnswer,
  report_date: file.reportDateAnswer,
}

/** Kinds that are about one account when the question names a creditor of the report. */
const ofOneAccount: ReadonlySet<Kind> = new Set([
  'account',
  'balances',
  'limits',
  'utilization',
  'card_use',
  'late_payments',
  'past_due',
  'payment_history',
  'monthly_payments',
  'collections',
])

/** Kinds that are answered bureau by bureau: of one outside the plan there is nothing to say. */
const ofBureaus: ReadonlySet<Kind> = new Set([
  'scores',
  'score_rating',
  'score_change',
  'score_why',
  'personal_info',
])

const notShown = ({ plan }: Known): Answer =>
  fixed(`It shows ${showList([...bureausOf(plan)])}. You can switch on all three bureaus in Profile.`, [
    'profile',
  ])

const helpText =
  'Ask me about your scores, what changed, credit utilization, what affects your score, late payments, collections, inquiries, balances and limits, the age of your credit, what looks wrong, your disputes, your plan, or your rights.'

const helpAnswer = fixed(`I answer questions about your own credit report. ${helpText}`)
const unknownAnswer = fixed(
  `I did not recognize a question about your credit report in that, and I do not guess. ${helpText} Or reach a person.`,
  ['support'],
)

const isRight = (kind: Kind): kind is keyof typeof rightsAnswers => kind in rightsAnswers
const isRefused = (kind: Kind): kind is keyof typeof refusals => kind in refusals
const isOfReport = (kind: Kind): kind is keyof typeof reportAnswers => kind in reportAnswers

/** The report of what is known, with its facts; null when there is none. */
const withReport = (known: Known): KnownReport | null => {
  const { fullReport, report } = known.analytics
  if (fullReport === null || report === null) return null
  return {
    ...known,
    report: fullReport,
    facts: factsOf(fullReport, report.reportDate),
    reportDate: report.reportDate,
  }
}

const answerOf = (
  kind: Kind,
  known: Known,
  report: KnownReport | null,
  asked: Asked & { spanish: boolean },
  named: readonly MatchedAccount[],
): Answer => {
  if (kind === 'self_harm' || kind === 'abuse') return crisisAnswer(kind, known, asked.spanish)
  if (isRefused(kind)) return refusals[kind]
  if (isRight(kind)) return rightsAnswers[kind](known)
  if (kind === 'help') return helpAnswer
  if (report === null)
    return kind === 'unknown' ? unknownAnswer : (withoutReport[kind] ?? file.noReportAnswer)(known)
  const seen = asked.bureaus.length === 0 || asked.bureaus.some(one => bureausOf(known.plan).includes(one))
  if (!seen && ofBureaus.has(kind)) return notShown(known)
  if (kind === 'account' || (named.length > 0 && ofOneAccount.has(kind)))
    return accounts.accountAnswer(report, named)
  return isOfReport(kind) ? reportAnswers[kind](report, asked) : unknownAnswer
}

/** What the plan does not show is said plainly, once, where a bureau outside it was named. */
const outsidePlan = ({ plan }: Known, { bureaus, kinds }: Understood, report: KnownReport | null): string => {
  const shown = bureausOf(plan)
  const outside = bureaus.filter(bureau => !shown.includes(bureau))
  return outside.length === 0 || report === null || !kinds.some(isOfReport)
    ? ''
    : `Your plan does not include ${outside.join(' or ')}. `
}

const once = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

/** So many places are led to at most. */
const CITED = 20

/** What is said before an answer to a question in Spanish, until all texts stand in Spanish. */
const spanishLine = 'Entendí su pregunta en español; por ahora respondo en inglés. '

/** An answer, with what was understood. `lead` stands before it as it is; only `text` may be worded otherwise. */
export type Answered = {
  kinds: readonly Kind[]
  lead: string
  text: string
  citations: readonly Citation[]
  ways: readonly Way[]
  fixed: boolean
  /** Where it was not understood for sure: what it may have meant, to choose from. Nothing is answered then. */
  choices: readonly Choice[]
}

/** The question back where it was not understood for sure: a wrong answer is worse. */
const asksBack = (choices: readonly Choice[], spanish: boolean): Answered => ({
  kinds: ['unknown'],
  lead: '',
  text: spanish
    ? 'No estoy seguro de haber entendido. ¿Quiso preguntar esto?'
    : 'I am not sure that I understood. Did you mean to ask this?',
  citations: [],
  ways: [],
  fixed: true,
  choices,
})

/**
 * Answers a question from what the plan shows, by code alone: the same question of the same report gives the same words.
 * What the report does not hold is said to be missing; nothing is guessed.
 */
export const answerQuestion = (question: string, known: Known): Answered => {
  const heard = understood(question)
  const report = withReport(known)
  const named = report === null ? [] : accountsNamed(heard.words, report.facts)
  const isOfNamed = named.length > 0 && heard.kinds.includes('unknown')
  const choices = isOfNamed ? [] : choicesOf(heard.choices, heard.spanish)
  if (choices.length > 0) return asksBack(choices, heard.spanish)
  const kinds: readonly Kind[] = isOfNamed ? ['account'] : heard.kinds
  const answers = kinds.map(kind => answerOf(kind, known, report, heard, named))
  const inSpanish = kinds.some(kind => kind === 'self_harm' || kind === 'abuse')
  return {
    kinds,
    lead: `${heard.spanish && !inSpanish ? spanishLine : ''}${outsidePlan(known, heard, report)}`,
    text: answers.map(({ text }) => text).join(' '),
    citations: once(
      answers.flatMap(({ citations }) => citations),
      ({ field, bureau }) => `${field} ${bureau}`,
    ).slice(0, CITED),
    ways: once(
      answers.flatMap(({ ways }) => ways),
      way => way,
    ),
    fixed: answers.some(answer => answer.fixed),
    choices: [],
  }
}
