import type { Slots } from './planning-model.ts'

/** An integer programme, and the lexicographic use of whatever solves one. */

/** The sum of coefficient times variable is at least a bound; all of them whole numbers. */
export type Constraint = { coefficients: readonly number[]; atLeast: number }

/** Variables are whole numbers from 0 to their upper bound. */
export type IntegerProgram = {
  objective: readonly number[]
  upper: readonly number[]
  rows: readonly Constraint[]
}

/** `optimal` is proven. `stopped`: the time ran out, or the answer did not stand the check. */
export type Solved = { kind: 'optimal'; values: Slots } | { kind: 'infeasible' } | { kind: 'stopped' }

export type Solve = (programme: IntegerProgram) => Solved

const greatestDivisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : greatestDivisor(b, a % b))

const divisorOf = (numbers: readonly number[]): number =>
  Math.max(
    1,
    numbers.reduce((divisor, number) => greatestDivisor(divisor, number), 0),
  )

/** The same row with the smallest whole coefficients: limits in thousands need no more than ones and twos. */
const smallest = ({ coefficients, atLeast }: Constraint): Constraint => {
  const divisor = divisorOf(coefficients)
  return { coefficients: coefficients.map(one => one / divisor), atLeast: Math.ceil(atLeast / divisor) }
}

/** The sum of coefficient times value. */
export const dotProduct = (coefficients: readonly number[], values: Slots): number =>
  coefficients.reduce((sum, one, index) => sum + one * (values[index] ?? 0), 0)

const holds = ({ upper, rows }: IntegerProgram, values: Slots): boolean =>
  values.length === upper.length &&
  upper.every((most, index) => {
    const value = values[index] ?? -1
    return Number.isSafeInteger(value) && value >= 0 && value <= most
  }) &&
  rows.every(({ coefficients, atLeast }) => dotProduct(coefficients, values) >= atLeast)

/**
 * Solves with the smallest numbers that say the same, and checks the answer against the programme as it was given, in whole
 * numbers: a solver computes in fractions.
 */
export const solveExactly = (programme: IntegerProgram, solve: Solve): Solved => {
  const divisor = divisorOf(programme.objective)
  const solved = solve({
    upper: programme.upper,
    objective: programme.objective.map(one => one / divisor),
    rows: programme.rows.map(smallest),
  })
  return solved.kind === 'optimal' && !holds(programme, solved.values) ? { kind: 'stopped' } : solved
}

/**
 * The best answer by the first objective, among those the best by the second, and so on; each is to be the smallest. Every
 * stage keeps what the ones before it reached, as a row.
 */
export const solveLexicographically = (
  { upper, rows }: Omit<IntegerProgram, 'objective'>,
  objectives: readonly (readonly number[])[],
  solve: Solve,
): Solved => {
  const kept: Constraint[] = [...rows]
  let best: Solved = { kind: 'stopped' }
  for (const minimise of objectives) {
    const solved = solveExactly({ objective: minimise, upper, rows: kept }, solve)
    if (solved.kind !== 'optimal') return solved
    best = solved
    kept.push({ coefficients: minimise.map(one => -one), atLeast: -dotProduct(minimise, solved.values) })
  }
  return best
}
