import { isScoredKind, type ScoredKind, scoredKinds } from '../question-kinds.ts'
import { allConcepts, type Concept, extractContent, isConcept, type QuestionContent } from './concepts.ts'
import { createMatcher } from './patterns.ts'

/** A pattern and a combination of concepts see the same words, so a pattern counts half, and at most this many terms. */
const PATTERN_WEIGHT = 0.5
const MAX_TERMS = 3

/** A combination loses this share of what it lacks. */
const MISSING_WEIGHT = 0.8

/** Unknown words lower a score, more so in a question that is not about the user. */
const KNOWN_WORDS = 0.5
const NOT_FIRST_PERSON = 2

const UNRELATED_REQUEST_PENALTY = 0.35

const matchPatterns = createMatcher<ScoredKind>(scoredKinds)

type Combinations = readonly (readonly [kind: ScoredKind, combinations: readonly (readonly string[])[]])[]

const namesIn = (field: 'concepts' | 'hints'): Combinations =>
  Object.keys(scoredKinds)
    .filter(isScoredKind)
    .map(kind => [
      kind,
      scoredKinds[kind][field]?.split(', ').map(combination => combination.split(' ')) ?? [],
    ])

/** Names in the combinations that are no concept; must be empty. */
export const unknownConcepts: readonly string[] = [...namesIn('concepts'), ...namesIn('hints')]
  .flatMap(([, combinations]) => combinations.flat())
  .filter(name => !isConcept(name))

const readCombinations = (
  field: 'concepts' | 'hints',
): ReadonlyMap<ScoredKind, readonly (readonly Concept[])[]> =>
  new Map(
    namesIn(field).map(([kind, combinations]) => [kind, combinations.map(names => names.filter(isConcept))]),
  )

/** The combinations of concepts that ask each kind of question, and those that hint at it. */
const combinationsByKind = readCombinations('concepts')
const hintsByKind = readCombinations('hints')

const conceptsByKind: ReadonlyMap<ScoredKind, ReadonlySet<Concept>> = new Map(
  [...combinationsByKind].map(([kind, combinations]) => [kind, new Set(combinations.flat())]),
)

/**
 * What a user wants done or explained. A question with one of these asks for another topic if no combination of the topic
 * has it: "how do I change my phone number" does not ask for the phone number.
 */
const requests: readonly Concept[] = [
  'why',
  'change',
  'drop',
  'improve',
  'how_to',
  'pay_down',
  'remove',
  'close',
  'stop',
  'mistake',
  'dispute',
  'freeze',
  'theft',
  'not_mine',
  'hurt',
  'free',
  'application',
  'human',
  'stay',
]

/** How many requests of a question no question of this kind makes. */
const countUnrelatedRequests = (kind: ScoredKind, concepts: ReadonlySet<Concept>): number => {
  const own = conceptsByKind.get(kind)
  if (own === undefined || own.size === 0) return 0
  return requests.filter(request => concepts.has(request) && !own.has(request)).length
}

const countKinds = (concept: Concept): number =>
  [...conceptsByKind.values()].filter(concepts => concepts.has(concept)).length

/** A concept of few kinds tells more. */
const weights: ReadonlyMap<Concept, number> = new Map(
  allConcepts.map(concept => [concept, 1 / Math.sqrt(Math.max(1, countKinds(concept)))]),
)

const sumWeights = (concepts: readonly Concept[]): number =>
  concepts.reduce((sum, concept) => sum + (weights.get(concept) ?? 0), 0)

/** The score of the best combination; one that is complete is better than any other. */
const scoreCombinations = (
  combinations: readonly (readonly Concept[])[],
  { concepts }: QuestionContent,
): number => {
  const scored = combinations.map(combination => {
    const missing = combination.filter(concept => !concepts.has(concept))
    const present = combination.filter(concept => concepts.has(concept))
    return {
      isComplete: missing.length === 0,
      score: sumWeights(present) - MISSING_WEIGHT * sumWeights(missing),
    }
  })
  const [best] = scored.toSorted((a, b) => Number(b.isComplete) - Number(a.isComplete) || b.score - a.score)
  return Math.max(0, best?.score ?? 0)
}

/**
 * `likeness` does not count unknown words: enough to offer a kind, not to answer it. `isDisputed`: another kind fits the
 * concepts clearly better, so that patterns and concepts read the question differently.
 */
export type KindScore = { kind: ScoredKind; score: number; likeness: number; isDisputed: boolean }

/** Concepts that fit another kind better by this much contradict the patterns. */
const CONTRADICTION = 0.25

/** How much a hint counts, and each concept of it in addition. */
const HINT = 0.35
const HINT_WEIGHT = 0.2

const scoreHints = (kind: ScoredKind, { concepts }: QuestionContent): number =>
  Math.max(
    0,
    ...(hintsByKind.get(kind) ?? [])
      .filter(hint => hint.every(concept => concepts.has(concept)))
      .map(hint => HINT + HINT_WEIGHT * sumWeights(hint)),
  )

/** How well a question fits each kind, the best first. */
export const scoreKinds = (words: readonly string[]): KindScore[] => {
  const content = extractContent(words)
  const fits = new Map<ScoredKind, number>()
  const conceptFits = new Map<ScoredKind, number>()
  for (const [kind, weight] of matchPatterns(words))
    fits.set(kind, PATTERN_WEIGHT * Math.min(weight, MAX_TERMS))
  for (const [kind, combinations] of combinationsByKind) {
    const fit = scoreCombinations(combinations, content)
    conceptFits.set(kind, fit)
    if (fit > 0 || scoreHints(kind, content) > 0) fits.set(kind, (fits.get(kind) ?? 0) + fit)
  }
  const unknown = content.unknownWords * (content.isFirstPerson ? 1 : NOT_FIRST_PERSON)
  const bestConcepts = Math.max(0, ...conceptFits.values())
  const known = KNOWN_WORDS + content.contentWords - content.unknownWords
  return [...fits]
    .map(([kind, fit]) => {
      const penalty = UNRELATED_REQUEST_PENALTY * countUnrelatedRequests(kind, content.concepts)
      return {
        kind,
        score: (fit * known) / (known + unknown) - penalty,
        likeness: Math.max(fit - penalty, scoreHints(kind, content)),
        isDisputed: bestConcepts - (conceptFits.get(kind) ?? 0) >= CONTRADICTION,
      }
    })
    .toSorted((a, b) => b.score - a.score)
}
