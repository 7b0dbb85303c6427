/** Reproducible randomness: the same seed results in the same values on every machine. */

export type Chance = {
  /** A number from 0 up to 1. */
  next: () => number
  /** True with this probability. */
  is: (share: number) => boolean
  /** A whole number between two bounds, both included. */
  between: (least: number, most: number) => number
  one: <T>(of: readonly [T, ...T[]]) => T
  /** Some digits as text. */
  digits: (count: number) => string
}

/** Marsaglia's xorshift over 32 bits; `seed` is any whole number except 0. */
export const chanceOf = (seed: number): Chance => {
  let state = seed | 0
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    is: share => next() < share,
    one: of => of[between(0, of.length - 1)] ?? of[0],
    digits: count => Array.from({ length: count }, () => between(0, 9)).join(''),
  }
}

/** How often a test repeats: `count` times here, and `TEST_TIMES` times that in `npm run lab -- properties`. */
export const times = (count: number): number => count * Number(process.env.TEST_TIMES ?? 1)

/** In `npm run lab -- properties`, where hostile inputs are larger. */
export const inLab = Boolean(process.env.TEST_TIMES)

/**
 * Every third (fifth, ...) of the cases of a matrix, beginning with `from`; all in `npm run lab -- properties`. If the cases
 * have a period (every sixth `knownReport` lacks a file), `nth` must share no factor with it, or some kinds are never met.
 */
export const everyNth = <T>(nth: number, cases: readonly T[], from = 0): T[] =>
  inLab ? [...cases] : cases.filter((_, at) => at % nth === from % nth)
