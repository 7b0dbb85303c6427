import { crisisKinds, declinedKinds, type QuestionKind } from './question-kinds.ts'
import { editDistance } from './recognition/spelling.ts'

/**
 * How a kind of question may be put. A pattern is a few terms that stand in this order in the question, other words
 * between them: `which/what utili* card` names alternatives by a slash; a star ends the beginning of a word (`utili*`).
 */
export type QuestionPatterns = { kind: QuestionKind; patterns: readonly string[] }

type Term = { exact: readonly string[]; beginnings: readonly string[] }
export type Pattern = { kind: QuestionKind; tier: number; weight: number; terms: readonly Term[] }

/** At most so many words stand between two terms: further apart they belong to two thoughts. */
const NEAR = 7

/** From this length on a term forgives one wrong, missing, added or swapped letter. */
const FORGIVING = 6

const fits = (term: Term, word: string): boolean =>
  term.exact.some(
    exact =>
      exact === word ||
      (exact.length >= FORGIVING && word.length >= FORGIVING && editDistance(exact, word, 1) <= 1),
  ) || term.beginnings.some(beginning => word.startsWith(beginning))

const termOf = (text: string): Term => {
  const ways = text.split('/')
  return {
    exact: ways.filter(way => !way.endsWith('*')),
    beginnings: ways.filter(way => way.endsWith('*')).map(way => way.slice(0, -1)),
  }
}

const isOneOf = (kinds: readonly QuestionKind[], kind: QuestionKind) => kinds.includes(kind)
const tierOf = (kind: QuestionKind): number =>
  isOneOf(crisisKinds, kind) ? 2 : isOneOf(declinedKinds, kind) ? 1 : 0

/** Words that stand in any question and say little of what it is about. */
const little = new Set(
  'what whats which who how when where why is are was were am be do does did can could should would will has have had i me my mine you your we it its this that the a an of on in to for with by at and que cual cuales como cuanto cuantos es son esta mi mis de del la el los las un una en'.split(
    ' ',
  ),
)

/** A term weighs one; one of little words alone, a tenth. */
const weightOf = (term: Term): number =>
  term.beginnings.length === 0 && term.exact.every(word => little.has(word)) ? 0.1 : 1

const readied = (kind: QuestionKind, text: string): Pattern => {
  const terms = text.split(' ').map(termOf)
  return { kind, tier: tierOf(kind), weight: terms.reduce((sum, term) => sum + weightOf(term), 0), terms }
}

/** Patterns made ready once: what weighs most first, and of equals what stands first in the list. */
export const compilePatterns = (intents: readonly QuestionPatterns[]): Pattern[] =>
  intents
    .flatMap(({ kind, patterns }) => patterns.map(text => readied(kind, text)))
    .toSorted((one, other) => other.tier - one.tier || other.weight - one.weight)

/** Whether the terms stand in the words in their order, near each other. */
const stands = (
  terms: readonly Term[],
  words: readonly string[],
  from = 0,
  until = words.length,
): boolean => {
  const [term, ...rest] = terms
  if (term === undefined) return true
  for (let at = from; at < Math.min(until, words.length); at += 1) {
    const word = words[at]
    if (word !== undefined && fits(term, word) && stands(rest, words, at + 1, at + 2 + NEAR)) return true
  }
  return false
}

/** The kinds whose patterns stand in the words, each with its weightiest: danger first, then what is refused, then the rest. */
export const matchPatterns = (patterns: readonly Pattern[], words: readonly string[]): Pattern[] => {
  const found = new Map<QuestionKind, Pattern>()
  // A pattern with a term that stands nowhere is passed over at once, however often the same words come again.
  const each = [...new Set(words)]
  const mayStand = ({ terms }: Pattern) => terms.every(term => each.some(word => fits(term, word)))
  for (const pattern of patterns)
    if (!found.has(pattern.kind) && mayStand(pattern) && stands(pattern.terms, words))
      found.set(pattern.kind, pattern)
  return [...found.values()]
}
