import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { answersQuestionForm } from './form.ts'
import { accountPatterns } from './intents/accounts.ts'
import { crisisPatterns } from './intents/danger.ts'
import { reportItemPatterns } from './intents/holdings.ts'
import { reportPatterns } from './intents/report.ts'
import { rightPatterns } from './intents/rights.ts'
import { declinedPatterns } from './intents/safety.ts'
import { disputePatterns } from './intents/under-way.ts'
import { compilePatterns } from './match.ts'
import { isSpanish, normalizeWords } from './plain-words.ts'
import { crisisKinds, declinedKinds, type QuestionKind } from './question-kinds.ts'
import { type Recognition, recognizeSentence } from './recognition/reading.ts'

/** What was understood of a question: its kinds in the order in which they were put, and what it names. */
export type ParsedQuestion = {
  kinds: readonly QuestionKind[]
  /** Where nothing was understood for sure: what it may have meant, the likeliest first; else none. */
  choices: readonly QuestionKind[]
  /** The bureaus that it names; none: all that the plan shows. */
  bureaus: readonly Bureau[]
  spanish: boolean
  /** Its plain words, to find a creditor in that it names. */
  words: readonly string[]
}

const patterns = compilePatterns([
  ...crisisPatterns,
  ...declinedPatterns,
  ...rightPatterns,
  ...accountPatterns,
  ...reportItemPatterns,
  ...reportPatterns,
  ...disputePatterns,
])

const named: readonly (readonly [bureau: Bureau, name: RegExp])[] = [
  ['TransUnion', /\btrans ?union\b/],
  ['Experian', /\bexperian\b/],
  ['Equifax', /\bequifax\b/],
]

/** At most so many questions of one asking are answered. */
const MOST = 3

const alone: ReadonlySet<QuestionKind> = new Set(['unknown', 'help', 'insult'])

/** The sentences of what was asked, each a question of its own, and each once. */
const sentencesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[?!\n;]+|\.(?:\s|$)/)
      .map(sentence => sentence.trim())
      .filter(sentence => normalizeWords(sentence).length > 0),
  ),
]

/** What the question may have meant, or the first of its sentences that may have meant anything. */
const choicesOf = (readings: readonly Recognition[]): readonly QuestionKind[] =>
  readings.find(({ choices }) => choices.length > 0)?.choices ?? []

/**
 * What a question asks for. Danger and what is refused are looked for in all of it at once; else each sentence is a
 * question, and what is no question beside one is left out.
 */
export const parseQuestion = (question: string): ParsedQuestion => {
  const words = normalizeWords(question)
  const plain = words.join(' ')
  const readings = [question, ...sentencesOf(question)].map(text => recognizeSentence(patterns, text))
  const [whole = 'unknown', ...each] = readings.map(({ kind }) => kind)
  const told = [...new Set(each)].filter(kind => !alone.has(kind))
  const several =
    told.length > 1 && (whole === 'unknown' || told.includes(whole)) ? told.slice(0, MOST) : null
  const one = told.length === 1 && alone.has(whole) ? told : [whole]
  const heard = isDecisive(whole) ? [whole] : (several ?? one)
  const missed = heard.filter(kind => !answersQuestionForm(kind, words))
  const kinds: readonly QuestionKind[] = missed.length > 0 ? ['unknown'] : heard
  return {
    kinds,
    choices: missed.length > 0 ? missed : kinds.includes('unknown') ? choicesOf(readings) : [],
    bureaus: sortBureaus(named.filter(([, name]) => name.test(plain)).map(([bureau]) => bureau)),
    spanish: isSpanish(question),
    words,
  }
}

/** Danger and what is refused. What is asked beside an insult is answered. */
const decisive: ReadonlySet<QuestionKind> = new Set<QuestionKind>(
  [...crisisKinds, ...declinedKinds].filter(kind => kind !== 'insult'),
)

/** Kinds beside which nothing else of the question is answered. */
const isDecisive = (kind: QuestionKind): boolean => decisive.has(kind)
