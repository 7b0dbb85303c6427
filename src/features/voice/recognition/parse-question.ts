import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { QuestionForm } from '../answer.ts'
import { closeAndRemoveKinds } from '../kinds/close-and-remove.ts'
import { crisisKinds, declinedKinds } from '../kinds/safety.ts'
import {
  isCrisisKind,
  isDeclinedKind,
  isReportKind,
  isScoredKind,
  type QuestionKind,
  reportKinds,
  scoredKinds,
} from '../question-kinds.ts'
import { isUnknownWord } from './concepts.ts'
import { COMPANY, maskCompanies, type RatedKind, rateKinds, type Weights } from './features.ts'
import { createMatcher } from './patterns.ts'
import { correctMisheardWords } from './phonetic.ts'
import { isSpanish, normalizeWords } from './words.ts'

/** What a question asks. */
export type ParsedQuestion = {
  /** In the order asked. */
  kinds: readonly QuestionKind[]
  /** The kinds it may have meant when it was not understood, likeliest first. */
  choices: readonly QuestionKind[]
  /** The bureaus named. */
  bureaus: readonly Bureau[]
  spanish: boolean
  words: readonly string[]
}

/** The minimum probability for answering a kind. */
const MIN_PROBABILITY = 0.7

/** Otherwise kinds are suggested, unless the question is this surely about something else. */
const UNKNOWN_THRESHOLD = 0.5
const MIN_SUGGESTED = 0.02
const MAX_SUGGESTIONS = 3

/** Questions in one text that are answered together. */
const MAX_KINDS = 3

const matchCrisis = createMatcher(crisisKinds)
const matchDeclined = createMatcher(declinedKinds)
const matchCloseAndRemove = createMatcher(closeAndRemoveKinds)

const findSafetyKind = (words: readonly string[]): QuestionKind | undefined =>
  [...matchCrisis(words).keys(), ...matchDeclined(words).keys()][0]

const companyAccount = new RegExp(
  [
    `(?:delet|eras|remov|wip|clos|cancel)\\w*(?: out| down)?(?: my| the| this| that)? ${COMPANY}(?: \\w+){0,3}? (?:account|acct)`,
    `(?:borr|elimin|cerr|cierr|cancel|quit)\\w*(?: mi| la| esa| esta)? cuenta (?:de |con |en )?${COMPANY}`,
  ]
    .map(words => `\\b${words}(?: (?:please|for me|now|today|por favor)| (?:from|off|de) .*)?$`)
    .join('|'),
)

/** "delete my Capital One account": neither the user's account with us, nor something that anyone here can delete. */
const asksToDeleteCompanyAccount = (masked: readonly string[]): boolean =>
  companyAccount.test(masked.join(' '))

/** Whether the answer of a kind also serves questions that a pattern declines. */
const canReplace = (declined: QuestionKind, kind: QuestionKind): boolean => {
  const definition = isScoredKind(kind) ? scoredKinds[kind] : isReportKind(kind) ? reportKinds[kind] : null
  if (definition === null) return false
  const { promisesNothing = false, mayNameOthers = false } = definition
  return declined === 'other_person'
    ? mayNameOthers
    : promisesNothing && (declined === 'promise' || declined === 'product_advice')
}

const canBeAsked = (kind: QuestionKind, words: readonly string[]): boolean =>
  !isScoredKind(kind) || scoredKinds[kind].canBeAsked?.(words) !== false

/** The first kind, if it is likely enough among these. */
const findClear = (rated: readonly RatedKind[]): QuestionKind | undefined => {
  const total = rated.reduce((sum, { probability }) => sum + probability, 0)
  const [best] = rated
  return best !== undefined && best.probability >= MIN_PROBABILITY * total ? best.kind : undefined
}

type SentenceKind = Pick<ParsedQuestion, 'choices'> & { kind: QuestionKind }

/**
 * What one sentence asks. Patterns recognize danger and requests to decline, in the words as typed or as corrected, and
 * take precedence over everything else.
 */
const recognizeSentence = (
  sentence: string,
  weights: Weights,
  companies: ReadonlySet<string>,
): SentenceKind => {
  const typed = normalizeWords(sentence)
  const corrected = correctMisheardWords(maskCompanies(typed, companies), isUnknownWord)
  const safety =
    findSafetyKind(typed) ??
    findSafetyKind(correctMisheardWords(typed, isUnknownWord)) ??
    (asksToDeleteCompanyAccount(corrected) ? 'company_account' : undefined)
  const rated = rateKinds(weights, corrected)
  const step = [...matchCloseAndRemove(corrected).keys()].find(kind => answersQuestionForm(kind, corrected))
  if (safety !== undefined) {
    const other = step ?? findClear(rated.filter(({ kind }) => kind !== safety))
    return { kind: other !== undefined && canReplace(safety, other) ? other : safety, choices: [] }
  }
  if (step !== undefined) return { kind: step, choices: [] }
  const clear = findClear(rated)
  if (clear !== undefined && canBeAsked(clear, corrected)) return { kind: clear, choices: [] }
  const [best] = rated
  if (best?.kind === 'unknown' && best.probability >= UNKNOWN_THRESHOLD)
    return { kind: 'unknown', choices: [] }
  const likely = rated.filter(
    ({ kind, probability }) =>
      isScoredKind(kind) && kind !== 'help' && probability >= MIN_SUGGESTED && canBeAsked(kind, corrected),
  )
  return { kind: 'unknown', choices: likely.slice(0, MAX_SUGGESTIONS).map(({ kind }) => kind) }
}

const formPhrases: Readonly<Record<QuestionForm, readonly string[]>> = {
  why: ['why', 'how come', 'por que'],
  how_long: [
    'how long',
    'how much longer',
    'how many years',
    'how many months',
    'how many more',
    'how soon',
    'cuanto tiempo',
  ],
  when: ['when', 'what date', 'what day', 'cuando'],
}
const forms: readonly QuestionForm[] = ['why', 'how_long', 'when']

/** A report does not state when a payment is due. */
const dueWords = new Set(['pay', 'payment', 'payments', 'bill', 'bills', 'due', 'pago', 'pagos', 'pagar'])

/**
 * Whether an answer of this kind states why, when or how long, if that is asked: "why is my limit so low" is not answered
 * by the limit.
 */
const answersQuestionForm = (kind: QuestionKind, words: readonly string[]): boolean => {
  const text = ` ${words.join(' ')} `
  const asked = forms.filter(form => formPhrases[form].some(phrase => text.includes(` ${phrase} `)))
  if (kind === 'report_date' && words.some(word => dueWords.has(word))) return false
  if (!isReportKind(kind) || asked.length === 0) return true
  return asked.some(form => reportKinds[kind].says?.includes(form))
}

const bureauNames: readonly (readonly [bureau: Bureau, name: RegExp])[] = [
  ['TransUnion', /\btrans ?union\b/],
  ['Experian', /\bexperian\b/],
  ['Equifax', /\bequifax\b/],
]

/** Danger and requests to decline. A question with an insult is answered. */
const isSafetyKind = (kind: QuestionKind): boolean =>
  isCrisisKind(kind) || (isDeclinedKind(kind) && kind !== 'insult')

/** Kinds that are ignored when another sentence asks something. */
const isAside = (kind: QuestionKind): boolean => kind === 'unknown' || kind === 'help' || kind === 'insult'

const splitSentences = (text: string): string[] => [
  ...new Set(
    text
      .split(/[?!\n;]+|\.(?:\s|$)/)
      .map(sentence => sentence.trim())
      .filter(sentence => normalizeWords(sentence).length > 0),
  ),
]

/** Danger and requests to decline are found in the whole text; otherwise each sentence is a separate question. */
const combine = (
  { kind: whole }: SentenceKind,
  sentences: readonly SentenceKind[],
): readonly QuestionKind[] => {
  if (isSafetyKind(whole)) return [whole]
  const asked = [...new Set(sentences.map(({ kind }) => kind))].filter(kind => !isAside(kind))
  if (asked.length > 1 && (whole === 'unknown' || asked.includes(whole))) return asked.slice(0, MAX_KINDS)
  return asked.length === 1 && isAside(whole) ? asked : [whole]
}

/** Kinds whose answer would not state why, when or how long become choices. */
const checkForm = (
  words: readonly string[],
  kinds: readonly QuestionKind[],
  suggested: readonly QuestionKind[],
): Pick<ParsedQuestion, 'kinds' | 'choices'> => {
  const unanswered = kinds.filter(kind => !answersQuestionForm(kind, words))
  if (unanswered.length > 0) {
    const saying = suggested.filter(kind => answersQuestionForm(kind, words))
    return { kinds: ['unknown'], choices: [...new Set([...saying, ...unanswered])].slice(0, MAX_SUGGESTIONS) }
  }
  return { kinds, choices: kinds.includes('unknown') ? suggested : [] }
}

const noCompanies: ReadonlySet<string> = new Set()

/** `companies`: the words by which the question names companies of the report. */
export const parseQuestion = (
  question: string,
  weights: Weights,
  companies: ReadonlySet<string> = noCompanies,
): ParsedQuestion => {
  const words = normalizeWords(question)
  const plain = words.join(' ')
  const whole = recognizeSentence(question, weights, companies)
  // A sentence with as many words as the question is the whole question.
  const sentences = splitSentences(question).map(sentence =>
    normalizeWords(sentence).length === words.length
      ? whole
      : recognizeSentence(sentence, weights, companies),
  )
  const suggested = [whole, ...sentences].find(({ choices }) => choices.length > 0)?.choices ?? []
  return {
    ...checkForm(words, combine(whole, sentences), suggested),
    bureaus: sortBureaus(bureauNames.filter(([, name]) => name.test(plain)).map(([bureau]) => bureau)),
    spanish: isSpanish(question),
    words,
  }
}
