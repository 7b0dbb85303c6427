import type { QuestionKind } from '../question-kinds.ts'
import { BUCKETS, extractFeatures } from './features.ts'

/**
 * A linear classifier: each feature of a question adds its weight to each kind, and the sums become probabilities.
 * `npm run lab -- voice-training` computes the weights from test/fixtures/voice/training.
 */
export type Weights = {
  kinds: readonly QuestionKind[]
  /** A byte per bucket and kind; the last row is what a kind has without any feature. */
  bytes: Int8Array
  /** What one unit of a byte counts. */
  step: number
}

export type RatedKind = { kind: QuestionKind; probability: number }

/** Every kind with its probability, the likeliest first. `unknown`: about something that nothing here answers. */
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
