import { bureausInPlan } from '#features/identity/plan.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  fixedAnswer,
  type QuestionDetails,
  type ReportData,
  type VisibleData,
} from './answer.ts'
import * as accounts from './answers/accounts.ts'
import * as factors from './answers/factors.ts'
import * as file from './answers/file.ts'
import { crisisAnswer, declinedAnswers, rightsAnswers } from './answers/fixed.ts'
import * as negative from './answers/negative-items.ts'
import * as scores from './answers/scores.ts'
import type { Citation, NextStep } from './contract.ts'
import type { QuestionKind, ReportKind } from './question-kinds.ts'
import { answersQuestionForm, type ParsedQuestion, parseQuestion } from './recognition/parse-question.ts'
import { listSuggestions, type Suggestion } from './recognition/suggestions.ts'
import { normalizeWords } from './recognition/words.ts'
import {
  findScope,
  type NamedCompanies,
  namesUnknownCompany,
  restrictToCompanies,
  type Scope,
} from './scope.ts'

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
  late_payments: negative.latePaymentsAnswer,
  past_due: negative.pastDueAnswer,
  derogatory: negative.derogatoryAnswer,
  collections: negative.collectionsAnswer,
  public_records: negative.publicRecordsAnswer,
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

/** Kinds that are answered without a report. */
const withoutReport: Partial<Record<QuestionKind, (known: VisibleData) => Answer>> = {
  disputes: file.disputesAnswer,
  plan: file.planAnswer,
  report_date: file.reportDateAnswer,
}

/** If a company is named, one line about each of its accounts answers these. */
const answeredByAccount: ReadonlySet<QuestionKind> = new Set([
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

/** Suggestions that the line about an account answers too. */
const coveredByAccount: ReadonlySet<QuestionKind> = new Set([
  ...answeredByAccount,
  'account_count',
  'card_count',
])

/** Kinds whose answer can be restricted to the companies named. */
const restrictable: ReadonlySet<QuestionKind> = new Set([
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

/** Kinds that do not depend on the bureaus of the plan. */
const independentOfPlan: ReadonlySet<QuestionKind> = new Set(['plan', 'report_date', 'disputes'])

/** Kinds whose answers name the bureau of each figure. */
const naming: ReadonlySet<QuestionKind> = new Set([
  'scores',
  'score_rating',
  'score_change',
  'score_why',
  'personal_info',
])

const notInPlan = ({ plan }: VisibleData): Answer =>
  fixedAnswer(
    `It shows ${showList([...bureausInPlan(plan)])}. You can switch on all three bureaus in Profile.`,
    ['profile'],
  )

const helpText =
  'Ask me about your scores, what changed, credit utilization, what affects your score, late payments, collections, inquiries, balances and limits, the age of your credit, what looks wrong, your disputes, your plan, or your rights.'

const helpAnswer = fixedAnswer(`I answer questions about your own credit report. ${helpText}`)
const unknownAnswer = fixedAnswer(`I can't answer that yet. ${helpText} Or contact support.`, ['support'])

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
  if (outside && isOfReport(kind) && !independentOfPlan.has(kind)) return notInPlan(known)
  const about = named === null ? part : restrictToCompanies(part, named)
  if (kind === 'account' || (named !== null && answeredByAccount.has(kind)))
    return accounts.accountAnswer(about, named === null ? [] : about.facts.accounts)
  return isOfReport(kind) ? reportAnswers[kind](restrictable.has(kind) ? about : part, asked) : unknownAnswer
}

/** What an answer is restricted to, unless it says so itself. */
const describeScope = (kinds: readonly QuestionKind[], { part, bureaus, named }: Scope): string => {
  const ofPart = kinds.filter(
    kind => kind === 'account' || (isOfReport(kind) && !independentOfPlan.has(kind) && !naming.has(kind)),
  )
  if (part === null || ofPart.length === 0) return ''
  const companies = named !== null && ofPart.some(kind => restrictable.has(kind)) ? named.companies : []
  const parts = [
    ...(bureaus.length > 0 ? [`at ${showList([...bureaus])}`] : []),
    ...(companies.length > 0 ? [`for ${showList(companies.slice(0, 3))}`] : []),
  ]
  const words = parts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}: `
}

/** The kinds that cannot be restricted to the companies named. */
const findUnrestrictable = (
  { kinds, ...question }: ParsedQuestion,
  { part, named }: Scope,
): QuestionKind[] => {
  if (part === null) return []
  const companyKinds = kinds.filter(kind => answeredByAccount.has(kind) || restrictable.has(kind))
  if (named === null) return namesUnknownCompany({ kinds, ...question }) ? companyKinds : []
  return kinds.filter(kind => isOfReport(kind) && !companyKinds.includes(kind))
}

const explainPlan = ({ bureaus, kinds }: ParsedQuestion, { known: { plan }, part }: Scope): string => {
  const shown = bureausInPlan(plan)
  const outside = bureaus.filter(bureau => !shown.includes(bureau))
  return outside.length === 0 || part === null || !kinds.some(isOfReport)
    ? ''
    : `Your plan does not include ${outside.join(' or ')}. `
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

const MAX_CITATIONS = 20

/** Before an answer to a question in Spanish, until all texts are translated. */
const spanishLine = 'Entendí su pregunta en español; por ahora respondo en inglés. '

/** `lead` precedes the text and is never reworded. */
export type QuestionAnswer = {
  kinds: readonly QuestionKind[]
  lead: string
  text: string
  citations: readonly Citation[]
  ways: readonly NextStep[]
  fixed: boolean
  /** What the question may have meant; nothing is answered then. */
  choices: readonly Suggestion[]
}

/** A wrong answer is worse than a question back. */
const askBack = (choices: readonly Suggestion[], spanish: boolean): QuestionAnswer => ({
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

/** Names of companies are unknown words, so a question that was not understood is tried without them. */
const retryWithoutNames = (question: ParsedQuestion, { named }: Scope): ParsedQuestion => {
  if (named === null || !question.kinds.includes('unknown')) return question
  const names = new Set(named.companies.flatMap(normalizeWords))
  const { kinds, choices } = parseQuestion(question.words.filter(word => !names.has(word)).join(' '))
  return kinds.includes('unknown') && choices.length === 0 ? question : { ...question, kinds, choices }
}

const suggestAccounts = ({ companies }: NamedCompanies, spanish: boolean): Suggestion[] =>
  companies.slice(0, 2).map(name => ({
    kind: 'account',
    question: spanish
      ? `¿Cuál es el estado de mi cuenta de ${name}?`
      : `What is the status of my ${name} account?`,
  }))

/** In code: the same question about the same report gets the same answer. */
export const answerQuestion = (text: string, known: VisibleData): QuestionAnswer => {
  const whole = parseQuestion(text)
  const scope = findScope(known, whole)
  const question = retryWithoutNames(whole, scope)
  const { spanish } = question
  const { named } = scope
  const isAboutAccount =
    named !== null &&
    question.kinds.includes('unknown') &&
    question.choices.every(kind => coveredByAccount.has(kind))
  if (isAboutAccount && !answersQuestionForm('account', question.words))
    return askBack(suggestAccounts(named, spanish), spanish)
  const unrestrictable = findUnrestrictable(question, scope)
  const choices = isAboutAccount
    ? []
    : listSuggestions(unrestrictable.length > 0 ? unrestrictable : question.choices, spanish)
  if (choices.length > 0)
    return askBack(named === null ? choices : [...suggestAccounts(named, spanish), ...choices], spanish)
  const kinds: readonly QuestionKind[] = isAboutAccount ? ['account'] : question.kinds
  const answers = kinds.map(kind => answerOf(kind, scope, question))
  const inSpanish = kinds.some(kind => kind === 'self_harm' || kind === 'abuse')
  return {
    kinds,
    lead: `${spanish && !inSpanish ? spanishLine : ''}${explainPlan(question, scope)}${describeScope(kinds, scope)}`,
    text: answers.map(answer => answer.text).join(' '),
    citations: distinct(
      answers.flatMap(({ citations }) => citations),
      ({ field, bureau }) => `${field} ${bureau}`,
    ).slice(0, MAX_CITATIONS),
    ways: distinct(
      answers.flatMap(({ ways }) => ways),
      way => way,
    ),
    fixed: answers.some(answer => answer.fixed),
    choices: [],
  }
}
