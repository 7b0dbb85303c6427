import type { Constraint, Slots } from './planning-model.ts'

/** Variables are whole numbers from 0 to their upper bound; `objective` is minimized. */
export type IntegerProgram = {
  objective: readonly number[]
  upper: readonly number[]
  constraints: readonly Constraint[]
}

/** `optimal` is proven. `stopped`: time ran out, or the solution failed the check. */
export type Solution = { kind: 'optimal'; values: Slots } | { kind: 'infeasible' } | { kind: 'stopped' }

export type Solve = (program: IntegerProgram) => Solution

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b)

const commonDivisor = (numbers: readonly number[]): number =>
  Math.max(
    1,
    numbers.reduce((divisor, number) => greatestCommonDivisor(divisor, number), 0),
  )

/** Limits are in thousands; dividing keeps the solver's numbers small. */
const simplify = ({ coefficients, atLeast }: Constraint): Constraint => {
  const divisor = commonDivisor(coefficients)
  return { coefficients: coefficients.map(one => one / divisor), atLeast: Math.ceil(atLeast / divisor) }
}

const dotProduct = (coefficients: readonly number[], values: Slots): number =>
  coefficients.reduce((sum, one, index) => sum + one * (values[index] ?? 0), 0)

const isFeasible = ({ upper, constraints }: Omit<IntegerProgram, 'objective'>, values: Slots): boolean =>
  values.length === upper.length &&
  upper.every((most, index) => {
    const value = values[index] ?? -1
    return Number.isSafeInteger(value) && value >= 0 && value <= most
  }) &&
  constraints.every(({ coefficients, atLeast }) => dotProduct(coefficients, values) >= atLeast)

/** Solves a simplified program and checks the solution in whole numbers, because the solver computes in floating point. */
export const solveExactly = (program: IntegerProgram, solve: Solve): Solution => {
  const divisor = commonDivisor(program.objective)
  const solution = solve({
    upper: program.upper,
    objective: program.objective.map(one => one / divisor),
    constraints: program.constraints.map(simplify),
  })
  return solution.kind === 'optimal' && !isFeasible(program, solution.values) ? { kind: 'stopped' } : solution
}

/** Minimizes the first objective, then among its solutions the second, and so on. */
export const solveLexicographically = (
  { upper, constraints }: Omit<IntegerProgram, 'objective'>,
  objectives: readonly (readonly number[])[],
  solve: Solve,
): Solution => {
  const kept: Constraint[] = [...constraints]
  let best: Solution = { kind: 'stopped' }
  for (const objective of objectives) {
    const solution = solveExactly({ objective, upper, constraints: kept }, solve)
    if (solution.kind !== 'optimal') return solution
    best = solution
    kept.push({
      coefficients: objective.map(one => -one),
      atLeast: -dotProduct(objective, solution.values),
    })
  }
  return best
}

const TERMS_PER_LINE = 8

/** A sum of the LP format, which must name a variable even without terms. */
const formatSum = (coefficients: readonly number[]): string => {
  const terms = coefficients.flatMap((one, index) =>
    one === 0 ? [] : [`${one < 0 ? '-' : '+'} ${Math.abs(one)} x${index}`],
  )
  const lines = Array.from({ length: Math.ceil(terms.length / TERMS_PER_LINE) }, (_, line) =>
    terms.slice(line * TERMS_PER_LINE, (line + 1) * TERMS_PER_LINE).join(' '),
  )
  return terms.length === 0 ? '0 x0' : lines.join('\n ')
}

/**
 * The program in the LP format that HiGHS reads (CPLEX LP). Bounds are lowered by one half: sums of whole numbers cannot
 * fall between, so floating-point errors of the solver change nothing.
 */
export const formatLp = ({ objective, upper, constraints }: IntegerProgram): string =>
  [
    'Minimize',
    ` obj: ${formatSum(objective)}`,
    'Subject To',
    ...constraints.map(
      ({ coefficients, atLeast }, index) => ` r${index}: ${formatSum(coefficients)} >= ${atLeast - 0.5}`,
    ),
    'Bounds',
    ...upper.map((most, index) => ` 0 <= x${index} <= ${most}`),
    'General',
    ...upper.map((_, index) => ` x${index}`),
    'End',
    '',
  ].join('\n')
