/** The bounds published by FICO for its base scores. */
export const scoreBands = [
  { from: 300, to: 579, word: 'Poor', style: 'poor' },
  { from: 580, to: 669, word: 'Fair', style: 'fair' },
  { from: 670, to: 739, word: 'Good', style: 'good' },
  { from: 740, to: 799, word: 'Very good', style: 'veryGood' },
  { from: 800, to: 850, word: 'Exceptional', style: 'exceptional' },
] as const

type ScoreBand = (typeof scoreBands)[number]

export const scoreRange = { lowest: 300, highest: 850 } as const

/** Null for a score on another scale, which must not be rated by this one. */
export const findScoreBand = (score: number): ScoreBand | null =>
  scoreBands.find(band => score >= band.from && score < band.to + 1) ?? null
