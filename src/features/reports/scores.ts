import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Score, ScoreExclusion } from './canonical.ts'

/** Selects the score shown for each bureau, and names score models. */

/** A model's family, by its name (FICO is sold as Beacon, Fair Isaac, Empirica, Pinnacle, Precision). */
export const scoreFamily = (model: string | null): Score['family'] => {
  if (model === null) return 'Other'
  if (/vantage/i.test(model)) return 'VantageScore'
  return /fico|fair\s*isaac|beacon|empirica|pinnacle|precision/i.test(model) ? 'FICO' : 'Other'
}

/**
 * A display name: `ExperianVantageScoreV4` is `VantageScore 4.0`, `EquifaxBeacon5.0` is `Equifax Beacon 5.0`.
 */
export const formatModelName = (reported: string | null): string | null => {
  const vantage = /vantage[\s_]*score[\s_]*v?(\d)/i.exec(reported ?? '')
  if (vantage) return `VantageScore ${vantage[1]}.0`
  return (
    reported
      ?.slice(0, 100)
      .replaceAll(/([a-z])([A-Z\d])/g, '$1 $2')
      .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .trim() ?? null
  )
}

/** Bankruptcy prediction models, which are not credit scores. */
export const formatBankruptcyModel = (reported: string | null): string =>
  /bankruptcy/i.test(reported ?? '')
    ? (formatModelName(reported) ?? '')
    : `${formatModelName(reported) ?? 'Model'} (bankruptcy)`

/** Models that estimate application fraud; not credit scores, even if their numbers look like them. */
export const isFraudModel = (name: string): boolean =>
  /fraud|falcon|synthetic|identity|authenticat|\bprecise\s*id\b|\bid\s*(?:score|vision|analytics|insight)/i.test(
    name,
  )

/** The name of a model that is identified as a fraud model only by its category. */
export const formatFraudModel = (reported: string | null): string =>
  `${formatModelName(reported) ?? 'Model'} (fraud)`

const isCreditScore = ({ model }: Score): boolean => !/bankruptcy/i.test(model ?? '')

/** The same model under each bureau's own name: the classic FICO trio of mortgage lending. */
const sharedModelOf = ({ model, family }: Score): string => {
  if (family !== 'FICO') return model ?? family
  if (/next\s*gen|pinnacle|precision/i.test(model ?? '')) return 'FICO NextGen'
  const generation = /fico(?:\s*score)?\s*(8|9|10)/i.exec(model ?? '')?.[1]
  return generation ? `FICO ${generation}` : 'FICO classic'
}

const isNotOfFraud = ({ model }: { model: string | null }): boolean => !isFraudModel(model ?? '')

const familyRank = (score: Score): number => ['FICO', 'VantageScore', 'Other'].indexOf(score.family)

type ChosenScores = { scores: Score[]; otherScores: Score[]; scoreExclusions: ScoreExclusion[] }

/**
 * One score per bureau: from the model most bureaus in the report share, FICO first on a tie; for a bureau without it,
 * its next best. The rest and bankruptcy scores are put into `otherScores`; the reasons of bureaus without any score
 * into `scoreExclusions`. Fraud scores are dropped.
 */
export const chooseScores = (read: readonly Score[], reasons: readonly ScoreExclusion[]): ChosenScores => {
  const [all, exclusions] = [read.filter(isNotOfFraud), reasons.filter(isNotOfFraud)]
  const bureausOf = new Map<string, Set<Bureau>>()
  const eligible = all.filter(isCreditScore)
  for (const score of eligible) {
    const model = sharedModelOf(score)
    bureausOf.set(model, (bureausOf.get(model) ?? new Set()).add(score.bureau))
  }
  const shares = (score: Score) => bureausOf.get(sharedModelOf(score))?.size ?? 0
  const ranked = [...eligible].sort(
    (a, b) =>
      shares(b) - shares(a) ||
      familyRank(a) - familyRank(b) ||
      (b.dateReported ?? '').localeCompare(a.dateReported ?? ''),
  )
  const scores = sortBureaus(eligible.map(score => score.bureau)).flatMap(
    bureau => ranked.find(score => score.bureau === bureau) ?? [],
  )
  const shown = new Set(scores)
  const scored = new Set(scores.map(score => score.bureau))
  return {
    scores,
    otherScores: all.filter(score => !shown.has(score)),
    scoreExclusions: exclusions.filter(one => !scored.has(one.bureau)),
  }
}
