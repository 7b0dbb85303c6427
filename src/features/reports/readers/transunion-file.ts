import type { FileStatus, Inquiry, Score, ScoreExclusion } from '../canonical.ts'
import { familyOf } from '../scores.ts'
import { scoreOf, textOf } from './fields.ts'
import { scoreFactorOf, scoreModelOf } from './transunion-scores.ts'

/** What TUXML and TU4R say alike of a file: whether it was returned, its score products, the kind of its inquiries. */

const statusWords = {
  noHit: 'TransUnion has no file for these details.',
  thin: 'The file holds too little.',
  frozen: 'The file is frozen.',
  error: 'TransUnion could not return a file.',
} as const satisfies Record<Exclude<FileStatus['status'], 'hit'>, string>

export const frozenNotice = 'A security freeze is in place.'

/** The status of the file. `notices`: freezes and fraud alerts on it, in words. */
export const fileStatusOf = (status: FileStatus['status'], notices: readonly string[]): FileStatus => {
  const said = notices.join(' ') || null
  return { bureau: 'TransUnion', status, text: said ?? (status === 'hit' ? null : statusWords[status]) }
}

/** TransUnion's credit report for lenders, product 07000, lists hard inquiries only. */
export const inquiryKindOf = (product: string | null): Inquiry['kind'] =>
  product === '07000' ? 'hard' : 'unknown'

export type ReportedScore = {
  product: string | null
  result: string | null
  reason: string | null
  factors: readonly string[]
}

/** A score product's result: a score, or why there is none; null for products that are no score. */
const readScore = (
  { product, result, reason, factors }: ReportedScore,
  dateReported: string | null,
): { score: Score } | { exclusion: ScoreExclusion } | null => {
  const known = scoreModelOf(product)
  const model = known ?? (product === null ? null : `TransUnion score ${product}`)
  const score = scoreOf(result)
  if (score !== null) {
    const named = factors.map(code => ({ code, text: scoreFactorOf(known, code) }))
    const family = familyOf(known)
    return { score: { bureau: 'TransUnion', score, dateReported, model, family, factors: named } }
  }
  if (reason === null && known === null) return null
  const said = textOf(reason) ?? 'The sender gives no score and no reason.'
  return { exclusion: { bureau: 'TransUnion', model, reason: said } }
}

/** The scores of a file, and why others are missing. */
export const readScores = (
  reported: readonly ReportedScore[],
  date: string | null,
): { scores: Score[]; exclusions: ScoreExclusion[] } => {
  const read = reported.flatMap(one => readScore(one, date) ?? [])
  return {
    scores: read.flatMap(one => ('score' in one ? [one.score] : [])),
    exclusions: read.flatMap(one => ('exclusion' in one ? [one.exclusion] : [])),
  }
}
