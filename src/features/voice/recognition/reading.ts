import { crisisKinds, type Kind, refusedKinds } from '../kinds.ts'
import { type Pattern, patternsIn } from '../match.ts'
import { plainWords } from '../plain-words.ts'
import { asMeant } from './sounds.ts'
import { fitsOf, foreignActs, isStrange, spokenOf } from './weigh.ts'

/** What a sentence was taken for. With `unknown` come the kinds that it may have meant, the likeliest first. */
export type Reading = { kind: Kind; choices: readonly Kind[] }

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

const decisive: ReadonlySet<Kind> = new Set<Kind>([...crisisKinds, ...refusedKinds])

type Belief = { kind: Kind; belief: number }

const beliefsIn = (words: readonly string[], found: readonly Pattern[]): Belief[] => {
  const spoken = spokenOf(words)
  const beliefs = new Map<Kind, number>()
  const add = (kind: Kind, belief: number) => beliefs.set(kind, (beliefs.get(kind) ?? 0) + belief)
  for (const { kind, weight } of found) add(kind, OF_PATTERN * Math.min(weight, MOST_TERMS))
  for (const { kind, fit } of fitsOf(spoken)) add(kind, fit)
  const strange = spoken.strange * (spoken.own ? 1 : NOT_OWN)
  const known = BESIDE + spoken.telling - spoken.strange
  return [...beliefs]
    .map(([kind, belief]) => ({
      kind,
      belief: (belief * known) / (known + strange) - PER_FOREIGN_ACT * foreignActs(kind, spoken),
    }))
    .toSorted((one, other) => other.belief - one.belief)
}

/**
 * What a sentence asks. Danger and what is refused are known by their patterns alone, and come first. Every other kind is
 * believed by its weightiest pattern and by what the sentence speaks of, less for each strange word. It is answered when it
 * is believed enough and well before the next; else the likeliest are offered; else it is unknown.
 */
export const readingOf = (patterns: readonly Pattern[], sentence: string): Reading => {
  const plain = plainWords(sentence)
  const words = asMeant(plain, isStrange)
  const found = patternsIn(patterns, words)
  const first =
    patternsIn(patterns, plain).find(({ kind }) => decisive.has(kind)) ??
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
