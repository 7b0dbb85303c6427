import { bureausInPlan } from '#features/identity/plan.ts'
import type { FileGap } from '#features/reports/contract.ts'
import { describeOldParts } from '#features/reports/refresh-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  bureausWithGap,
  describeMissingFiles,
  fixedAnswer,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  type VisibleData,
} from './answer.ts'
import type { Citation, NextStep } from './contract.ts'
import { accountAnswer } from './kinds/accounts.ts'
import { noReportAnswer } from './kinds/file.ts'
import { helpAnswer, rightKinds, unknownAnswer } from './kinds/rights.ts'
import { crisisAnswer, crisisKinds, declinedKinds } from './kinds/safety.ts'
import { describePeriod, findPeriod, type Period } from './period.ts'
import {
  isCrisisKind,
  isDeclinedKind,
  isReportKind,
  isRightKind,
  listSuggestions,
  type QuestionKind,
  reportKinds,
  type Suggestion,
} from './question-kinds.ts'
import { findUnknownWords } from './recognition/concepts.ts'
import type { Weights } from './recognition/features.ts'
import { type ParsedQuestion, parseQuestion } from './recognition/parse-question.ts'
import { normalizeWords } from './recognition/words.ts'
import {
  distinctiveWord,
  findScope,
  type NamedCompanies,
  namesUnknownCompany,
  restrictToCompanies,
  type Scope,
} from './scope.ts'

const companyEffect = (kind: QuestionKind) => (isReportKind(kind) ? reportKinds[kind].company : undefined)

const notInPlan = ({ plan }: VisibleData): Answer =>
  fixedAnswer(
    `It shows ${showList([...bureausInPlan(plan)])}. You can switch on all three bureaus in Profile.`,
    ['profile'],
  )

const gapWords: Partial<Record<FileGap, string>> = {
  accounts: 'account',
  inquiries: 'inquiry',
  publicRecords: 'public record',
  paymentHistory: 'payment month',
}

/** Adds what a file does not show, or that a file is missing, so that an answer does not suggest that it is not reported. */
const withGaps = (
  answer: Answer,
  needs: readonly FileGap[],
  whole: ReportData,
  bureaus: readonly Bureau[],
): Answer => {
  const unread = needs.flatMap(gap => {
    const lacking = bureausWithGap(whole, gap, bureaus)
    return lacking.length === 0
      ? []
      : [
          `Your file does not let us read every ${gapWords[gap]} of ${showList(lacking)}, so this answer may lack some.`,
        ]
  })
  const missing = needs.length > 0 && whole.facts.hasFile ? describeMissingFiles(whole, bureaus) : []
  const notes = [...unread, ...missing]
  return notes.length === 0 ? answer : { ...answer, text: [answer.text, ...notes].join('\n') }
}

type AskedQuestion = ParsedQuestion & Pick<QuestionDetails, 'period' | 'companies'>

const answerKind = (
  kind: QuestionKind,
  { known, part, bureaus, outside, named }: Scope,
  asked: AskedQuestion,
): Answer => {
  if (isCrisisKind(kind)) return crisisAnswer(crisisKinds[kind], known, asked.spanish)
  if (isDeclinedKind(kind)) return declinedKinds[kind].answer
  if (isRightKind(kind)) return rightKinds[kind].answer(known)
  if (kind === 'help') return helpAnswer
  if (kind === 'unknown') return unknownAnswer
  const { answer, answerWithoutReport, company, needs = [] } = reportKinds[kind]
  if (part === null) return (answerWithoutReport ?? noReportAnswer)(known, asked)
  if (outside && kind !== 'account' && answerWithoutReport === undefined) return notInPlan(known)
  const of = (data: ReportData) => withGaps(answer(data, asked), needs, part, bureaus)
  if (named === null || company === undefined || company === 'whole') return of(part)
  const about = restrictToCompanies(part, named)
  return company === 'account' ? accountAnswer(about, about.facts.accounts) : of(about)
}

/** The kinds whose answers come only from the report. */
const kindsFromReport = (kinds: readonly QuestionKind[]): ReportKindDefinition[] =>
  kinds
    .filter(isReportKind)
    .map(kind => reportKinds[kind])
    .filter(({ answerWithoutReport }) => !answerWithoutReport)

/** Warns that the report is old if an answer comes from it, as the screens do. */
const describeAge = (kinds: readonly QuestionKind[], { known, part, bureaus, outside }: Scope): string => {
  const parts = known.analytics.report?.parts ?? []
  if (part === null || outside || kindsFromReport(kinds).length === 0) return ''
  const old = describeOldParts(
    parts.filter(({ bureau }) => bureaus.length === 0 || bureaus.includes(bureau)),
    known.today,
  )
  return old === null ? '' : `${old.title}. ${old.text} `
}

/** States what an answer is restricted to, unless the answer already does. */
const describeScope = (
  kinds: readonly QuestionKind[],
  { part, bureaus, outside, named }: Scope,
  period: Period | null,
): string => {
  const ofPart = kindsFromReport(kinds)
  if (part === null || outside || ofPart.length === 0) return ''
  const unsaid = ofPart.filter(({ namesBureaus }) => !namesBureaus)
  const companies = named !== null && unsaid.some(({ company }) => company === 'rows') ? named.companies : []
  const restricted = ofPart.some(kind => kind.period === 'restricts')
  const parts = [
    ...(period !== null && restricted ? [describePeriod(period)] : []),
    ...(bureaus.length > 0 && unsaid.length > 0 ? [`at ${showList([...bureaus])}`] : []),
    ...(companies.length > 0 ? [`for ${showList(companies.slice(0, 3))}`] : []),
  ]
  const words = parts.join(', ')
  const newest =
    period !== null && ofPart.some(kind => kind.period === 'newest')
      ? 'This is what your newest report shows, not that time alone. '
      : ''
  return words === '' ? newest : `${newest}${words.charAt(0).toUpperCase()}${words.slice(1)}: `
}

/** The kinds that cannot be restricted to the companies named. */
const findUnrestrictable = (question: ParsedQuestion, { part, named }: Scope): QuestionKind[] => {
  if (part === null) return []
  const { kinds } = question
  if (named !== null) return kinds.filter(kind => isReportKind(kind) && companyEffect(kind) === undefined)
  return namesUnknownCompany(question)
    ? kinds.filter(kind => !['whole', undefined].includes(companyEffect(kind)))
    : []
}

const explainPlan = ({ bureaus, kinds }: ParsedQuestion, { known: { plan }, part }: Scope): string => {
  const shown = bureausInPlan(plan)
  const outside = bureaus.filter(bureau => !shown.includes(bureau))
  return outside.length === 0 ||
    part === null ||
    !kinds.some(kind => isReportKind(kind) && kind !== 'account' && kind !== 'disputes')
    ? ''
    : `Your plan does not include ${outside.join(' or ')}. `
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

const MAX_CITATIONS = 20

/** Precedes an answer to a question in Spanish, until all texts are translated. */
const spanishLine = 'Entendí su pregunta en español; por ahora respondo en inglés. '

/** `lead` precedes the text and is never reworded. */
export type QuestionAnswer = {
  kinds: readonly QuestionKind[]
  lead: string
  text: string
  citations: readonly Citation[]
  ways: readonly NextStep[]
  fixed: boolean
  /** What the question may have meant; then there is no answer. */
  choices: readonly Suggestion[]
  /** Example questions, if nothing like a question about credit was recognized. */
  examples: readonly Suggestion[]
}

const exampleKinds: readonly QuestionKind[] = ['scores', 'findings', 'which_card_first']

/** Asks which question was meant, because a wrong answer is worse. */
const offerChoices = (choices: readonly Suggestion[], spanish: boolean): QuestionAnswer => ({
  kinds: ['unknown'],
  lead: '',
  text: spanish
    ? 'No estoy seguro de haber entendido. ¿Quiso preguntar esto?'
    : 'I am not sure that I understood. Did you mean to ask this?',
  citations: [],
  ways: [],
  fixed: true,
  choices,
  examples: [],
})

const suggestAccounts = ({ companies }: NamedCompanies, spanish: boolean): Suggestion[] =>
  companies.slice(0, 2).map(name => ({
    kind: 'account',
    question: spanish
      ? `¿Cuál es el estado de mi cuenta de ${name}?`
      : `What is the status of my ${name} account?`,
  }))

/** The recognizer knows this service as Fairfile, whatever the operator's name for it, unless it is made of common words. */
const withOwnName = (text: string, { support: { name } }: VisibleData): string =>
  findUnknownWords(normalizeWords(name)).length === 0
    ? text
    : text.replaceAll(new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`, 'gi'), 'Fairfile')

/** Deterministic: the same question about the same report gets the same answer. */
export const answerQuestion = (asked: string, known: VisibleData, weights: Weights): QuestionAnswer => {
  const text = withOwnName(asked, known)
  const whole = parseQuestion(text, weights)
  const scope = findScope(known, whole)
  const { named } = scope
  // Company names do not show what is asked, so the question is parsed again without them.
  const question =
    named === null
      ? whole
      : parseQuestion(text, weights, new Set(named.companies.flatMap(name => distinctiveWord(name) ?? [])))
  const { spanish, kinds } = question
  const unrestrictable = findUnrestrictable(question, scope)
  const unclear = unrestrictable.length > 0 ? unrestrictable : question.choices
  const choices = [
    ...(named !== null && unclear.length > 0 ? suggestAccounts(named, spanish) : []),
    ...listSuggestions(unclear, spanish),
  ]
  if (choices.length > 0) return offerChoices(choices, spanish)
  const period = findPeriod(question.words, known.today)
  const companies = named?.companies.slice(0, 3) ?? []
  const answers = kinds.map(kind => answerKind(kind, scope, { ...question, period, companies }))
  const inSpanish = kinds.some(isCrisisKind)
  const lead = `${spanish && !inSpanish ? spanishLine : ''}${explainPlan(question, scope)}${describeAge(kinds, scope)}${describeScope(kinds, scope, period)}`
  const words = answers.map(answer => answer.text).join('\n')
  return {
    kinds,
    lead: lead !== '' && words.startsWith('- ') ? `${lead.trimEnd()}\n` : lead,
    text: words,
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
    examples: kinds.includes('unknown') ? listSuggestions(exampleKinds, spanish) : [],
  }
}
