import { isWithinOneEdit } from './words.ts'

/**
 * A pattern is a few terms that occur in this order, close together. A slash separates alternatives, a star matches any
 * ending: `which/what utili* card`.
 */
type PatternTable<Kind extends string> = Readonly<Record<Kind, { patterns: readonly string[] }>>

type Term = { number: number; words: readonly string[]; prefixes: readonly string[] }
type Pattern<Kind> = { kind: Kind; weight: number; terms: readonly Term[] }

/** Terms with more words than this between them belong to different thoughts. */
const MAX_GAP = 7

/** The minimum length of a word that may have one wrong, missing, added or swapped letter. */
const SHORTEST_TYPO = 6

const matchesTerm = ({ words, prefixes }: Term, word: string): boolean =>
  words.some(
    known =>
      known === word ||
      (known.length >= SHORTEST_TYPO && word.length >= SHORTEST_TYPO && isWithinOneEdit(known, word)),
  ) || prefixes.some(prefix => word.startsWith(prefix))

const functionWords = new Set(
  'what whats which who how when where why is are was were am be do does did can could should would will has have had i me my mine you your we it its this that the a an of on in to for with by at and que cual cuales como cuanto cuantos es son esta mi mis de del la el los las un una en'.split(
    ' ',
  ),
)

const parseTerm = (text: string, number: number): Term => {
  const alternatives = text.split('/')
  return {
    number,
    words: alternatives.filter(one => !one.endsWith('*')),
    prefixes: alternatives.filter(one => one.endsWith('*')).map(one => one.slice(0, -1)),
  }
}

const weigh = ({ words, prefixes }: Term): number =>
  prefixes.length === 0 && words.every(word => functionWords.has(word)) ? 0.1 : 1

/** The patterns of all kinds, most specific first. */
const compilePatterns = <Kind extends string>(
  table: PatternTable<Kind>,
): { patterns: Pattern<Kind>[]; termCount: number } => {
  const known = new Map<string, Term>()
  // Patterns share their terms, so that each is searched once.
  const termOf = (text: string) => {
    const term = known.get(text) ?? parseTerm(text, known.size)
    known.set(text, term)
    return term
  }
  const patterns = Object.keys(table)
    .filter((name): name is Kind => name in table)
    .flatMap(kind =>
      table[kind].patterns.map(text => {
        const terms = text.split(' ').map(termOf)
        return { kind, terms, weight: terms.reduce((sum, term) => sum + weigh(term), 0) }
      }),
    )
    .toSorted((a, b) => b.weight - a.weight)
  return { patterns, termCount: known.size }
}

const matchesInOrder = (
  [term, ...rest]: readonly Term[],
  words: readonly string[],
  from = 0,
  until = words.length,
): boolean => {
  if (term === undefined) return true
  for (let at = from; at < Math.min(until, words.length); at += 1) {
    const word = words[at]
    if (word === undefined || !matchesTerm(term, word)) continue
    if (matchesInOrder(rest, words, at + 1, at + 2 + MAX_GAP)) return true
  }
  return false
}

/** Finds the kinds whose patterns match, each with the weight of its most specific match, most specific first. */
export const createMatcher = <Kind extends string>(
  table: PatternTable<Kind>,
): ((words: readonly string[]) => ReadonlyMap<Kind, number>) => {
  const { patterns, termCount } = compilePatterns(table)
  return words => {
    const found = new Map<Kind, number>()
    // Checking terms alone first keeps long questions with repeated words fast.
    const distinct = [...new Set(words)]
    /** By the term's number: 1 occurs, 2 does not. */
    const occurring = new Uint8Array(termCount)
    const occurs = (term: Term) => {
      if (occurring[term.number] === 0)
        occurring[term.number] = distinct.some(word => matchesTerm(term, word)) ? 1 : 2
      return occurring[term.number] === 1
    }
    for (const { kind, weight, terms } of patterns)
      if (!found.has(kind) && terms.every(occurs) && matchesInOrder(terms, words)) found.set(kind, weight)
    return found
  }
}
