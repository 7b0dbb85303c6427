import type { Score, ScoreExclusion } from '../canonical.ts'

/** What a sender gives for a score model: a score, or the reason why there is none. */
export type ReadScore = { score: Score } | { exclusion: ScoreExclusion }

/** The scores among them. */
export const listScores = (read: readonly ReadScore[]): Score[] =>
  read.flatMap(one => ('score' in one ? [one.score] : []))

/** The reasons among them. */
export const listExclusions = (read: readonly ReadScore[]): ScoreExclusion[] =>
  read.flatMap(one => ('exclusion' in one ? [one.exclusion] : []))
