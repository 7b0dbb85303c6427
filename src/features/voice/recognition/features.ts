import type { QuestionKind } from '../question-kinds.ts'
import { extractContent } from './concepts.ts'

/** What the classifier sees of a question. Training and recognition use the same features. */

/** Replaces the name of any company. */
export const COMPANY = 'companyname'

/** Lenders and collectors that people name whether or not they are in the report. */
export const lenders: ReadonlySet<string> = new Set(
  `capital discover chase citi citibank wells amex synchrony target best walmart amazon apple ally santander toyota honda ford
  navient nelnet sallie midland lvnv verizon tmobile comcast barclays usaa pnc`.split(/\s+/),
)

/** Words that follow the first word of a company's name. */
const nameEndings = new Set(
  'one bank fargo buy mae financial finance services management recovery retail union'.split(' '),
)

/** The words with each company's name replaced. */
export const maskCompanies = (words: readonly string[], names: ReadonlySet<string>): string[] => {
  const masked: string[] = []
  for (const word of words) {
    const isName = names.has(word) || lenders.has(word)
    const continues = masked.at(-1) === COMPANY && (isName || nameEndings.has(word))
    if (!continues) masked.push(isName ? COMPANY : word)
  }
  return masked
}

const BUCKET_BITS = 14
export const BUCKETS = 1 << BUCKET_BITS

/** FNV-1a with a final mix. */
const bucketOf = (feature: string): number => {
  let hash = 2_166_136_261
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 13)) >>> 0) & (BUCKETS - 1)
}

const generalize = (word: string): string => {
  if (word === 'equifax' || word === 'experian' || word === 'transunion') return '#bureau'
  if (/^(?:19|20)\d\d$/.test(word)) return '#year'
  if (/^[3-8]\d\d$/.test(word)) return '#score'
  return /^\d+$/.test(word) && !/^[369]0$/.test(word) ? '#number' : word
}

const lettersOf = (word: string): string[] => {
  if (word === COMPANY || word.startsWith('#')) return []
  const framed = `<${word}>`
  return [3, 4, 5].flatMap(length =>
    Array.from({ length: Math.max(0, framed.length - length + 1) }, (_, at) => framed.slice(at, at + length)),
  )
}

const pairsOf = (items: readonly string[]): string[] =>
  items.flatMap((one, at) => items.slice(at + 1).map(other => `${one} ${other}`))

/** The total strength of each group of features: a long question must not count as more certain than a short one. */
const strengths = [
  { name: 'word', strength: 1 },
  { name: 'pair', strength: 0.7 },
  { name: 'gap', strength: 0.4 },
  { name: 'letters', strength: 0.6 },
  { name: 'concept', strength: 0.8 },
  { name: 'concepts', strength: 0.4 },
  { name: 'about', strength: 0.5 },
] as const

/** The hashed features of normalized words, each with its strength. */
export const extractFeatures = (masked: readonly string[]): ReadonlyMap<number, number> => {
  const { concepts, unknownWords, isFirstPerson } = extractContent(masked)
  const words = masked.map(generalize)
  const framed = ['<', ...words, '>']
  const sorted = [...concepts].toSorted()
  const groups: Record<(typeof strengths)[number]['name'], readonly string[]> = {
    word: words,
    pair: framed.slice(1).map((word, at) => `${framed[at]} ${word}`),
    gap: framed.slice(2).map((word, at) => `${framed[at]} ${word}`),
    letters: words.flatMap(lettersOf),
    concept: sorted,
    concepts: pairsOf(sorted),
    about: [
      isFirstPerson ? 'mine' : 'any',
      `${Math.min(3, unknownWords)} unknown`,
      `${Math.min(8, words.length)} long`,
    ],
  }
  const features = new Map<number, number>()
  for (const { name, strength } of strengths) {
    const found = groups[name]
    for (const feature of found) {
      const bucket = bucketOf(`${name}:${feature}`)
      features.set(bucket, (features.get(bucket) ?? 0) + strength / Math.sqrt(found.length))
    }
  }
  return features
}

/**
 * A linear classifier: each feature of a question adds its weight to each kind, and the sums become probabilities.
 * `npm run lab -- voice-training` computes the weights from test/fixtures/voice/training.
 */
export type Weights = {
  kinds: readonly QuestionKind[]
  /** A byte per bucket and kind; the last row is the bias of each kind. */
  bytes: Int8Array
  /** The weight of one unit of a byte. */
  step: number
}

export type RatedKind = { kind: QuestionKind; probability: number }

/** Every kind with its probability, likeliest first. `unknown`: about something that no kind answers. */
export const rateKinds = ({ kinds, bytes, step }: Weights, words: readonly string[]): RatedKind[] => {
  const sums = new Float64Array(kinds.length)
  for (const [bucket, strength] of [...extractFeatures(words), [BUCKETS, 1] as const])
    for (let kind = 0; kind < sums.length; kind += 1)
      sums[kind] = (sums[kind] ?? 0) + (bytes[bucket * sums.length + kind] ?? 0) * strength
  const largest = Math.max(...sums)
  const shares = sums.map(sum => Math.exp((sum - largest) * step))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return kinds
    .map((kind, at) => ({ kind, probability: (shares[at] ?? 0) / total }))
    .toSorted((one, other) => other.probability - one.probability)
}
