import { type Bureau, inOrder } from '#values/bureau.ts'
import { tells } from './form.ts'
import { accountIntents } from './intents/accounts.ts'
import { dangerIntents } from './intents/danger.ts'
import { holdingIntents } from './intents/holdings.ts'
import { reportIntents } from './intents/report.ts'
import { rightIntents } from './intents/rights.ts'
import { safetyIntents } from './intents/safety.ts'
import { underWayIntents } from './intents/under-way.ts'
import { crisisKinds, type Kind, refusedKinds } from './kinds.ts'
import { patternsOf } from './match.ts'
import { isSpanish, plainWords } from './plain-words.ts'
import { type Reading, readingOf } from './recognition/reading.ts'

/** What was understood of a question: its kinds in the order in which they were put, and what it names. */
export type Understood = {
  kinds: readonly Kind[]
  /** Where nothing was understood for sure: what it may have meant, the likeliest first; else none. */
  choices: readonly Kind[]
  /** The bureaus that it names; none: all that the plan shows. */
  bureaus: readonly Bureau[]
  spanish: boolean
  /** Its plain words, to find a creditor in that it names. */
  words: readonly string[]
}

const patterns = patternsOf([
  ...dangerIntents,
  ...safetyIntents,
  ...rightIntents,
  ...accountIntents,
  ...holdingIntents,
  ...reportIntents,
  ...underWayIntents,
])

const named: readonly (readonly [bureau: Bureau, name: RegExp])[] = [
  ['TransUnion', /\btrans ?union\b/],
  ['Experian', /\bexperian\b/],
  ['Equifax', /\bequifax\b/],
]

/** At most so many questions of one asking are answered. */
const MOST = 3

const alone: ReadonlySet<Kind> = new Set(['unknown', 'help', 'insult'])

/** The sentences of what was asked, each a question of its own, and each once. */
const sentencesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[?!\n;]+|\.(?:\s|$)/)
      .map(sentence => sentence.trim())
      .filter(sentence => plainWords(sentence).length > 0),
  ),
]

/** What the question may have meant, or the first of its sentences that may have meant anything. */
const choicesOf = (readings: readonly Reading[]): readonly Kind[] =>
  readings.find(({ choices }) => choices.length > 0)?.choices ?? []

/**
 * What a question asks for. Danger and what is refused are looked for in all of it at once; else each sentence is a
 * question, and what is no question beside one is left out.
 */
export const understood = (question: string): Understood => {
  const words = plainWords(question)
  const plain = words.join(' ')
  const readings = [question, ...sentencesOf(question)].map(text => readingOf(patterns, text))
  const [whole = 'unknown', ...each] = readings.map(({ kind }) => kind)
  const told = [...new Set(each)].filter(kind => !alone.has(kind))
  const several =
    told.length > 1 && (whole === 'unknown' || told.includes(whole)) ? told.slice(0, MOST) : null
  const one = told.length === 1 && alone.has(whole) ? told : [whole]
  const heard = isDecisive(whole) ? [whole] : (several ?? one)
  const missed = heard.filter(kind => !tells(kind, words))
  const kinds: readonly Kind[] = missed.length > 0 ? ['unknown'] : heard
  return {
    kinds,
    choices: missed.length > 0 ? missed : kinds.includes('unknown') ? choicesOf(readings) : [],
    bureaus: inOrder(named.filter(([, name]) => name.test(plain)).map(([bureau]) => bureau)),
    spanish: isSpanish(question),
    words,
  }
}

/** Danger and what is refused. What is asked beside an insult is answered. */
const decisive: ReadonlySet<Kind> = new Set<Kind>(
  [...crisisKinds, ...refusedKinds].filter(kind => kind !== 'insult'),
)

/** Kinds beside which nothing else of the question is answered. */
const isDecisive = (kind: Kind): boolean => decisive.has(kind)
