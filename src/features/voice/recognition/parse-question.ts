import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { QuestionForm } from '../answer.ts'
import { crisisKinds, declinedKinds } from '../kinds/safety.ts'
import {
  isCrisisKind,
  isDeclinedKind,
  isReportKind,
  type QuestionKind,
  reportKinds,
  type ScoredKind,
  scoredKinds,
} from '../question-kinds.ts'
import { isUnknownWord } from './concepts.ts'
import { createMatcher } from './patterns.ts'
import { correctMisheardWords } from './phonetic.ts'
import { scoreKinds } from './scorer.ts'
import { isSpanish, normalizeWords } from './words.ts'

/** What a question asks. */
export type ParsedQuestion = {
  /** In the order asked. */
  kinds: readonly QuestionKind[]
  /** The kinds it may have meant when it was not understood, the likeliest first. */
  choices: readonly QuestionKind[]
  /** The bureaus named. */
  bureaus: readonly Bureau[]
  spanish: boolean
  words: readonly string[]
}

/** A kind is answered from this score on, if it leads the next one by enough. */
const MIN_SCORE = 0.8
const MIN_LEAD = 0.45

/** Otherwise kinds are suggested from this likeness on. */
const MIN_LIKENESS = 0.3
const MAX_SUGGESTIONS = 3

/** Questions in one text that are answered together. */
const MAX_KINDS = 3

const matchCrisis = createMatcher(crisisKinds)
const matchDeclined = createMatcher(declinedKinds)

const findSafetyKind = (words: readonly string[]): QuestionKind | undefined =>
  [...matchCrisis(words).keys(), ...matchDeclined(words).keys()][0]

const canReplace = (kind: QuestionKind): boolean => kind === 'promise' || kind === 'product_advice'

/** An answer that promises nothing and is asked for clearly. */
const isOwnDecline = ({ kind, score }: { kind: ScoredKind; score: number }): boolean =>
  scoredKinds[kind].promisesNothing === true && score >= MIN_SCORE

/** What no credit report states of an account or a company, so that no figure of a report answers it. */
const outsideReport = new Set(
  'apr aprs interest rent income salary garnish fee fees rewards cashback phone website'.split(' '),
)

/** Personal information has the user's own phone numbers, and three kinds answer for themselves what they cannot say. */
const asksOutsideReport = (kind: ScoredKind, words: readonly string[]): boolean =>
  isReportKind(kind) &&
  kind !== 'personal_info' &&
  scoredKinds[kind].promisesNothing !== true &&
  words.some(word => outsideReport.has(word))

type SentenceKind = Pick<ParsedQuestion, 'choices'> & { kind: QuestionKind }

/**
 * What one sentence asks. Patterns alone recognize danger and requests to decline, in the words as typed or as
 * corrected, and nothing outweighs them.
 */
const recognizeSentence = (sentence: string): SentenceKind => {
  const typed = normalizeWords(sentence)
  const words = correctMisheardWords(typed, isUnknownWord)
  const safety = findSafetyKind(typed) ?? findSafetyKind(words)
  const scores = scoreKinds(words)
  const [best, next] = scores
  if (safety !== undefined && !(canReplace(safety) && best !== undefined && isOwnDecline(best)))
    return { kind: safety, choices: [] }
  if (
    best !== undefined &&
    (!best.isDisputed || isOwnDecline(best)) &&
    !asksOutsideReport(best.kind, words) &&
    best.score >= MIN_SCORE &&
    best.score - (next?.score ?? 0) >= MIN_LEAD
  )
    return { kind: best.kind, choices: [] }
  const likely = scores
    .filter(({ kind, likeness }) => likeness >= MIN_LIKENESS && kind !== 'help')
    .toSorted((one, other) => other.likeness - one.likeness)
  if (likely.length === 0 && scores.some(({ kind }) => kind === 'help')) return { kind: 'help', choices: [] }
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

/** A report does not say when a payment is due. */
const dueWords = new Set(['pay', 'payment', 'payments', 'bill', 'bills', 'due', 'pago', 'pagos', 'pagar'])

/**
 * Whether an answer of this kind says why, when or how long, if that is asked: "why is my limit so low" is not answered
 * by the limit.
 */
export const answersQuestionForm = (kind: QuestionKind, words: readonly string[]): boolean => {
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

/** Danger and requests to decline. A question that comes with an insult is answered. */
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

/** Danger and requests to decline are found in the whole text; otherwise each sentence is a question of its own. */
const combine = (
  { kind: whole }: SentenceKind,
  sentences: readonly SentenceKind[],
): readonly QuestionKind[] => {
  if (isSafetyKind(whole)) return [whole]
  const asked = [...new Set(sentences.map(({ kind }) => kind))].filter(kind => !isAside(kind))
  if (asked.length > 1 && (whole === 'unknown' || asked.includes(whole))) return asked.slice(0, MAX_KINDS)
  return asked.length === 1 && isAside(whole) ? asked : [whole]
}

/** Kinds whose answer would not say why, when or how long become choices. */
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

export const parseQuestion = (question: string): ParsedQuestion => {
  const words = normalizeWords(question)
  const plain = words.join(' ')
  const whole = recognizeSentence(question)
  // One sentence with as many words as the question is all of it.
  const sentences = splitSentences(question).map(sentence =>
    normalizeWords(sentence).length === words.length ? whole : recognizeSentence(sentence),
  )
  const suggested = [whole, ...sentences].find(({ choices }) => choices.length > 0)?.choices ?? []
  return {
    ...checkForm(words, combine(whole, sentences), suggested),
    bureaus: sortBureaus(bureauNames.filter(([, name]) => name.test(plain)).map(([bureau]) => bureau)),
    spanish: isSpanish(question),
    words,
  }
}
