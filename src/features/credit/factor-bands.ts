import { rounded } from '#values/money.ts'
import type { Factor } from './contract.ts'

type FactorId = Factor['id']
type Rating = Factor['rating']

/** A measure gets the best rating whose bound it meets, otherwise poor. Null: no such rating. */
type Bands = {
  title: string
  impactLevel: Factor['impactLevel']
  meets: 'atLeast' | 'below' | 'atMost'
  excellent: number
  good: number | null
  fair: number
}

export const factorBands: Record<FactorId, Bands> = {
  payment_history: {
    title: 'Payment history',
    impactLevel: 'high',
    meets: 'atLeast',
    excellent: 100,
    good: 99,
    fair: 98,
  },
  credit_utilization: {
    title: 'Credit card use',
    impactLevel: 'high',
    meets: 'below',
    excellent: 10,
    good: 30,
    fair: 50,
  },
  derogatory_marks: {
    title: 'Derogatory marks',
    impactLevel: 'high',
    meets: 'atMost',
    excellent: 0,
    good: null,
    fair: 1,
  },
  credit_age: {
    title: 'Age of credit',
    impactLevel: 'medium',
    meets: 'atLeast',
    excellent: 9,
    good: 7,
    fair: 5,
  },
  total_accounts: {
    title: 'Total accounts',
    impactLevel: 'low',
    meets: 'atLeast',
    excellent: 21,
    good: 11,
    fair: 6,
  },
  hard_inquiries: {
    title: 'Hard inquiries',
    impactLevel: 'low',
    meets: 'atMost',
    excellent: 0,
    good: 2,
    fair: 4,
  },
}

const bests: readonly Exclude<Rating, 'poor'>[] = ['excellent', 'good', 'fair']

const meets = {
  atLeast: (measure: number, bound: number) => measure >= bound,
  below: (measure: number, bound: number) => measure < bound,
  atMost: (measure: number, bound: number) => measure <= bound,
}

export const rateMeasure = (id: FactorId, measure: number): Rating => {
  const bands = factorBands[id]
  const earned = bests.find(rating => {
    const bound = bands[rating]
    return bound !== null && meets[bands.meets](measure, bound)
  })
  return earned ?? 'poor'
}

/**
 * Rounds to a value that has the same rating as the exact measure: with one more decimal if needed, otherwise "just
 * under".
 */
export const formatMeasure = (
  id: FactorId,
  measure: number,
  decimals: number,
  inUnit: (number: string) => string,
): string => {
  const exact = rateMeasure(id, measure)
  const fine = [decimals, decimals + 1].find(places => rateMeasure(id, rounded(measure, places)) === exact)
  return fine === undefined
    ? `just under ${inUnit(String(rounded(measure, decimals)))}`
    : inUnit(rounded(measure, fine).toFixed(fine))
}

export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const impactOrder: Record<Factor['impactLevel'], number> = { high: 0, medium: 1, low: 2 }
const ratingOrder: Record<Rating, number> = { poor: 0, fair: 1, good: 2, excellent: 3 }

/** Impact first, then the worst rating. */
export const compareByImportance = (one: Factor, other: Factor): number =>
  impactOrder[one.impactLevel] - impactOrder[other.impactLevel] ||
  ratingOrder[one.rating] - ratingOrder[other.rating]

export type FactorMeasurement = {
  id: FactorId
  /** Percent, years or a count, which decides the rating. */
  measure: number
  value: string
  description: string
  alerts: Factor['alerts']
  basis: Factor['basis']
}

export const toFactor = ({ id, measure, ...words }: FactorMeasurement): Factor => ({
  id,
  title: factorBands[id].title,
  impactLevel: factorBands[id].impactLevel,
  rating: rateMeasure(id, measure),
  ...words,
})
