import { type Concept, concepts } from './concepts.ts'
import { firstPersonWords, stopWords } from './everyday-words.ts'
import { isTypoOf } from './spelling.ts'
import { requestConcepts, type Topic, topics } from './topics.ts'

/** How well a question fits a kind of question, by what it speaks of; in no order, and with every slip of the keyboard. */

type Name = { words: readonly string[]; begins: boolean }

const namesOf = (text: string): Name[] =>
  text.split(' ').map(name => ({ words: name.replace(/\*$/, '').split('_'), begins: name.endsWith('*') }))

const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>): Key[] => {
  const keys: Key[] = []
  for (const key in of) keys.push(key)
  return keys
}

type Entry = Name & { concept: Concept }

/** Every name of every concept, by its first letter: no other is a slip of it either. */
const byLetter: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  keysOf(concepts).flatMap(concept => namesOf(concepts[concept]).map(name => ({ ...name, concept }))),
  ({ words: [first = ''] }) => first.charAt(0),
)

const entriesFor = (word: string): readonly Entry[] => byLetter.get(word.charAt(0)) ?? []

const isSaid = (name: Name, words: readonly string[], at: number): boolean =>
  name.words.every((part, after) => {
    const word = words[at + after]
    if (word === undefined) return false
    const last = after === name.words.length - 1
    return word === part || (last && name.begins && word.startsWith(part))
  })

/** What a word stands for that is written like none of ours: the concepts whose words it is a slip of. */
const slipped = (word: string): Concept[] =>
  stopWords.has(word)
    ? []
    : entriesFor(word)
        .filter(({ words }) => words.length === 1 && isTypoOf(word, words[0] ?? ''))
        .map(({ concept }) => concept)

/** What a question speaks of. */
type Spoken = {
  concepts: ReadonlySet<Concept>
  /** Its telling words, which are not everyday ones, and how many of them are not ours: of what they speak we do not know. */
  telling: number
  strange: number
  /** Whether the person speaks of her own at all. */
  own: boolean
}

type Found = { concept: Concept; at: number; length: number }

const foundAt = (words: readonly string[], at: number): Found[] => {
  const said = entriesFor(words[at] ?? '')
    .filter(entry => isSaid(entry, words, at))
    .map(entry => ({ concept: entry.concept, at, length: entry.words.length }))
  return said.length > 0 ? said : slipped(words[at] ?? '').map(concept => ({ concept, at, length: 1 }))
}

const isEveryday = (word: string): boolean => stopWords.has(word) || /^\d+$/.test(word)

/** Whether a word is neither one of ours nor an everyday one. A number is no word. */
export const isUnknownWord = (word: string): boolean => !isEveryday(word) && foundAt([word], 0).length === 0

const strangeAmong = (words: readonly string[], found: readonly Found[]): string[] => {
  const covered = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, more) => at + more)))
  return words.filter((word, at) => !covered.has(at) && !isEveryday(word))
}

/** The words of a question that are neither everyday ones nor, alone or side by side, ours. */
export const findUnknownWords = (words: readonly string[]): string[] =>
  strangeAmong(
    words,
    words.flatMap((_, at) => foundAt(words, at)),
  )

/** What the words of a question speak of. */
export const extractConcepts = (words: readonly string[]): Spoken => {
  const found = words.flatMap((_, at) => foundAt(words, at))
  return {
    concepts: new Set(found.map(({ concept }) => concept)),
    telling: words.filter(word => !isEveryday(word)).length,
    strange: strangeAmong(words, found).length,
    own: words.some(word => firstPersonWords.has(word)),
  }
}

/** All that questions of each kind speak of. */
const spokenOfBy: ReadonlyMap<string, ReadonlySet<Concept>> = new Map(
  [...topics].map(([kind, ways]) => [kind, new Set(ways.flat())]),
)

/** How many things that the question wants done or told no question of this kind wants. Of other kinds: none. */
export const countUnrelatedRequests = (kind: string, { concepts: said }: Spoken): number => {
  const known = spokenOfBy.get(kind)
  return known === undefined ? 0 : requestConcepts.filter(act => said.has(act) && !known.has(act)).length
}

const kindsWith = (concept: Concept): number =>
  [...spokenOfBy.values()].filter(known => known.has(concept)).length

/** A concept that few kinds of questions speak of says more of which is meant: 1 of one kind's own, less of common ones. */
const weights = new Map(
  keysOf(concepts).map(concept => [concept, 1 / Math.sqrt(Math.max(1, kindsWith(concept)))]),
)

/** What is missing to a line takes so much of its weight away. */
const MISSING = 0.8

/** How well one line fits: what it has, less what it lacks. A line that fits in all is whole. */
const fitOf = (needs: readonly Concept[], { concepts: said }: Spoken) => {
  const sum = (some: readonly Concept[]) =>
    some.reduce((total, concept) => total + (weights.get(concept) ?? 0), 0)
  const lacks = needs.filter(concept => !said.has(concept))
  return {
    fit: sum(needs.filter(concept => said.has(concept))) - MISSING * sum(lacks),
    whole: lacks.length === 0,
  }
}

/** A kind of question, how well it fits, and whether one of its lines fits wholly. */
type Fit = { kind: Topic; fit: number; whole: boolean }

/** Every kind that the question fits at all, the best first. */
export const scoreTopics = (spoken: Spoken): Fit[] =>
  [...topics]
    .flatMap(([kind, ways]) => {
      const [best] = ways
        .map(needs => fitOf(needs, spoken))
        .toSorted((one, other) => Number(other.whole) - Number(one.whole) || other.fit - one.fit)
      return best !== undefined && best.fit > 0 ? [{ kind, ...best }] : []
    })
    .toSorted((one, other) => other.fit - one.fit)
