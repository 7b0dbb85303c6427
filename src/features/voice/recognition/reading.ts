import { matchPatterns, type Pattern } from '../match.ts'
import { normalizeWords } from '../plain-words.ts'
import { crisisKinds, declinedKinds, type QuestionKind } from '../question-kinds.ts'
import { correctMisheardWords } from './phonetic.ts'
import { countUnrelatedRequests, extractConcepts, isUnknownWord, scoreTopics } from './score.ts'

/** What a sentence was taken for. With `unknown` come the kinds that it may have meant, the likeliest first. */
export type Recognition = { kind: QuestionKind; choices: readonly QuestionKind[] }

/** Half of what a pattern says is believed beside the concepts: they see the same words. */
const OF_PATTERN = 0.5

/** A pattern of many terms proves no more than so many. */
const MOST_TERMS = 3

/** Beside so many telling words a strange one counts as it is; and where the person speaks of nothing of hers, it counts so much more. */
const BESIDE = 0.5
const NOT_OWN = 2

/** So much goes for each thing that the question wants and the kind does not give. */
const PER_FOREIGN_ACT = 0.35

/** Believed so much, a kind is answered; with the next so far behind. */
const SURE = 0.8
const AHEAD = 0.35

/** Believed so much, a kind is offered; at most so many are. */
const LIKELY = 0.35
const OFFERED = 3

const decisive: ReadonlySet<QuestionKind> = new Set<QuestionKind>([...crisisKinds, ...declinedKinds])

type Belief = { kind: QuestionKind; belief: number }

const beliefsIn = (words: readonly string[], found: readonly Pattern[]): Belief[] => {
  const spoken = extractConcepts(words)
  const beliefs = new Map<QuestionKind, number>()
  const add = (kind: QuestionKind, belief: number) => beliefs.set(kind, (beliefs.get(kind) ?? 0) + belief)
  for (const { kind, weight } of found) add(kind, OF_PATTERN * Math.min(weight, MOST_TERMS))
  for (const { kind, fit } of scoreTopics(spoken)) add(kind, fit)
  const strange = spoken.strange * (spoken.own ? 1 : NOT_OWN)
  const known = BESIDE + spoken.telling - spoken.strange
  return [...beliefs]
    .map(([kind, belief]) => ({
      kind,
      belief: (belief * known) / (known + strange) - PER_FOREIGN_ACT * countUnrelatedRequests(kind, spoken),
    }))
    .toSorted((one, other) => other.belief - one.belief)
}

/**
 * What a sentence asks. Danger and what is refused are known by their patterns alone, and come first. Every other kind is
 * believed by its weightiest pattern and by what the sentence speaks of, less for each strange word. It is answered when it
 * is believed enough and well before the next; else the likeliest are offered; else it is unknown.
 */
export const recognizeSentence = (patterns: readonly Pattern[], sentence: string): Recognition => {
  const plain = normalizeWords(sentence)
  const words = correctMisheardWords(plain, isUnknownWord)
  const found = matchPatterns(patterns, words)
  const first =
    matchPatterns(patterns, plain).find(({ kind }) => decisive.has(kind)) ??
    found.find(({ kind }) => decisive.has(kind))
  if (first !== undefined) return { kind: first.kind, choices: [] }
  const beliefs = beliefsIn(words, found)
  const [best, next] = beliefs
  const isAhead = best !== undefined && best.belief - (next?.belief ?? 0) >= AHEAD
  const likely = beliefs.filter(({ kind, belief }) => belief >= LIKELY && kind !== 'help')
  if (best !== undefined && isAhead && best.belief >= SURE) return { kind: best.kind, choices: [] }
  if (likely.length === 0 && found.some(({ kind }) => kind === 'help')) return { kind: 'help', choices: [] }
  return { kind: 'unknown', choices: likely.slice(0, OFFERED).map(({ kind }) => kind) }
}
