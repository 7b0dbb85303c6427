import { accountPatterns } from './account-patterns.ts'
import { allConcepts, type Concept, extractContent, type QuestionContent } from './concepts.ts'
import { createMatcher } from './patterns.ts'
import { reportPatterns } from './report-patterns.ts'
import { rightsPatterns } from './rights-patterns.ts'
import { conceptsByTopic, countUnrelatedRequests, type ScoredKind, topicCombinations } from './topics.ts'

/** A pattern and a combination of concepts see the same words, so a pattern counts half, and at most this many terms. */
const PATTERN_WEIGHT = 0.5
const MAX_TERMS = 3

/** A combination loses this share of what it lacks. */
const MISSING_WEIGHT = 0.8

/** Unknown words lower a score, more so in a question that is not about the user. */
const KNOWN_WORDS = 0.5
const NOT_FIRST_PERSON = 2

const UNRELATED_REQUEST_PENALTY = 0.35

const matchPatterns = createMatcher<ScoredKind>([...rightsPatterns, ...accountPatterns, ...reportPatterns])

const countTopics = (concept: Concept): number =>
  [...conceptsByTopic.values()].filter(concepts => concepts.has(concept)).length

/** A concept of few topics tells more. */
const weights: ReadonlyMap<Concept, number> = new Map(
  allConcepts.map(concept => [concept, 1 / Math.sqrt(Math.max(1, countTopics(concept)))]),
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

/** How well a question fits each kind, the best first. */
export const scoreKinds = (words: readonly string[]): { kind: ScoredKind; score: number }[] => {
  const content = extractContent(words)
  const scores = new Map<ScoredKind, number>()
  for (const [kind, weight] of matchPatterns(words))
    scores.set(kind, PATTERN_WEIGHT * Math.min(weight, MAX_TERMS))
  for (const [topic, combinations] of topicCombinations) {
    const score = scoreCombinations(combinations, content)
    if (score > 0) scores.set(topic, (scores.get(topic) ?? 0) + score)
  }
  const unknown = content.unknownWords * (content.isFirstPerson ? 1 : NOT_FIRST_PERSON)
  const known = KNOWN_WORDS + content.contentWords - content.unknownWords
  return [...scores]
    .map(([kind, score]) => ({
      kind,
      score:
        (score * known) / (known + unknown) -
        UNRELATED_REQUEST_PENALTY * countUnrelatedRequests(kind, content.concepts),
    }))
    .toSorted((a, b) => b.score - a.score)
}
