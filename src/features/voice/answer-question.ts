import { bureausInPlan } from '#features/identity/plan.ts'
import { showList } from '#values/list.ts'
import type { Answer, QuestionDetails, ReportData, VisibleData } from './answer.ts'
import { fixedAnswer } from './answer.ts'
import * as accounts from './answers/accounts.ts'
import * as factors from './answers/factors.ts'
import * as file from './answers/file.ts'
import * as marks from './answers/negative-items.ts'
import { declinedAnswers } from './answers/refusals.ts'
import { crisisAnswer, rightsAnswers } from './answers/rights.ts'
import * as scores from './answers/scores.ts'
import type { Citation } from './citation.ts'
import { answersQuestionForm } from './form.ts'
import { normalizeWords } from './plain-words.ts'
import { type ParsedQuestion, parseQuestion } from './question.ts'
import type { QuestionKind, ReportKind } from './question-kinds.ts'
import { listSuggestions, type Suggestion } from './recognition/suggestions.ts'
import {
  findScope,
  type NamedCompanies,
  namesUnknownCompany,
  restrictToCompanies,
  type Scope,
} from './scope.ts'
import type { NextStep } from './ways.ts'

/** What answers each kind of question about a report that is there. */
const reportAnswers: Readonly<
  Record<Exclude<ReportKind, 'account'>, (known: ReportData, asked: QuestionDetails) => Answer>
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
  card_count: accounts.cardCountAnswer,
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
const withoutReport: Partial<Record<QuestionKind, (known: VisibleData) => Answer>> = {
  disputes: file.disputesAnswer,
  plan: file.planAnswer,
  report_date: file.reportDateAnswer,
}

/** Kinds that one line about each of its accounts answers when a company is named. */
const ofOneAccount: ReadonlySet<QuestionKind> = new Set([
  'account',
  'balances',
  'limits',
  'utilization',
  'card_use',
  'payment_history',
  'monthly_payments',
  'credit_age',
  'oldest_account',
  'newest_account',
])

/** What may have been meant that the line about an account tells too. */
const toldByAccount: ReadonlySet<QuestionKind> = new Set([...ofOneAccount, 'account_count', 'card_count'])

/** Kinds whose own answer can speak of the companies named alone. */
const ofCompany: ReadonlySet<QuestionKind> = new Set([
  'late_payments',
  'past_due',
  'derogatory',
  'collections',
  'inquiries',
  'account_count',
  'card_count',
  'findings',
  'disputes',
])

/** Kinds that do not depend on which bureaus the plan shows. */
const ofEveryPlan: ReadonlySet<QuestionKind> = new Set(['plan', 'report_date', 'disputes'])

/** Kinds whose answers say of each figure at which bureau it is. */
const sayBureau: ReadonlySet<QuestionKind> = new Set([
  'scores',
  'score_rating',
  'score_change',
  'score_why',
  'personal_info',
])

const notShown = ({ plan }: VisibleData): Answer =>
  fixedAnswer(
    `It shows ${showList([...bureausInPlan(plan)])}. You can switch on all three bureaus in Profile.`,
    ['profile'],
  )

const helpText =
  'Ask me about your scores, what changed, credit utilization, what affects your score, late payments, collections, inquiries, balances and limits, the age of your credit, what looks wrong, your disputes, your plan, or your rights.'

const helpAnswer = fixedAnswer(`I answer questions about your own credit report. ${helpText}`)
const unknownAnswer = fixedAnswer(
  `I did not recognize a question about your credit report in that, and I do not guess. ${helpText} Or reach a person.`,
  ['support'],
)

const isRight = (kind: QuestionKind): kind is keyof typeof rightsAnswers => kind in rightsAnswers
const isRefused = (kind: QuestionKind): kind is keyof typeof declinedAnswers => kind in declinedAnswers
const isOfReport = (kind: QuestionKind): kind is keyof typeof reportAnswers => kind in reportAnswers

const answerOf = (
  kind: QuestionKind,
  { known, part, outside, named }: Scope,
  asked: ParsedQuestion,
): Answer => {
  if (kind === 'self_harm' || kind === 'abuse') return crisisAnswer(kind, known, asked.spanish)
  if (isRefused(kind)) return declinedAnswers[kind]
  if (isRight(kind)) return rightsAnswers[kind](known)
  if (kind === 'help') return helpAnswer
  if (part === null)
    return kind === 'unknown' ? unknownAnswer : (withoutReport[kind] ?? file.noReportAnswer)(known)
  if (outside && isOfReport(kind) && !ofEveryPlan.has(kind)) return notShown(known)
  const about = named === null ? part : restrictToCompanies(part, named)
  if (kind === 'account' || (named !== null && ofOneAccount.has(kind)))
    return accounts.accountAnswer(about, named === null ? [] : about.facts.accounts)
  return isOfReport(kind) ? reportAnswers[kind](ofCompany.has(kind) ? about : part, asked) : unknownAnswer
}

/** What an answer is restricted to, where it does not say so itself. */
const aboutWords = (kinds: readonly QuestionKind[], { part, bureaus, named }: Scope): string => {
  const ofPart = kinds.filter(
    kind => kind === 'account' || (isOfReport(kind) && !ofEveryPlan.has(kind) && !sayBureau.has(kind)),
  )
  if (part === null || ofPart.length === 0) return ''
  const companies = named !== null && ofPart.some(kind => ofCompany.has(kind)) ? named.companies : []
  const parts = [
    ...(bureaus.length > 0 ? [`at ${showList([...bureaus])}`] : []),
    ...(companies.length > 0 ? [`for ${showList(companies.slice(0, 3))}`] : []),
  ]
  const words = parts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}: `
}

/** The kinds that cannot be answered about the companies that the question names, and so are asked back. */
const beyondScope = ({ kinds, ...heard }: ParsedQuestion, { part, named }: Scope): QuestionKind[] => {
  if (part === null) return []
  const companyKinds = kinds.filter(kind => ofOneAccount.has(kind) || ofCompany.has(kind))
  if (named === null) return namesUnknownCompany({ kinds, ...heard }) ? companyKinds : []
  return kinds.filter(kind => isOfReport(kind) && !companyKinds.includes(kind))
}

/** What the plan does not show is said plainly, once, where a bureau outside it was named. */
const outsidePlan = ({ bureaus, kinds }: ParsedQuestion, { known: { plan }, part }: Scope): string => {
  const shown = bureausInPlan(plan)
  const outside = bureaus.filter(bureau => !shown.includes(bureau))
  return outside.length === 0 || part === null || !kinds.some(isOfReport)
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
export type QuestionAnswer = {
  kinds: readonly QuestionKind[]
  lead: string
  text: string
  citations: readonly Citation[]
  ways: readonly NextStep[]
  fixed: boolean
  /** Where it was not understood for sure: what it may have meant, to choose from. Nothing is answered then. */
  choices: readonly Suggestion[]
}

/** The question back where it was not understood for sure: a wrong answer is worse. */
const asksBack = (choices: readonly Suggestion[], spanish: boolean): QuestionAnswer => ({
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

/** What a question that was not understood asks of the companies it names: their names are strange words among the others. */
const withoutNames = (heard: ParsedQuestion, { named }: Scope): ParsedQuestion => {
  if (named === null || !heard.kinds.includes('unknown')) return heard
  const names = new Set(named.companies.flatMap(normalizeWords))
  const { kinds, choices } = parseQuestion(heard.words.filter(word => !names.has(word)).join(' '))
  return kinds.includes('unknown') && choices.length === 0 ? heard : { ...heard, kinds, choices }
}

/** The accounts of the companies named, to choose from. */
const companyChoices = ({ companies }: NamedCompanies, spanish: boolean): Suggestion[] =>
  companies.slice(0, 2).map(name => ({
    kind: 'account',
    question: spanish
      ? `¿Cuál es el estado de mi cuenta de ${name}?`
      : `What is the status of my ${name} account?`,
  }))

/**
 * Answers a question from what the plan shows, by code alone: the same question of the same report gives the same words.
 * What the report does not hold is said to be missing; nothing is guessed.
 */
export const answerQuestion = (question: string, known: VisibleData): QuestionAnswer => {
  const whole = parseQuestion(question)
  const scope = findScope(known, whole)
  const heard = withoutNames(whole, scope)
  const { named } = scope
  const isOfNamed =
    named !== null && heard.kinds.includes('unknown') && heard.choices.every(kind => toldByAccount.has(kind))
  if (isOfNamed && !answersQuestionForm('account', heard.words))
    return asksBack(companyChoices(named, heard.spanish), heard.spanish)
  const beyond = beyondScope(heard, scope)
  const choices = isOfNamed ? [] : listSuggestions(beyond.length > 0 ? beyond : heard.choices, heard.spanish)
  const asked = named === null ? choices : [...companyChoices(named, heard.spanish), ...choices]
  if (choices.length > 0) return asksBack(asked, heard.spanish)
  const kinds: readonly QuestionKind[] = isOfNamed ? ['account'] : heard.kinds
  const answers = kinds.map(kind => answerOf(kind, scope, heard))
  const inSpanish = kinds.some(kind => kind === 'self_harm' || kind === 'abuse')
  return {
    kinds,
    lead: `${heard.spanish && !inSpanish ? spanishLine : ''}${outsidePlan(heard, scope)}${aboutWords(kinds, scope)}`,
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
